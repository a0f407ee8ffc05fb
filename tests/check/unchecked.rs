//! A rule whose inputs are absent is reported as not checked.

use mali_instancing::Arch;
use mali_instancing::check::{DrawState, Rule, Severity, check};

use crate::draws::cubes;

fn unchecked(state: &DrawState<'_>) -> Vec<Rule> {
    check(state, |finding| panic!("{finding}")).iter().collect()
}

#[test]
fn a_draw_of_which_everything_is_known_is_wholly_checked() {
    for arch in Arch::ALL {
        let words = cubes(*arch);
        let rates =
            [0, 0, 3].map(|divisor| Some(mali_instancing::InputRate::from_gl_divisor(divisor)));
        let has_attribute_buffers = arch.has_attribute_buffers();
        let state = DrawState {
            primitive: has_attribute_buffers.then_some([0, 69]),
            tiler_draw: words.draw,
            tiler_invocation: words.invocation,
            is_indexed: has_attribute_buffers.then_some(false),
            first_instance: Some(0),
            table: Some(0),
            read_attributes: Some(0b111),
            rates: &rates,
            ..words.state()
        };
        assert_eq!(unchecked(&state), [], "{arch}");
    }
}

#[test]
fn tables_alone_are_checked_by_few_rules() {
    let words = cubes(Arch::V7);
    let state = DrawState::new(words.arch, &words.buffers, &words.attributes);
    assert_eq!(
        unchecked(&state),
        [
            Rule::MissingAttribute,
            Rule::InstanceCount,
            Rule::InstanceSize,
            Rule::ThreadCount,
            Rule::TilerJob,
            Rule::IndexCount,
            Rule::FetchMode,
            Rule::Modulus,
            Rule::HardwareDivisor,
            Rule::OffsetEnable,
            Rule::Stride,
            Rule::BaseVertex,
            Rule::OutOfBounds,
            Rule::OffsetStart,
            Rule::NegativeVertex,
            Rule::FirstInstance,
            Rule::Padding,
            Rule::Rounding,
            Rule::SingleInstance,
        ]
    );
    let words = cubes(Arch::V9);
    let state = DrawState::new(words.arch, &words.buffers, &words.attributes);
    let expected = [
        Rule::ResourceTable,
        Rule::MissingAttribute,
        Rule::HardwareDivisor,
        Rule::OutOfBounds,
        Rule::FirstInstance,
    ];
    assert_eq!(unchecked(&state), expected);
}

#[test]
fn errors_come_before_notes_and_every_rule_has_a_name_and_a_sentence() {
    assert!(Rule::ALL.is_sorted_by_key(|rule| rule.severity() == Severity::Note));
    for rule in Rule::ALL {
        assert_eq!(Rule::from_name(rule.name()), Some(*rule));
        assert!(
            rule.name()
                .bytes()
                .all(|byte| byte.is_ascii_lowercase() || byte == b'-')
        );
        assert!(rule.description().ends_with('.'));
    }
}
