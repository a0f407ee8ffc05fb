//! Any words can be checked without a panic.

use mali_instancing::check::{Counts, DrawState, Expected, Rule, Table, check};
use mali_instancing::descriptor::DecodeErrorKind;
use mali_instancing::draw::IndexBounds;
use mali_instancing::{Arch, InputRate};
use proptest::prelude::*;

use crate::draws::{cube, cubes};

/// Random words, or words whose fields are nearly valid.
fn word() -> impl Strategy<Value = u32> {
    prop_oneof![
        any::<u32>(),
        0..0x40_u32,
        Just(u32::MAX),
        (0..32_u32).prop_map(|bit| 1 << bit),
        (0..5_u32, any::<u32>()).prop_map(|(number, word)| word & !0x3f | number),
    ]
}

fn rate() -> impl Strategy<Value = Option<InputRate>> {
    prop_oneof![
        Just(None),
        Just(Some(InputRate::Constant)),
        word().prop_map(|divisor| Some(InputRate::from_gl_divisor(divisor))),
    ]
}

fn pair() -> impl Strategy<Value = Option<[u32; 2]>> {
    prop::option::weighted(0.8, [word(), word()])
}

/// Checks that each finding is in the words that it names, and that findings are in the order of the rules,
/// the alternatives last.
fn assert_sound(state: &DrawState<'_>) {
    let mut last = None;
    check(state, |finding| {
        let rule: Rule = finding.rule;
        // The alternatives come last.
        let order = match finding.alternative {
            0 => (0, Some(rule)),
            number => (number, None),
        };
        assert!(last <= Some(order), "{order:?} after {last:?}");
        last = Some(order);
        let words = match finding.table {
            Table::Buffers => state.buffers.len(),
            Table::Attributes => state.attributes.len(),
            _ => 2,
        };
        let is_truncated = matches!(
            finding.expected,
            Expected::Descriptor(DecodeErrorKind::Truncated { .. })
        );
        let may_be_behind = is_truncated || rule == Rule::MissingAttribute;
        assert!(finding.word < words || may_be_behind, "{finding:?}");
        assert!(!finding.to_string().is_empty());
    });
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn any_words_are_checked(
        arch in prop::sample::select(Arch::ALL),
        buffers in prop::collection::vec(word(), 0..40),
        attributes in prop::collection::vec(word(), 0..40),
        (draw, invocation, primitive) in (pair(), pair(), pair()),
        counts in prop::option::of((prop::option::of(word()), word(), any::<i64>())),
        (table, read_attributes) in (prop::option::of(0..64_u32), prop::option::of(any::<u64>())),
        rates in prop::collection::vec(rate(), 0..6),
        (first_instance, base_vertex) in (prop::option::of(word()), prop::option::of(any::<i32>())),
        bounds in prop::option::of((word(), word())),
    ) {
        let state = DrawState {
            draw,
            invocation,
            primitive,
            counts: counts.map(|(vertices, instances, first_vertex)| Counts {
                vertices,
                instances,
                first_vertex,
            }),
            table,
            read_attributes,
            rates: &rates,
            first_instance,
            base_vertex,
            index_bounds: bounds.map(|(minimum, maximum)| IndexBounds { minimum, maximum }),
            ..DrawState::new(arch, &buffers, &attributes)
        };
        assert_sound(&state);
    }

    #[test]
    fn a_right_draw_with_any_word_changed_is_checked(
        arch in prop::sample::select(Arch::ALL),
        instanced in any::<bool>(),
        number in 0..64_usize,
        word in word(),
    ) {
        let mut words = if instanced { cubes(arch) } else { cube(arch) };
        let tables = words.buffers.iter_mut().chain(&mut words.attributes);
        let descriptors = words.draw.iter_mut().chain(&mut words.invocation).flatten();
        if let Some(place) = tables.chain(descriptors).nth(number) {
            *place = word;
        }
        assert_sound(&words.state());
    }
}
