//! The memory in which a Mali stores varyings. The tests state the rule of its drivers themselves, and run the
//! reference model, which writes and reads through the descriptors.

mod built_ins;
mod descriptors;
mod earlier_mesa;
mod linking;
mod model;
mod round_trip;
mod sizes;
mod slots;
mod transform_feedback;

use std::ops::Deref;

use mali_instancing::Arch;
use mali_varyings::{
    AttributeBufferVaryings, Driver, Error, Interface, Linkage, Linking, Matching, MemoryLayout,
    MesaVersion, NamedVarying, Precision, Slot, Stage, ValhallVaryings, Varying,
    VaryingDescriptors, VaryingType,
};
use proptest::prelude::*;

/// The descriptors of two stages, and what one generation alone has.
struct Of<'a, Generation> {
    linked: VaryingDescriptors<'a>,
    generation: Generation,
}

impl<Generation> Deref for Of<'_, Generation> {
    type Target = Generation;

    fn deref(&self) -> &Generation {
        &self.generation
    }
}

impl<Generation> Of<'_, Generation> {
    fn words(&self, stage: Stage) -> Vec<u32> {
        let mut words = vec![0; self.linked.words(stage) as usize];
        self.linked.write(stage, &mut words);
        words
    }
}

/// The descriptors of V4 to V7.
fn in_buffers<'a>(
    driver: Driver,
    arch: Arch,
    layout: &'a MemoryLayout,
    inputs: &'a [Slot],
) -> Result<Of<'a, AttributeBufferVaryings<'a>>, Error> {
    let linked = VaryingDescriptors::link(driver, arch, layout, inputs, true)?;
    let generation = linked.in_buffers().expect("V4 to V7");
    Ok(Of { linked, generation })
}

/// The descriptors of V9 and later.
fn in_packets<'a>(
    driver: Driver,
    arch: Arch,
    layout: &'a MemoryLayout,
    inputs: &'a [Slot],
    is_layout_known: bool,
) -> Result<Of<'a, ValhallVaryings<'a>>, Error> {
    let linked = VaryingDescriptors::link(driver, arch, layout, inputs, is_layout_known)?;
    let generation = linked.in_packets().expect("V9 and later");
    Ok(Of { linked, generation })
}

/// The outputs of a stage that is compiled with one that declares nothing.
fn interface(varyings: &[Varying]) -> Result<Interface, Error> {
    let named = varyings
        .iter()
        .map(|&varying| NamedVarying { name: "", varying });
    let named: Vec<_> = named.collect();
    let linkage = Linkage::new(&named, &[], Matching::Gl, Linking::Monolithic)?;
    Ok(linkage.producer)
}

/// The layout of what the vertex stage stores, as Mesa of 2026 has it.
fn placed(linkage: &Linkage) -> MemoryLayout {
    MemoryLayout::place(&linkage.outputs()).unwrap()
}

/// The varyings at the locations that their stage has alone, as Vulkan demands them.
fn located(varyings: &[Varying]) -> Vec<NamedVarying<'static>> {
    let stage = interface(varyings).unwrap();
    let located = varyings.iter().enumerate().map(|(number, varying)| {
        let component = varying.component();
        let varying = varying.with_location(stage.location(number).unwrap());
        let varying = match component {
            0 => varying,
            _ => varying.and_then(|varying| varying.with_component(component)),
        };
        NamedVarying {
            name: "",
            varying: varying.unwrap(),
        }
    });
    located.collect()
}

/// A vertex stage, and a fragment stage that reads what it has at the same locations.
fn link_located(written: &[Varying], read: &[Varying], linking: Linking) -> Linkage {
    let (written, read) = (located(written), located(read));
    Linkage::new(&written, &read, Matching::Vulkan, linking).unwrap()
}

/// A layout as a version of Mesa has it.
fn in_mesa(
    layout: &MemoryLayout,
    version: MesaVersion,
    driver: Driver,
    arch: Arch,
    inputs: &[Slot],
) -> Result<MemoryLayout, Error> {
    let mut placed = *layout;
    placed
        .place_in_mesa(version, driver, arch, inputs)
        .map(|()| placed)
}

/// A declaration with neither location nor component.
fn declarations() -> impl Strategy<Value = Varying> {
    let precisions = vec![Precision::High, Precision::Medium, Precision::Low];
    (
        prop::sample::select(VaryingType::ALL),
        prop_oneof![3 => Just(None), 1 => (1..5_u32).prop_map(Some)],
        prop::sample::select(precisions),
    )
        .prop_map(|(varying_type, array, precision)| {
            let varying = Varying::new(varying_type).with_precision(precision);
            array.map_or(varying, |length| varying.with_array(length).unwrap())
        })
}

/// Declarations that fit the locations, some of them with explicit ones, with holes.
fn interfaces() -> impl Strategy<Value = Vec<Varying>> {
    let one = (declarations(), any::<bool>(), 0..2_u32);
    prop::collection::vec(one, 0..20).prop_map(|varyings| {
        let mut next = 0;
        let mut all = Vec::new();
        for (varying, is_explicit, hole) in varyings {
            let vectors = varying.vectors() as u32;
            if !is_explicit {
                all.push(varying);
            } else if next + hole + vectors <= 32 {
                all.push(varying.with_location(next + hole).unwrap());
                next += hole + vectors;
            }
        }
        while interface(&all).is_err() {
            all.pop();
        }
        all
    })
}

/// The same varyings with the names `v0`, `v1` and so on.
fn named<'a>(varyings: &[Varying], names: &'a [String]) -> Vec<NamedVarying<'a>> {
    let names = names.iter().map(String::as_str);
    let together = varyings.iter().zip(names);
    together
        .map(|(&varying, name)| NamedVarying { name, varying })
        .collect()
}

fn names() -> Vec<String> {
    (0..64).map(|number| format!("v{number}")).collect()
}
