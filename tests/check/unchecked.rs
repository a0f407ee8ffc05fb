//! A rule whose inputs are absent is reported as not checked.

use mali_instancing::check::{DrawState, Rule, Severity, check};
use mali_instancing::draw::{DrawCounts, Pipeline, VertexAttribute, VertexBuffer};
use mali_instancing::{Arch, Format, InputRate};

use crate::draws::{cubes, packed};

fn unchecked(state: &DrawState<'_>) -> Vec<Rule> {
    check(state, |finding| panic!("{finding}")).iter().collect()
}

#[test]
fn a_draw_of_which_everything_is_known_is_wholly_checked() {
    for arch in Arch::ALL {
        let words = cubes(*arch);
        let rates = [0, 0, 3].map(|divisor| Some(InputRate::from_gl_divisor(divisor)));
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
            Rule::NearestDraw,
            Rule::MissingAttribute,
            Rule::ThreadCount,
            Rule::TilerJob,
            Rule::IndexCount,
            Rule::OffsetEnable,
            Rule::BaseVertex,
            Rule::OutOfBounds,
            Rule::OffsetStart,
            Rule::NegativeVertex,
            Rule::FirstInstance,
            Rule::Padding,
            Rule::SingleInstance,
            Rule::UnreachedVertices,
        ]
    );
    let words = cubes(Arch::V9);
    let state = DrawState::new(words.arch, &words.buffers, &words.attributes);
    let expected = [
        Rule::ResourceTable,
        Rule::MissingAttribute,
        Rule::OutOfBounds,
        Rule::FirstInstance,
    ];
    assert_eq!(unchecked(&state), expected);
}

/// They may be a part of a table: someone has pasted a descriptor.
#[test]
fn buffers_without_a_draw_are_descriptors_and_nothing_more() {
    let descriptor = [4, 0x2700_0000, 64, 0, 0x20, 0x17b4_25ed, 0, 3];
    for arch in [Arch::V7, Arch::V9] {
        let alone = DrawState::new(arch, &descriptor, &[]);
        let others = Rule::ALL.iter().copied();
        let others: Vec<_> = others.filter(|rule| *rule != Rule::Descriptor).collect();
        assert_eq!(unchecked(&alone), others, "{arch}");
        let cut = DrawState::new(arch, &descriptor[..6], &[]);
        let mut found = Vec::new();
        check(&cut, |finding| found.push(finding.rule));
        assert_eq!(found, [Rule::Descriptor], "{arch}");
    }
}

/// The words do not have the application's stride, of which the offset has a multiple.
#[test]
fn a_first_instance_is_not_checked_where_the_stride_is_0() {
    let is_checked = |arch: Arch, instances, rate, stride, first_instance: Option<u32>| {
        let pipeline = Pipeline::new(arch);
        let counts = DrawCounts::instanced(3, instances)
            .with_first_instance(first_instance.unwrap_or_default());
        let buffer = VertexBuffer::new(stride, rate).with_size(Some(160));
        let attribute = VertexAttribute::new(0, Format::R32_SFLOAT, 0);
        let words = packed(&pipeline, &counts, &[buffer], &[attribute], &[0x1000_0000]);
        let state = DrawState {
            first_instance,
            rates: &[Some(rate)],
            ..words.state()
        };
        !unchecked(&state).contains(&Rule::FirstInstance)
    };
    let per_instance = InputRate::from_gl_divisor(1);
    for arch in Arch::ALL.iter().copied() {
        for instances in [1, 4] {
            for (rate, stride) in [(InputRate::Constant, 16), (per_instance, 0)] {
                let is_checked = |first| is_checked(arch, instances, rate, stride, first);
                assert!(!is_checked(Some(5)), "{arch}, {rate} of {instances}");
                assert!(!is_checked(None), "{arch}, {rate} of {instances}");
                assert!(is_checked(Some(0)), "{arch}, {rate} of {instances}");
            }
            // No instance changes which vertex is read.
            assert!(is_checked(arch, instances, InputRate::Vertex, 0, Some(5)));
        }
        // A descriptor for one instance has the stride 0 up to V7.
        assert_eq!(
            is_checked(arch, 1, per_instance, 16, Some(5)),
            !arch.has_attribute_buffers(),
            "{arch}"
        );
    }
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
