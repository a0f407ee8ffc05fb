use crate::{assert_contains, failure, json, output};

#[test]
fn the_worked_example_is_explained() {
    let text = output(&["attr", "--vertices", "70", "--divisor", "3"]);
    assert_contains(
        &text,
        &[
            "padded vertices   72 (9·2^3), 2 threads in 72 wasted\n",
            "hardware divisor  216 (72 · 3)\n",
            "mode              other divisor\n",
            "\nR                 7\n",
            "\nE                 1\n",
            "\nD                 0x17b425ed\n",
            "\n0     0x00000004  type 4 (other divisor); pointer, bits 6..31: 0x0\n",
            "\n1     0x27000000  pointer, bits 32..55: 0x0; divisor R 7; divisor E 1\n",
            "\n2     0x00000000  stride 0 bytes\n",
            "\n3     0x00000000  size 0 bytes\n",
            "\n4     0x00000020  type 0x20 (continuation)\n",
            "\n5     0x17b425ed  divisor D 0x17b425ed\n",
            "\n6     0x00000000  reserved\n",
            "\n7     0x00000003  divisor 3, the application's\n",
        ],
    );
}

#[test]
fn one_thread_is_no_threads() {
    let of = |vertices| output(&["attr", "--vertices", vertices]);
    assert_contains(&of("71"), &["72 (9·2^3), 1 thread in 72 wasted\n"]);
    assert_contains(&output(&["pad", "1"]), &["1 vertex\n"]);
}

#[test]
fn every_option_has_its_word() {
    let all = "attr --vertices 0x46 --divisor 3 --instances 1_00 --stride 64 --size 6400 \
               --address 0x12_1000_0040 --rate instance --padding tight --rounding nearest \
               --arch v6 --idvs --json";
    let descriptor = json(&all.split_whitespace().collect::<Vec<_>>());
    let words = ["0x10000044", "0x27000012", "0x00000040", "0x00001900"];
    for (index, word) in words.into_iter().enumerate() {
        assert_eq!(descriptor["words"][index], word);
    }
    assert_eq!(descriptor["words"].as_array().unwrap().len(), 8);
    assert_eq!(descriptor["arch"], "v6");
    assert_eq!(descriptor["mode"], "npot-divisor");
    assert_eq!(descriptor["padded_vertices"], 72);
    assert_eq!(descriptor["hardware_divisor"], 216);
    assert_eq!(descriptor["wasted_threads"], 2);
    assert_eq!(descriptor["fields"]["divisor_r"], 7);
    assert_eq!(descriptor["fields"]["divisor_e"], 1);
    assert_eq!(descriptor["fields"]["divisor_d"], "0x17b425ed");
}

#[test]
fn the_four_modes_are_named() {
    for (options, mode, hardware_divisor, word1) in [
        ("--vertices 70 --instances 1", "linear", None, "0x00000000"),
        (
            "--vertices 70 --divisor 3 --instances 1",
            "linear",
            None,
            "0x00000000",
        ),
        (
            "--vertices 70 --rate constant",
            "linear",
            None,
            "0x00000000",
        ),
        ("--vertices 70", "modulus", None, "0x83000000"),
        ("--vertices 70 --divisor 0", "modulus", None, "0x83000000"),
        (
            "--vertices 60 --divisor 2",
            "pot-divisor",
            Some(128),
            "0x07000000",
        ),
        (
            "--vertices 60 --rate instance",
            "pot-divisor",
            Some(64),
            "0x06000000",
        ),
        (
            "--vertices 70 --divisor 3",
            "npot-divisor",
            Some(216),
            "0x27000000",
        ),
    ] {
        let arguments: Vec<&str> = ["attr", "--format", "json"]
            .into_iter()
            .chain(options.split(' '))
            .collect();
        let descriptor = json(&arguments);
        assert_eq!(descriptor["mode"], mode, "{options}");
        assert_eq!(
            descriptor["hardware_divisor"].as_u64(),
            hardware_divisor,
            "{options}"
        );
        assert_eq!(descriptor["words"][1], word1, "{options}");
    }
}

#[test]
fn one_instance_wastes_no_threads() {
    let arguments = ["attr", "--vertices", "70", "--instances", "1"];
    assert_contains(
        &output(&arguments),
        &["not used: one instance is not padded"],
    );
}

#[test]
fn an_error_names_the_option_and_what_is_allowed() {
    for (options, parts) in [
        (
            "--vertices 0",
            ["--vertices", "0 vertices", "1 to 3758096383"],
        ),
        (
            "--vertices 0xe000_0000",
            ["--vertices", "3758096384", "3758096383"],
        ),
        (
            "--vertices seventy",
            ["--vertices", "`seventy`", "decimal and 0x"],
        ),
        ("--vertices -5", ["--vertices", "-5", "error"]),
        (
            "--vertices 4294967296",
            ["--vertices", "4294967296", "at most 4294967295"],
        ),
        (
            "--vertices 70 --divisor 59652324",
            ["--divisor", "59652324", "at most 59652323"],
        ),
        (
            "--vertices 70 --divisor 0 --rate instance",
            ["--divisor", "divisor 0", "at least 1"],
        ),
        (
            "--vertices 70 --divisor 3 --rate constant",
            ["--divisor", "`constant`", "leave it out"],
        ),
        (
            "--vertices 70 --divisor 3 --rate vertex",
            ["--divisor", "`vertex`", "leave it out"],
        ),
        (
            "--vertices 70 --instances 0",
            ["--instances", "0 instances", "at least 1"],
        ),
        (
            "--vertices 70 --instances 59652324",
            ["--instances", "59652324", "at most 59652323"],
        ),
        (
            "--vertices 70 --address 0x1041",
            ["--address", "0x1041", "multiple of 64"],
        ),
        (
            "--vertices 70 --address 0x100000000000000",
            ["--address", "56 bits", "below"],
        ),
        ("--vertices 70 --arch v9", ["--arch", "V9", "V4 to V7"]),
        ("--vertices 70 --arch v8", ["--arch", "v8", "v14"]),
        (
            "--vertices 70 --arch v5 --idvs",
            ["--idvs", "V5", "V6 and later"],
        ),
        (
            "--vertices 70 --padding tigth",
            ["--padding", "tigth", "tight"],
        ),
        (
            "--vertices 70 --rounding up",
            ["--rounding", "up", "round-down"],
        ),
        (
            "--vertices 70 --json --format text",
            ["--json", "--format", "error"],
        ),
        ("--divisor 3", ["--vertices", "required", "error"]),
    ] {
        let arguments: Vec<&str> = ["attr"].into_iter().chain(options.split(' ')).collect();
        assert_contains(&failure(&arguments, 2), &parts);
    }
}
