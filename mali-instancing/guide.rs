//! The guide: how a Mali draws instances, and how to use this library for it. It has no items.
//!
//! The first five pages are meant to be read in order:
//!
//! 1. [How instancing works on a Mali](instancing): why 70 vertices become 72, and how a thread finds its bytes
//! 2. [A draw's descriptors](descriptors): each word of a draw, bit by bit
//! 3. [Your first driver draw](driver_draw): a program that packs a job of V7 and a command stream of V10
//! 4. [Constants for firmware](firmware): by a macro, by a build script, and in C
//! 5. [A black screen](black_screen): how to get a dump of a driver, and how to check it
//!
//! [In a kernel](kernel) builds the library with rustc alone; [in a hardware test](hardware_test) compares a chip with the
//! model; [in an emulator](emulator) reads words back.
//! [What a draw costs](costs) has the instructions of a draw, and says when to keep its tables.
//! [What is certain](certainty) lists what is proved, what chips have run, what only a chip can say, and the reason of
//! each default. [From Mesa to here](from_mesa) has a row for each of Mesa's functions, and the [glossary] a line for
//! each term.
//!
//! # Elsewhere
//!
//! The same pages are in the repository, in `docs/guide/`. The reference pages are in `docs/reference/`: the
//! command, manifests, checking, C, meson, varyings, buffers and indirect draws. `docs/internals/` describes how
//! the project is verified, and what it costs. The proofs are in `proof/`, the tests and the words of drivers in
//! `tests/`.

/// The targets of the pages' links in this documentation. A page defines its links too, as files of the repository, and
/// the first definition counts.
macro_rules! links {
    () => {
        concat!(
            "[instancing]: crate::guide::instancing\n",
            "[defaults]: crate::guide::certainty#the-defaults-and-why\n",
            "[descriptors]: crate::guide::descriptors\n",
            "[in memory]: crate::guide::descriptors#in-memory\n",
            "[which words change]: crate::guide::descriptors#which-words-change\n",
            "[driver draw]: crate::guide::driver_draw\n",
            "[firmware]: crate::guide::firmware\n",
            "[kernel]: crate::guide::kernel\n",
            "[emulator]: crate::guide::emulator\n",
            "[draw costs]: crate::guide::costs\n",
            "[decode words]: crate::guide#elsewhere\n",
            "[black screen]: crate::guide::black_screen\n",
            "[certainty]: crate::guide::certainty\n",
            "[what differs]: crate::guide::from_mesa#what-differs\n",
            "[glossary]: crate::guide::glossary\n",
            "[checking]: crate::check\n",
            "[manifests]: crate::guide#elsewhere\n",
            "[buffers]: crate::guide#elsewhere\n",
            "[indirect]: crate::guide#elsewhere\n",
            "[varyings]: crate::guide#elsewhere\n",
            "[page]: crate::guide#elsewhere\n",
            "[names]: crate::guide#elsewhere\n",
            "[command]: crate::guide#elsewhere\n",
            "[c]: crate::guide#elsewhere\n",
            "[meson]: crate::guide#elsewhere\n",
            "[verification]: crate::guide#elsewhere\n",
            "[benchmarks]: crate::guide#elsewhere\n",
            "[costs]: crate::guide#elsewhere\n",
            "[bare metal]: crate::guide#elsewhere\n",
            "[in Mesa]: crate::guide#elsewhere\n",
            "[asking a chip]: crate::guide#elsewhere\n",
            "[reporting]: crate::guide#elsewhere\n",
            "[divisor proof]: crate::guide#elsewhere\n",
            "[padding proof]: crate::guide#elsewhere\n",
            "[rules proof]: crate::guide#elsewhere\n",
            "[threads proof]: crate::guide#elsewhere\n",
            "[verify]: crate::guide#elsewhere\n",
            "[golden rows]: crate::guide#elsewhere\n",
            "[packers of 2025]: crate::guide#elsewhere\n",
            "[format tests]: crate::guide#elsewhere\n",
            "[model tests]: crate::guide#elsewhere\n",
            "[draw tests]: crate::guide#elsewhere\n",
            "[table tests]: crate::guide#elsewhere\n",
            "[primitive tests]: crate::guide#elsewhere\n",
            "[gl draws]: crate::guide#elsewhere\n",
            "[vulkan draws]: crate::guide#elsewhere\n",
            "[chip test]: crate::guide#elsewhere\n",
            "[conformance]: https://docs.mesa3d.org/drivers/panfrost.html\n",
            "[licence rules]: https://docs.kernel.org/process/license-rules.html\n",
            "[blobs]: https://docs.kernel.org/kbuild/modules.html#binary-blobs\n",
            "[documentation]: https://docs.mesa3d.org/drivers/panfrost/instancing.html\n",
            include_str!("../docs/guide/pictures.txt"),
        )
    };
}

macro_rules! pages {
    ($($name:ident: $file:literal,)*) => {
        $(
            #[doc = links!()]
            #[doc = ""]
            #[doc = include_str!(concat!("../docs/guide/", $file))]
            pub mod $name {}
        )*
    };
}

pages! {
    instancing: "instancing.md",
    descriptors: "descriptors.md",
    driver_draw: "driver-draw.md",
    firmware: "firmware.md",
    kernel: "kernel.md",
    hardware_test: "hardware-test.md",
    emulator: "emulator.md",
    black_screen: "black-screen.md",
    costs: "costs.md",
    certainty: "certainty.md",
    from_mesa: "from-mesa.md",
    glossary: "glossary.md",
}
