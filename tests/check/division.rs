//! The first id with a wrong quotient, against the reference model of the attribute unit.

use mali_instancing::check::{Detail, DrawState, Rule, Severity, first_wrong_id};
use mali_instancing::descriptor::Invocation;
use mali_instancing::model::element_index;
use mali_instancing::{Arch, Format, MagicDivisor};
use proptest::prelude::*;

use crate::draws::findings;

/// The fields R, E and D.
type Fields = [u32; 3];

/// A descriptor that divides by `divisor`.
fn descriptor([divisor_r, divisor_e, divisor_d]: Fields, divisor: u32) -> [u32; 8] {
    let second = divisor_r << 24 | divisor_e << 29;
    [0x1004, second, 4, u32::MAX, 0x20, divisor_d, 0, divisor]
}

fn found([divisor_r, divisor_e, divisor_d]: Fields, divisor: u32) -> Option<Detail> {
    let magic = MagicDivisor::from_fields(divisor_r, divisor_e != 0, divisor_d).unwrap();
    first_wrong_id(magic, divisor.try_into().unwrap())
}

fn model(words: &[u32; 8], id: u32) -> u32 {
    element_index(words, id).unwrap()
}

/// The last id of each element and the first of the next, up to `last`. The elements of both divisions do not
/// decrease as ids grow, so that if any id is wrong, one of these is.
fn edges(divisor: u32, last: u32) -> impl Iterator<Item = u32> {
    let elements = 1..=last / divisor;
    let edges = elements.flat_map(move |element| [element * divisor - 1, element * divisor]);
    edges.chain([last])
}

fn assert_first_wrong_id(fields: Fields, divisor: u32) {
    let words = descriptor(fields, divisor);
    let is_right = |id: u32| model(&words, id) == id / divisor;
    let Some(Detail::FirstWrongId {
        id,
        element,
        expected,
    }) = found(fields, divisor)
    else {
        assert!(
            edges(divisor, u32::MAX).all(is_right),
            "{fields:x?} by {divisor}"
        );
        return;
    };
    assert_eq!((element, expected), (model(&words, id), id / divisor));
    assert!(!is_right(id), "{fields:x?} by {divisor}: {id}");
    let mut before = edges(divisor, id)
        .take_while(|edge| *edge < id)
        .chain(id.checked_sub(1));
    assert!(before.all(is_right), "{fields:x?} by {divisor}: {id}");
}

/// 2^54 / 4,971,027 is so close above an integer that double precision rounds it to that integer. Mesa's GL driver
/// subtracts one if the next integer is not exact, and its result is then too small by one.
#[test]
fn the_known_id_of_a_multiplier_in_double_precision_is_found() {
    let divisor = 4_971_027;
    let in_double_precision = (2_f64.powi(54) / f64::from(divisor)).ceil() as u64;
    let exact = (1_u64 << 54).div_ceil(divisor.into());
    assert_eq!(in_double_precision, exact - 1);
    let fields = [22, 1, (in_double_precision - 1) as u32 & !(1 << 31)];
    assert_first_wrong_id(fields, divisor);
    let found = found(fields, divisor);
    let Some(Detail::FirstWrongId { id, .. }) = found else {
        panic!("{found:?}");
    };
    assert_eq!(id, 3_623_878_683);
}

/// One vertex is padded to one, so that the hardware divisor is the application's.
#[test]
fn a_multiplier_is_an_error_only_in_a_draw_that_has_wrong_ids() {
    // The multiplier is one less than the exact one.
    let divisor = 216;
    let fields = [7, 1, 0x17b4_25ed - 1];
    assert_first_wrong_id(fields, divisor);
    let Some(Detail::FirstWrongId { id, .. }) = found(fields, divisor) else {
        panic!("a multiplier that is one off is exact for no divisor");
    };
    let mut table = descriptor(fields, divisor).to_vec();
    table.extend([0; 4]);
    let attributes = [Format::R32_UINT.hardware(Arch::V7).unwrap() << 10, 0];
    let severity = |instances| {
        let state = DrawState {
            draw: Some([0, 0]),
            invocation: Some(Invocation::draw(1, instances).unwrap().words()),
            ..DrawState::new(Arch::V7, &table, &attributes)
        };
        let first = findings(&state)[0];
        assert_eq!(first.rule, Rule::NearestDraw);
        first.severity
    };
    assert_eq!(severity(id), Severity::Note);
    assert_eq!(severity(id + 1), Severity::Error);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn the_first_wrong_id_is_where_the_model_goes_wrong_first(
        divisor in (17..32_u32).prop_flat_map(|bits| (1 << (bits - 1))..=(u32::MAX >> (32 - bits))),
        step in prop_oneof![-2..=2_i64, -1000..1000_i64, any::<i32>().prop_map(i64::from)],
        divisor_e in 0..2_u32,
        shift in prop_oneof![4 => Just(0_i32), 1 => -1..=1],
    ) {
        let exponent = divisor.ilog2();
        let multiplier = ((1_u64 << (32 + exponent)) / u64::from(divisor)) as i64 + step;
        let divisor_r = exponent.saturating_add_signed(shift).min(31);
        let divisor_d = multiplier as u32 & !(1 << 31);
        assert_first_wrong_id([divisor_r, divisor_e, divisor_d], divisor);
    }
}
