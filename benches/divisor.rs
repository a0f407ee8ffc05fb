//! Making a divisor and dividing by it, compared with crates that do the same for any divisor.

use std::hint::black_box;
use std::num::NonZeroU32;

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, criterion_group, criterion_main};
use fastdivide::DividerU64;
use libdivide::{BranchFreeDivider, Divider};
use mali_instancing::{MagicDivisor, PaddedCount, Rounding, lookup};
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use strength_reduce::StrengthReducedU32;

mod each;

use each::{COUNT, each};

/// A padded count, a divisor, and their product, by which the hardware divides.
#[derive(Clone, Copy)]
struct Factors {
    padded: PaddedCount,
    divisor: NonZeroU32,
    product: NonZeroU32,
}

impl Factors {
    fn new(padded: PaddedCount, divisor: u32) -> Option<Self> {
        Some(Self {
            padded,
            divisor: NonZeroU32::new(divisor)?,
            product: NonZeroU32::new(padded.get().checked_mul(divisor)?)?,
        })
    }
}

/// Takes a padded count and a divisor.
type Next = Box<dyn FnMut(&mut SmallRng) -> (PaddedCount, u32)>;

/// Kinds of divisors. None is a power of two, which needs no magic number.
fn factors() -> [(&'static str, Vec<Factors>); 4] {
    let mut random = SmallRng::seed_from_u64(70);
    let mut take = |mut next: Next| {
        let factors = std::iter::repeat_with(|| {
            let (padded, divisor) = next(&mut random);
            Factors::new(padded, divisor)
        });
        factors
            .flatten()
            .filter(|factors| !factors.product.is_power_of_two())
            .take(COUNT)
            .collect()
    };
    // The 8-bit forms: a shift of 0 to 31 in bits 0 to 4, and (odd − 1) / 2, at most 4, above. Some are too large.
    let padded: Vec<_> = (0..=0x9f).filter_map(PaddedCount::from_bits).collect();
    let one = PaddedCount::ONE;
    [
        (
            "in the table",
            take(Box::new(move |random| {
                let padded = padded[random.random_range(..padded.len())];
                (padded, random.random_range(1..=15))
            })),
        ),
        (
            "small",
            take(Box::new(move |random| {
                (one, random.random_range(1..1 << 10))
            })),
        ),
        (
            "large",
            take(Box::new(move |random| {
                (one, random.random_range(1 << 31..=u32::MAX))
            })),
        ),
        (
            "random",
            take(Box::new(move |random| (one, random.random()))),
        ),
    ]
}

fn products(factors: &[Factors]) -> Vec<NonZeroU32> {
    factors.iter().map(|factors| factors.product).collect()
}

fn construct(criterion: &mut Criterion) {
    for (kind, factors) in factors() {
        let divisors = products(&factors);
        let group = &mut each::group(criterion, &format!("divisor, construct, {kind}"));
        let round_down = |divisor| MagicDivisor::new(divisor, Rounding::RoundDown);
        let nearest = |divisor| MagicDivisor::new(divisor, Rounding::Nearest);
        each(group, "computed", &divisors, round_down);
        each(group, "computed, nearest", &divisors, nearest);
        each(group, "looked up", &factors, |factors| {
            lookup::magic_divisor(factors.padded, factors.divisor, Rounding::RoundDown)
        });
        each(group, "64-bit division", &divisors, |divisor| {
            black_box(1_u64 << 63) / u64::from(divisor.get())
        });
        each(group, "libdivide", &divisors, |divisor| {
            Divider::from(divisor.get())
        });
        each(group, "libdivide, branch-free", &divisors, |divisor| {
            BranchFreeDivider::from(divisor.get())
        });
        each(group, "strength_reduce", &divisors, |divisor| {
            StrengthReducedU32::new(divisor.get())
        });
        each(group, "fastdivide", &divisors, |divisor| {
            DividerU64::divide_by(u64::from(divisor.get()))
        });
    }
}

/// Divides each id by its own divisor.
fn divide(criterion: &mut Criterion) {
    let mut random = SmallRng::seed_from_u64(3);
    let ids: Vec<u32> = (0..COUNT).map(|_| random.random()).collect();
    for (kind, factors) in factors() {
        let divisors = products(&factors);
        let mut pairs = Pairs {
            group: each::group(criterion, &format!("divisor, divide, {kind}")),
            ids: &ids,
            divisors: &divisors,
        };
        let magic = |divisor| MagicDivisor::new(divisor, Rounding::RoundDown);
        pairs.bench("MagicDivisor", magic, |id, by| by.divide(id));
        pairs.bench("32-bit division", NonZeroU32::get, |id, by| id / by);
        let libdivide = |divisor: NonZeroU32| Divider::from(divisor.get());
        pairs.bench("libdivide", libdivide, |id, by| id / by);
        pairs.bench(
            "libdivide, branch-free",
            |divisor| BranchFreeDivider::from(divisor.get()),
            |id, by| id / by,
        );
        pairs.bench(
            "strength_reduce",
            |divisor| StrengthReducedU32::new(divisor.get()),
            |id, by| id / *by,
        );
        pairs.bench(
            "fastdivide",
            |divisor| DividerU64::divide_by(u64::from(divisor.get())),
            |id, by| by.divide(u64::from(id)),
        );
    }
}

struct Pairs<'a> {
    group: BenchmarkGroup<'a, WallTime>,
    ids: &'a [u32],
    divisors: &'a [NonZeroU32],
}

impl Pairs<'_> {
    fn bench<D, O>(
        &mut self,
        name: &str,
        construct: impl Fn(NonZeroU32) -> D,
        divide: impl Fn(u32, &D) -> O,
    ) {
        let divisors: Vec<D> = self.divisors.iter().copied().map(construct).collect();
        let pairs: Vec<(u32, &D)> = self.ids.iter().copied().zip(&divisors).collect();
        each(&mut self.group, name, &pairs, |(id, divisor)| {
            divide(id, divisor)
        });
    }
}

/// Divides many ids by one divisor, as a model or a check would.
fn divide_by_one(criterion: &mut Criterion) {
    let mut random = SmallRng::seed_from_u64(216);
    let ids: Vec<u32> = (0..COUNT).map(|_| random.random()).collect();
    let group = &mut each::group(criterion, "divisor, divide, by 216 alone");
    let number = black_box(216_u32);
    let divisor = NonZeroU32::new(number).unwrap();
    let magic = MagicDivisor::new(divisor, Rounding::RoundDown);
    let libdivide = Divider::from(number);
    let branch_free = BranchFreeDivider::from(number);
    let strength_reduce = StrengthReducedU32::new(number);
    let fastdivide = DividerU64::divide_by(u64::from(number));
    each(group, "MagicDivisor", &ids, |id| magic.divide(id));
    each(group, "32-bit division", &ids, |id| id / divisor);
    each(group, "libdivide", &ids, |id| id / &libdivide);
    each(group, "libdivide, branch-free", &ids, |id| {
        id / &branch_free
    });
    each(group, "strength_reduce", &ids, |id| id / strength_reduce);
    each(group, "fastdivide", &ids, |id| {
        fastdivide.divide(u64::from(id))
    });
}

criterion_group!(benches, construct, divide, divide_by_one);
criterion_main!(benches);
