//! 32 varyings that are known only at run time: linked by location, linked by name, compiled separately, each time with
//! their places in memory, and packed into registers.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use mali_varyings::{
    Linkage, Linking, Matching, MemoryLayout, NamedVarying, Placement, Precision, RegisterTarget,
    Varying, VaryingType, pack,
};

const TYPES: [VaryingType; 6] = [
    VaryingType::Vec4,
    VaryingType::Vec2,
    VaryingType::Float,
    VaryingType::Vec3,
    VaryingType::Uvec2,
    VaryingType::Int,
];
const PRECISIONS: [Precision; 2] = [Precision::High, Precision::Medium];

fn varyings() -> Vec<Varying> {
    let varying = |number: usize| {
        Varying::new(TYPES[number % TYPES.len()])
            .with_precision(PRECISIONS[number / TYPES.len() % PRECISIONS.len()])
    };
    (0..32).map(varying).collect()
}

fn link(criterion: &mut Criterion) {
    let varyings = varyings();
    let titles: Vec<String> = (0..32).map(|number| format!("varying_{number}")).collect();
    let named: Vec<_> = (varyings.iter().zip(&titles))
        .map(|(&varying, name)| NamedVarying { name, varying })
        .collect();
    let located: Vec<_> = (named.iter().zip(0..))
        .map(|(named, location)| NamedVarying {
            varying: named.varying.with_location(location).unwrap(),
            ..*named
        })
        .collect();
    let group = &mut criterion.benchmark_group("32 varyings");
    let place = |varyings: &[NamedVarying<'_>], linking| {
        let varyings = black_box(varyings);
        let linkage = Linkage::new(varyings, varyings, Matching::GlEs, linking).unwrap();
        MemoryLayout::place(&linkage.outputs()).unwrap()
    };
    group.bench_function("linked by location", |bencher| {
        bencher.iter(|| place(&located, Linking::Linked));
    });
    group.bench_function("linked by name", |bencher| {
        bencher.iter(|| place(&named, Linking::Linked));
    });
    group.bench_function("compiled apart, by name", |bencher| {
        bencher.iter(|| place(&named, Linking::Separable));
    });
    let target = RegisterTarget::ES320.with_registers(32).unwrap();
    let mut placements = vec![Placement::UNPLACED; varyings.len()];
    group.bench_function("packed into registers", |bencher| {
        bencher.iter(|| pack(black_box(&varyings), &target, &mut placements).unwrap());
    });
}

criterion_group!(benches, link);
criterion_main!(benches);
