//! One number of a correct draw of V4 to V7 is changed, and the first finding is of the rule about it.

use mali_instancing::check::{Detail, DrawState, Expected, Rule, Severity, Table};
use mali_instancing::descriptor::Invocation;
use mali_instancing::draw::{DrawCounts, IndexBounds, Pipeline, VertexAttribute, VertexBuffer};
use mali_instancing::model::element_index;
use mali_instancing::{Arch, Format, InputRate, PaddedCount};

use crate::draws::{Words, cube, cubes, findings, first, packed, packed_from, rules};

const V4_TO_V7: [Arch; 4] = [Arch::V4, Arch::V5, Arch::V6, Arch::V7];

/// The positions of descriptors in the tables of `cubes`.
const MODEL: usize = 8;
const CONTINUATION: usize = 12;
const TERMINATOR: usize = 16;
const UV: usize = 2;
const ROW: usize = 4;

/// Checks the first finding after a change of the draw of several instances, on every architecture.
fn assert_first(rule: Rule, change: impl Fn(&mut Words)) {
    for arch in V4_TO_V7 {
        let changed = cubes(arch).changed(&change);
        assert_eq!(first(&changed), Some(rule), "{arch}: {changed:x?}");
    }
}

fn set_counts(words: &mut Words, vertices: u32, instances: u32) {
    words.invocation = Some(Invocation::draw(vertices, instances).unwrap().words());
}

#[test]
fn nothing_is_found_in_a_right_draw() {
    for arch in V4_TO_V7 {
        assert_eq!(rules(&cubes(arch).state()), []);
        assert_eq!(rules(&cube(arch).state()), []);
    }
}

#[test]
fn words_that_are_no_descriptor() {
    assert_first(Rule::Descriptor, |words| {
        words.invocation = Some([0x31c5, 0]);
    });
    // A compute job with the same number of threads.
    assert_first(Rule::Descriptor, |words| {
        let job = Invocation::compute([1, 1, 1], [1, 70, 100]).unwrap();
        words.invocation = Some(job.words());
    });
}

#[test]
fn an_attribute_that_names_no_descriptor() {
    for arch in V4_TO_V7 {
        let changed = cubes(arch).changed(|words| words.attributes[UV] |= 0x1ff);
        let found = findings(&changed.state())[0];
        assert_eq!(
            (found.rule, found.table, found.word),
            (Rule::NearestDraw, Table::Attributes, UV)
        );
        // The nearest number of a buffer.
        assert_eq!((found.found, found.expected), (0x1ff, Expected::Value(2)));
        // Nothing shows which buffer it is if there is none.
        let without = changed.changed(|words| words.buffers.fill(0));
        assert_eq!(first(&without), Some(Rule::BufferIndex));
    }
    assert_first(Rule::NearestDraw, |words| {
        words.buffers[4..8].fill(0);
        words.attributes[UV] += 1;
    });
    assert_first(Rule::NearestDraw, |words| words.attributes[ROW] += 1);
}

/// A draw of 70 vertices and 100 instances, whose attributes name these numbers: a buffer of so many bytes for each
/// divisor, 0 for vertices, at this address.
fn words_of_indices(arch: Arch, buffers: &[(u32, u64)], size: u32, indices: &[u32]) -> Words {
    let (pipeline, counts) = (Pipeline::new(arch), DrawCounts::instanced(70, 100));
    let of_divisor = |(divisor, _): &(u32, u64)| {
        VertexBuffer::new(16, InputRate::from_gl_divisor(*divisor)).with_size(Some(size))
    };
    let attribute = |buffer| VertexAttribute::new(buffer, Format::R32_SFLOAT, 0);
    let attributes: Vec<_> = (0..indices.len()).map(|_| attribute(0)).collect();
    let addresses: Vec<u64> = buffers.iter().map(|(_, address)| *address).collect();
    let buffers: Vec<_> = buffers.iter().map(of_divisor).collect();
    packed(&pipeline, &counts, &buffers, &attributes, &addresses).changed(|words| {
        for (words, index) in words.attributes.chunks_mut(2).zip(indices) {
            words[0] = words[0] & !0x1ff | index;
        }
    })
}

/// The findings in such a draw.
fn of_indices(arch: Arch, buffers: &[(u32, u64)], indices: &[u32]) -> Vec<(Rule, Expected)> {
    let words = words_of_indices(arch, buffers, 1600, indices);
    let found = findings(&words.state()).into_iter();
    let nearest = found.filter(|finding| finding.alternative == 0);
    nearest
        .map(|finding| (finding.rule, finding.expected))
        .collect()
}

const GAP: [(u32, u64); 4] = [(0, 0x1000), (0, 0x2000), (0, 0x3000), (3, 0x4000)];

/// The third buffer has the number 2 and its copy 3, so that the fourth, which has a continuation, begins at 4.
#[test]
fn the_copy_in_the_gap_before_a_continuation_is_no_buffer() {
    for arch in V4_TO_V7 {
        assert_eq!(of_indices(arch, &GAP, &[0, 1, 2, 4]), []);
        let copy = |right| (Rule::NearestDraw, Expected::Value(right));
        assert_eq!(of_indices(arch, &GAP, &[0, 1, 2, 3]), [copy(4)]);
        assert_eq!(of_indices(arch, &GAP, &[3, 0, 3]), [copy(4), copy(4)]);
        // Numbers 0, a copy, 2 and 4: the last attribute reads a buffer, though not its own.
        let two = [(0, 0x1000), (3, 0x2000), (3, 0x3000)];
        assert_eq!(of_indices(arch, &two, &[0, 1, 2]), [copy(2), copy(4)]);
        // One buffer is bound twice, and the attributes name all of them.
        let twice = [
            (0, 0x1000),
            (0, 0x2000),
            (0, 0x3000),
            (0, 0x3000),
            (3, 0x4000),
        ];
        assert_eq!(of_indices(arch, &twice, &[0, 1, 2, 3, 4]), []);
    }
}

#[test]
fn a_number_of_a_continuation_is_that_of_its_buffer_or_counts_buffers() {
    for arch in V4_TO_V7 {
        let of = |buffers: &[_], indices: &[u32]| of_indices(arch, buffers, indices);
        let found = |expected| [(Rule::NearestDraw, expected)];
        // Numbers 0, a copy, 2 with its continuation, and 4.
        let buffers = [(0, 0x1000), (3, 0x2000), (0, 0x3000)];
        assert_eq!(of(&buffers, &[0, 2, 4]), []);
        assert_eq!(of(&buffers, &[0, 3, 4]), found(Expected::Value(2)));
        assert_eq!(of(&buffers, &[0, 2, 3, 4]), found(Expected::Value(2)));
        // Number 0 with its continuation, and 2.
        let buffers = [(3, 0x2000), (0, 0x3000)];
        assert_eq!(of(&buffers, &[0, 1]), found(Expected::Value(2)));
    }
}

/// Each buffer is empty, and the attributes mean all of them.
#[test]
fn an_empty_buffer_is_found_once_for_all_attributes_that_mean_it() {
    let once = |arch, buffers: &[(u32, u64)], indices: &[u32], meant: &[usize]| {
        let words = words_of_indices(arch, buffers, 0, indices);
        let found = findings(&words.state()).into_iter();
        let found =
            found.filter(|finding| finding.rule == Rule::EmptyBuffer && finding.alternative == 0);
        let mut empty: Vec<usize> = found.map(|finding| finding.word / 4).collect();
        empty.sort_unstable();
        assert_eq!(empty, meant, "{arch}: {indices:?}");
    };
    for arch in V4_TO_V7 {
        once(arch, &GAP, &[0, 0, 1, 2, 4, 4], &[0, 1, 2, 4]);
        // Numbers 0, a copy, 2 and 4, each of these two with a continuation. The indices count buffers.
        let buffers = [(0, 0x1000), (3, 0x2000), (3, 0x3000)];
        once(arch, &buffers, &[0, 1, 2], &[0, 2, 4]);
        once(arch, &buffers, &[0, 2, 1], &[0, 2, 4]);
        once(arch, &buffers, &[2, 1, 1, 0, 2], &[0, 2, 4]);
        // Two are on continuations, one less than which is the number of a buffer.
        once(arch, &buffers, &[0, 3, 5, 2, 4], &[0, 2, 4]);
        // One is on a continuation.
        let buffers = [(0, 0x1000), (3, 0x2000), (0, 0x3000)];
        once(arch, &buffers, &[0, 3, 2, 4], &[0, 2, 4]);
        once(arch, &buffers, &[3, 0, 3, 4], &[0, 2, 4]);
    }
}

#[test]
fn an_attribute_that_the_shader_reads_and_nobody_wrote() {
    for arch in V4_TO_V7 {
        let words = cubes(arch).changed(|words| words.attributes[UV..ROW].fill(0));
        let state = |mask| DrawState {
            read_attributes: Some(mask),
            ..words.state()
        };
        assert_eq!(rules(&state(0b101)), []);
        assert_eq!(rules(&state(0b111)), [Rule::MissingAttribute]);
        assert_eq!(rules(&state(0b1101)), [Rule::MissingAttribute]);
    }
}

#[test]
fn a_pair_that_begins_at_an_odd_descriptor() {
    assert_first(Rule::NearestDraw, |words| {
        let pair = words.buffers[MODEL..TERMINATOR].to_vec();
        words.buffers.splice(MODEL..MODEL, [0; 4]);
        words.buffers[MODEL + 4..TERMINATOR + 4].copy_from_slice(&pair);
        words.attributes[ROW] += 1;
    });
}

#[test]
fn a_pair_without_its_second_descriptor() {
    for word in [0, 1, 0x60] {
        assert_first(Rule::NearestDraw, |words| {
            words.buffers[CONTINUATION] = word;
        });
    }
    // V4 and V5 have no null terminator, so the table simply ends.
    let changed = cubes(Arch::V5).changed(|words| words.buffers.truncate(CONTINUATION));
    assert_eq!(first(&changed), Some(Rule::NearestDraw));
}

#[test]
fn a_base_that_is_not_aligned() {
    // The words of a driver that ORs an address into its descriptor.
    assert_first(Rule::Alignment, |words| words.buffers[0] |= 0x10);
    assert_first(Rule::Alignment, |words| words.buffers[MODEL] |= 0x28);
}

#[test]
fn a_placeholder_that_was_never_patched() {
    // The invocation was never written.
    assert_first(Rule::Unpatched, |words| words.invocation = Some([0, 0]));
    assert_first(Rule::Unpatched, |words| set_counts(words, 1, 100));
    assert_first(Rule::Unpatched, |words| words.buffers[3] = 1);
    assert_first(Rule::Unpatched, |words| words.buffers[MODEL + 3] = 1);
    assert_first(Rule::Unpatched, |words| words.buffers[0] &= 0x3f);
    for arch in V4_TO_V7 {
        let words = cubes(arch);
        let state = DrawState {
            primitive: Some([0, 0]),
            ..words.state()
        };
        assert_eq!(rules(&state), [Rule::Unpatched]);
    }
}

#[test]
fn a_buffer_without_bytes() {
    assert_first(Rule::EmptyBuffer, |words| words.buffers[3] = 0);
    assert_first(Rule::EmptyBuffer, |words| words.buffers[MODEL + 3] = 0);
    // Mesa's Vulkan driver writes such a descriptor for a buffer that was never bound.
    assert_first(Rule::EmptyBuffer, |words| {
        words.buffers[0] &= 0x3f;
        words.buffers[3] = 0;
    });
}

#[test]
fn a_number_of_instances_that_nothing_else_has() {
    for arch in V4_TO_V7 {
        let changed = cube(arch).changed(|words| set_counts(words, 70, 100));
        let found = findings(&changed.state());
        assert_eq!(found[0].count(), Some("instances"));
        assert_eq!(
            (found[0].rule, found[0].table),
            (Rule::NearestDraw, Table::Invocation)
        );
        assert_eq!(
            (found[0].found, found[0].expected),
            (100, Expected::Value(1))
        );
        // Or both the draw and its table are of one instance, which does not show the stride of several.
        let others = found.iter().filter(|finding| finding.alternative > 0);
        let others = others.map(|finding| (finding.table, finding.field.map(|field| field.name)));
        let others: Vec<_> = others.collect();
        assert!(
            others.contains(&(Table::Draw, Some("instance size"))),
            "{others:?}"
        );
        assert!(
            others.contains(&(Table::Buffers, Some("stride"))),
            "{others:?}"
        );
    }
}

#[test]
fn an_instance_size_that_is_not_the_tables() {
    let padded = |count| u32::from(PaddedCount::from_exact(count).unwrap().to_bits()) << 16;
    for count in [2, 40, 64, 80, 96, 144] {
        for arch in V4_TO_V7 {
            let changed = cubes(arch).changed(|words| words.draw = Some([padded(count), 7]));
            let found = findings(&changed.state());
            let nearest = found.iter().filter(|finding| finding.alternative == 0);
            assert_eq!(nearest.count(), 1, "{count}: {found:?}");
            assert_eq!(
                (found[0].rule, found[0].table),
                (Rule::NearestDraw, Table::Draw)
            );
            // 72 = 9 · 2^3: R is 3, and P 4.
            assert_eq!(found[0].expected, Expected::Value(0x83));
        }
    }
    // The instance size has the odd factor 11.
    assert_first(Rule::NearestDraw, |words| {
        words.draw = Some([0x00a3_0000, 7]);
    });
    assert_first(Rule::NearestDraw, |words| set_counts(words, 73, 100));
}

#[test]
fn an_instance_size_in_a_draw_of_one_instance() {
    for arch in V4_TO_V7 {
        let changed = cube(arch).changed(|words| words.draw = Some([0x0083_0000, 7]));
        assert_eq!(
            rules(&changed.state()),
            [Rule::NearestDraw, Rule::SingleInstance]
        );
    }
}

#[test]
fn more_threads_than_a_linear_id_can_number() {
    // 2^20 vertices are padded to 9 · 2^17. 3,640 instances of these have less than 2^32 threads.
    let pipeline = Pipeline::new(Arch::V7);
    let counts = DrawCounts::instanced(1 << 20, 3640);
    let buffer = VertexBuffer::new(4, InputRate::Vertex).with_size(Some(4 << 20));
    let attribute = VertexAttribute::new(0, Format::R32_SFLOAT, 0);
    let words = packed(&pipeline, &counts, &[buffer], &[attribute], &[0x1000]);
    assert_eq!(rules(&words.state()), []);
    let changed = words.changed(|words| set_counts(words, 1 << 20, 3641));
    let found = findings(&changed.state());
    assert_eq!(
        (found[0].rule, found[0].expected),
        (Rule::ThreadCount, Expected::AtMost(3640))
    );
}

#[test]
fn a_mode_that_is_not_for_the_draw() {
    // Only the type changes: 3 is a modulus, 4 another divisor, 1 linear.
    let with_type = |word: u32, value| word & !0x3f | value;
    for value in [0, 1, 2, 4, 8] {
        assert_first(Rule::NearestDraw, |words| {
            words.buffers[0] = with_type(words.buffers[0], value);
        });
    }
    for value in [1, 2, 3] {
        assert_first(Rule::NearestDraw, |words| {
            words.buffers[MODEL] = with_type(words.buffers[MODEL], value);
        });
    }
    for arch in V4_TO_V7 {
        for value in [2, 3] {
            let changed =
                cube(arch).changed(|words| words.buffers[0] = with_type(words.buffers[0], value));
            assert_eq!(first(&changed), Some(Rule::NearestDraw), "{arch}: {value}");
        }
        // The type is linear, with a stride.
        let changed =
            cubes(arch).changed(|words| [words.buffers[0], words.buffers[1]] = [0x1000_0001, 0]);
        assert_eq!(first(&changed), Some(Rule::NearestDraw));
    }
}

#[test]
fn a_mode_that_is_not_for_the_attributes_rate() {
    let rates = |mesh, row| [Some(mesh), Some(mesh), Some(row)];
    let by_3 = InputRate::from_gl_divisor(3);
    for arch in V4_TO_V7 {
        let words = cubes(arch);
        let with = |rates: &[Option<InputRate>; 3]| {
            rules(&DrawState {
                rates,
                ..words.state()
            })
        };
        assert_eq!(with(&rates(InputRate::Vertex, by_3)), []);
        assert_eq!(with(&rates(by_3, by_3)), [Rule::NearestDraw]);
        assert_eq!(
            with(&rates(InputRate::Vertex, InputRate::Vertex))[0],
            Rule::NearestDraw
        );
        assert_eq!(
            with(&rates(InputRate::Vertex, InputRate::Constant))[..1],
            [Rule::NearestDraw]
        );
        let by_5 = InputRate::from_gl_divisor(5);
        assert_eq!(with(&rates(InputRate::Vertex, by_5)), [Rule::NearestDraw]);
        // All of the 100 instances read one element, as with a divisor of 100 instead of 3.
        let several = words.state();
        let one = cube(arch);
        let by = |divisor| {
            let rates = [None, None, Some(InputRate::from_gl_divisor(divisor))];
            rules(&DrawState {
                draw: several.draw,
                invocation: several.invocation,
                read_attributes: Some(0b100),
                rates: &rates,
                ..one.state()
            })
        };
        assert_eq!(by(3), [Rule::NearestDraw]);
        assert_eq!(by(100), []);
        // The descriptor is correct for the first attribute that names it, and for no other.
        let changed = words.changed(|words| words.attributes[ROW] &= !0x1ff);
        let rates = rates(InputRate::Vertex, by_3);
        let state = DrawState {
            rates: &rates,
            ..changed.state()
        };
        assert_eq!(rules(&state)[0], Rule::NearestDraw);
    }
}

#[test]
fn a_modulus_that_is_not_the_instance_size() {
    for bits in [0x82, 0x84, 0x63, 0x03, 0xe3, 0] {
        assert_first(Rule::NearestDraw, |words| words.buffers[1] = bits << 24);
    }
    let changed = cubes(Arch::V7).changed(|words| words.buffers[1] = 0x8400_0000);
    let found = findings(&changed.state())[0];
    assert_eq!(
        (found.table, found.word, found.attribute),
        (Table::Buffers, 1, Some(0))
    );
    assert_eq!((found.found, found.expected), (4, Expected::Value(3)));
    let Some(Detail::NearestDraw(draw)) = found.detail else {
        panic!("{found:?}");
    };
    let draw = (draw.vertices, draw.padded_vertices, draw.rate);
    let padded = PaddedCount::from_exact(72).ok();
    assert_eq!(draw, (Some(70), padded, Some(InputRate::Vertex)));
}

#[test]
fn a_division_that_is_not_by_the_hardware_divisor() {
    // The fields are R, E, D, and the application's divisor.
    assert_first(Rule::NearestDraw, |words| {
        words.buffers[MODEL + 1] ^= 1 << 24;
    });
    assert_first(Rule::NearestDraw, |words| {
        words.buffers[MODEL + 1] ^= 1 << 29;
    });
    for bit in 0..31 {
        let change = |words: &mut Words| words.buffers[CONTINUATION + 1] ^= 1 << bit;
        assert_first(Rule::NearestDraw, change);
        // A multiplier that is off by one or two is correct for all threads of this draw.
        let changed = cubes(Arch::V7).changed(change);
        let words = changed.buffers[MODEL..].first_chunk().unwrap();
        let mut ids = (0..7200).filter(|id| id % 72 < 70);
        let is_read = ids.any(|id| element_index(words, id) != Some(id / 216));
        let is_error = findings(&changed.state())[0].severity == Severity::Error;
        assert_eq!(is_error, is_read, "{bit}");
    }
    for divisor in [0, 1, 2, 4, 300] {
        assert_first(Rule::NearestDraw, |words| {
            words.buffers[CONTINUATION + 3] = divisor;
        });
    }
}

#[test]
fn a_power_of_two_that_is_no_multiple_of_the_instance_size() {
    // 60 vertices are padded to 64. An element serves two instances, which are 2^7 threads.
    let pipeline = Pipeline::new(Arch::V7);
    let counts = DrawCounts::instanced(60, 10);
    let rate = InputRate::from_gl_divisor(2);
    let buffer = VertexBuffer::new(4, rate).with_size(Some(5 * 4));
    let attribute = VertexAttribute::new(0, Format::R32_SFLOAT, 0);
    let words = packed(&pipeline, &counts, &[buffer], &[attribute], &[0x1000]);
    assert_eq!(words.buffers[..2], [0x1002, 0x0700_0000]);
    assert_eq!(rules(&words.state()), []);
    let changed = words.changed(|words| words.buffers[1] = 0x0500_0000);
    assert_eq!(first(&changed), Some(Rule::NearestDraw));
    // With four instances, only the rate shows the mistake.
    let changed = words.changed(|words| words.buffers[1] = 0x0800_0000);
    assert_eq!(first(&changed), None);
    let state = DrawState {
        rates: &[Some(rate)],
        ..changed.state()
    };
    assert_eq!(rules(&state), [Rule::NearestDraw]);
}

#[test]
fn an_offset_start_that_is_not_added() {
    assert_first(Rule::OffsetEnable, |words| words.attributes[UV] ^= 1 << 9);
    assert_first(Rule::OffsetEnable, |words| words.attributes[ROW] ^= 1 << 9);
    // The first instance adds 20 elements, the offset start subtracts 7: the offset is above 0.
    for arch in V4_TO_V7 {
        let late = cubes(arch).changed(|words| {
            words.attributes[ROW + 1] = (20 - 7) * 64;
            words.buffers[MODEL + 3] = (20 + 34) * 64;
        });
        let changed = late.changed(|words| words.attributes[ROW] ^= 1 << 9);
        let rules = |words: &Words| {
            rules(&DrawState {
                first_instance: Some(20),
                ..words.state()
            })
        };
        assert_eq!(rules(&late), []);
        assert_eq!(rules(&changed), [Rule::OffsetEnable]);
        // The attribute reads past the end; the offset start was not forgotten.
        let shorter = late.changed(|words| words.buffers[MODEL + 3] -= 64);
        assert_eq!(rules(&shorter), [Rule::OutOfBounds]);
    }
    for arch in V4_TO_V7 {
        let changed = cube(arch).changed(|words| words.attributes[UV] ^= 1 << 9);
        assert_eq!(first(&changed), Some(Rule::OffsetEnable));
    }
}

#[test]
fn a_first_instance_that_is_added_twice() {
    for arch in V4_TO_V7 {
        // The first instance adds 20 elements, the offset start subtracts 7.
        let with_elements = |added: u32| {
            cubes(arch).changed(|words| {
                words.attributes[ROW + 1] = (added - 7) * 64;
                words.buffers[MODEL + 3] = (40 + 34) * 64;
            })
        };
        let found = |words: &Words, has_whole_buffers| {
            let found = findings(&DrawState {
                first_instance: Some(20),
                has_whole_buffers,
                ..words.state()
            });
            let found = found.iter().find(|found| found.rule == Rule::FirstInstance);
            found.map(|finding| (finding.severity, finding.expected))
        };
        let once = Expected::Value((20 - 7) * 64);
        for (has_whole_buffers, severity) in [(false, Severity::Note), (true, Severity::Error)] {
            assert_eq!(found(&with_elements(20), has_whole_buffers), None);
            let twice = found(&with_elements(40), has_whole_buffers);
            assert_eq!(twice, Some((severity, once)));
        }
    }
}

#[test]
fn a_stride_where_all_instances_read_one_element() {
    for arch in V4_TO_V7 {
        // Each buffer has one descriptor.
        let words = cube(arch).changed(|words| words.buffers[4 + 2] = 64);
        let per_instance = Some(InputRate::from_gl_divisor(3));
        let vertex = Some(InputRate::Vertex);
        let with = |rates: &[Option<InputRate>]| {
            rules(&DrawState {
                rates,
                ..words.state()
            })
        };
        assert_eq!(with(&[vertex, vertex, per_instance]), [Rule::NearestDraw]);
        assert_eq!(
            with(&[vertex, vertex, Some(InputRate::Constant)]),
            [Rule::NearestDraw]
        );
    }
}

#[test]
fn a_format_that_the_architecture_has_not() {
    // Type 0, a number that no format has, and components in the notation of another architecture.
    for format in [0, 0x3f_f010] {
        assert_first(Rule::Format, |words| {
            words.attributes[UV] = words.attributes[UV] & 0x3ff | format << 10;
        });
    }
    for [arch, other] in [[Arch::V6, Arch::V7], [Arch::V7, Arch::V6]] {
        let format = |arch| Format::R16G16_UNORM.hardware(arch).unwrap();
        let changed = cubes(arch).changed(|words| {
            words.attributes[UV] = words.attributes[UV] & 0x3ff | format(other) << 10;
        });
        let found = findings(&changed.state())[0];
        assert_eq!(
            (found.rule, found.found),
            (Rule::Format, format(other).into())
        );
    }
}

#[test]
fn a_base_vertex_offset_that_leads_to_no_thread() {
    let bounds = IndexBounds {
        minimum: 9,
        maximum: 78,
    };
    for arch in V4_TO_V7 {
        let words = cubes(arch);
        let with = |offset: i32, index_bounds| {
            let primitive = Some([offset as u32, 209]);
            let state = DrawState {
                primitive,
                index_bounds,
                ..words.state()
            };
            rules(&state)
        };
        assert_eq!(with(-9, Some(bounds)), []);
        for wrong in [-10, -8, 0, 9, i32::MIN, i32::MAX] {
            assert_eq!(with(wrong, Some(bounds)), [Rule::BaseVertex], "{wrong}");
        }
        // Even without bounds, no index is below 0.
        assert_eq!(with(-9, None), []);
        assert_eq!(with(9, None), [Rule::BaseVertex]);
        let more = IndexBounds {
            maximum: 79,
            ..bounds
        };
        assert_eq!(with(-9, Some(more)), [Rule::BaseVertex]);
    }
}

#[test]
fn an_offset_start_that_is_not_the_smallest_index_and_the_base_vertex() {
    // The first vertex is number 7, and the smallest index 9.
    let bounds = IndexBounds {
        minimum: 9,
        maximum: 78,
    };
    for arch in V4_TO_V7 {
        let words = cubes(arch);
        let with = |index_bounds, base_vertex, offset: i32| {
            let state = DrawState {
                primitive: Some([offset as u32, 209]),
                base_vertex: Some(base_vertex),
                index_bounds,
                ..words.state()
            };
            let found = findings(&state).into_iter();
            found
                .map(|finding| (finding.rule, finding.table))
                .collect::<Vec<_>>()
        };
        assert_eq!(with(Some(bounds), -2, -9), []);
        assert_eq!(with(Some(bounds), 0, -9), [(Rule::BaseVertex, Table::Draw)]);
        assert_eq!(with(None, -2, -9), []);
        assert_eq!(with(None, -2, -8), [(Rule::BaseVertex, Table::Primitive)]);
        assert_eq!(with(None, 8, 1), []);
    }
}

#[test]
fn an_element_past_the_end_of_its_buffer() {
    assert_first(Rule::OutOfBounds, |words| words.buffers[3] -= 5);
    assert_first(Rule::OutOfBounds, |words| words.buffers[2] += 1);
    assert_first(Rule::OutOfBounds, |words| {
        words.draw = Some([0x0083_0000, 8]);
    });
    assert_first(Rule::OutOfBounds, |words| words.attributes[UV + 1] += 5);
    assert_first(Rule::OutOfBounds, |words| set_counts(words, 70, 103));
    // The attribute reads below the buffer's beginning.
    assert_first(Rule::OutOfBounds, |words| {
        words.attributes[1] = -141_i32 as u32;
    });
}

#[test]
fn a_table_without_its_null_terminator() {
    for arch in [Arch::V6, Arch::V7] {
        let words = cubes(arch);
        let with = |terminator: [u32; 4]| {
            first(&words.changed(|words| words.buffers[TERMINATOR..].copy_from_slice(&terminator)))
        };
        // These are the words of both drivers.
        assert_eq!(with([0; 4]), None);
        assert_eq!(with([1, 0, 0, 0]), None);
        for word in 0..4 {
            let mut terminator = [0; 4];
            terminator[word] = 0x80;
            assert_eq!(with(terminator), Some(Rule::NullTerminator));
        }
        // So has the table of a draw without buffers, which something else of the draw tells from a part of a table.
        let without = |buffers| {
            rules(&DrawState {
                draw: words.draw,
                ..DrawState::new(arch, buffers, &[])
            })
        };
        assert_eq!(without(&[]), [Rule::NullTerminator]);
        assert_eq!(without(&[0; 4]), []);
    }
    for arch in [Arch::V4, Arch::V5, Arch::V9] {
        assert_eq!(rules(&DrawState::new(arch, &[], &[])), []);
    }
}

#[test]
fn an_offset_start_that_is_not_taken_off_again() {
    // The buffer has 7 elements of 64 bytes.
    for arch in V4_TO_V7 {
        let words = cubes(arch);
        assert_eq!(words.attributes[ROW + 1] as i32, -448);
        let changed = words.changed(|words| words.attributes[ROW + 1] = 0);
        let found = findings(&changed.state());
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].rule, found[0].word), (Rule::OffsetStart, ROW + 1));
        assert_eq!(found[0].expected, Expected::Value(-448_i64 as u64));
        // In a larger buffer only the first instance shows the mistake.
        let larger = changed.changed(|words| words.buffers[MODEL + 3] *= 2);
        assert_eq!(first(&larger), None);
        let state = DrawState {
            first_instance: Some(0),
            ..larger.state()
        };
        assert_eq!(rules(&state), [Rule::OffsetStart]);
        let state = DrawState {
            first_instance: Some(7),
            ..larger.state()
        };
        assert_eq!(rules(&state), []);
    }
}

#[test]
fn a_number_of_vertices_that_is_padded_by_no_rule() {
    assert_first(Rule::Padding, |words| set_counts(words, 60, 100));
    // 72 is a tight padded count.
    for arch in V4_TO_V7 {
        let changed = cubes(arch).changed(|words| set_counts(words, 72, 100));
        assert_ne!(first(&changed), Some(Rule::Padding));
    }
}

#[test]
fn tables_for_several_instances_read_the_same_in_a_draw_of_one() {
    for arch in V4_TO_V7 {
        let changed = cubes(arch).changed(|words| set_counts(words, 70, 1));
        assert_eq!(rules(&changed.state()), [Rule::SingleInstance]);
    }
}

#[test]
fn vertex_and_instance_ids_are_checked_as_what_they_divide_by() {
    let attributes = [VertexAttribute::VERTEX_ID, VertexAttribute::INSTANCE_ID];
    for arch in [Arch::V4, Arch::V5] {
        for instances in [1, 100] {
            let pipeline = Pipeline::new(arch);
            let counts = DrawCounts::instanced(70, instances);
            let words = packed(&pipeline, &counts, &[], &attributes, &[]);
            assert_eq!(words.buffers[0], 0x22);
            assert_eq!(rules(&words.state()), []);
            let changed = words.changed(|words| words.buffers[1] = 0x0600_0000);
            assert_eq!(first(&changed), Some(Rule::NearestDraw));
            // A modulus of 128 keeps the vertices of one instance.
            let changed = words.changed(|words| words.buffers[1] = 0x0700_0000);
            let found = findings(&changed.state())[0];
            let severity = if instances == 1 {
                Severity::Note
            } else {
                Severity::Error
            };
            assert_eq!((found.rule, found.severity), (Rule::NearestDraw, severity));
            // R is 5, which divides by 32 or more.
            let changed = words.changed(|words| words.buffers[5] = 0x2500_0000);
            assert_eq!(first(&changed), Some(Rule::NearestDraw));
            // An attribute with a rate reads a buffer.
            let state = DrawState {
                rates: &[Some(InputRate::Vertex)],
                ..words.state()
            };
            assert_eq!(rules(&state)[0], Rule::NearestDraw);
        }
    }
}

#[test]
fn a_tiler_job_that_says_something_else() {
    for arch in V4_TO_V7 {
        let words = cubes(arch);
        let (draw, invocation) = (words.draw.unwrap(), words.invocation.unwrap());
        let with = |tiler_draw, tiler_invocation| {
            let state = DrawState {
                tiler_draw: Some(tiler_draw),
                tiler_invocation: Some(tiler_invocation),
                ..words.state()
            };
            let found = findings(&state).into_iter();
            found
                .map(|found| (found.rule, found.table, found.word))
                .collect::<Vec<_>>()
        };
        assert_eq!(with(draw, invocation), []);
        for bit in 0..32 {
            let mut other = draw;
            other[1] ^= 1 << bit;
            assert_eq!(
                with(other, invocation),
                [(Rule::TilerJob, Table::TilerDraw, 1)]
            );
            other = draw;
            other[0] ^= 1 << bit;
            // The other bits are flags of rasterization, and the size of primitives.
            let expected = (16..24)
                .contains(&bit)
                .then_some((Rule::TilerJob, Table::TilerDraw, 0));
            assert_eq!(with(other, invocation), Vec::from_iter(expected));
            for word in 0..2 {
                let mut other = invocation;
                other[word] ^= 1 << bit;
                assert_eq!(
                    with(draw, other),
                    [(Rule::TilerJob, Table::TilerInvocation, word)]
                );
            }
        }
    }
}

#[test]
fn a_draw_without_indices_that_counts_others() {
    for arch in V4_TO_V7 {
        let words = cubes(arch);
        let with = |is_indexed, primitive| {
            rules(&DrawState {
                is_indexed: Some(is_indexed),
                primitive: Some(primitive),
                ..words.state()
            })
        };
        assert_eq!(with(false, [0, 69]), []);
        assert_eq!(with(false, [0, 68]), [Rule::IndexCount]);
        assert_eq!(with(false, [0, 70]), [Rule::IndexCount]);
        assert_eq!(with(false, [-7_i32 as u32, 69]), [Rule::BaseVertex]);
        assert_eq!(with(true, [-7_i32 as u32, 209]), []);
    }
}

/// The draw has 70 vertices. Each index reaches one, and no vertex is outside the bounds.
#[test]
fn more_vertices_than_the_indices_reach() {
    for arch in V4_TO_V7 {
        let words = cubes(arch);
        let with = |is_indexed, indices: u32, index_bounds| {
            let state = DrawState {
                is_indexed,
                primitive: Some([-9_i32 as u32, indices - 1]),
                index_bounds,
                ..words.state()
            };
            let found = findings(&state);
            let found = found.iter().map(|finding| {
                let number = (finding.found, finding.expected);
                (finding.rule, finding.count(), number)
            });
            found.collect::<Vec<_>>()
        };
        let note = |most| {
            let number = (70, Expected::AtMost(most));
            vec![(Rule::UnreachedVertices, Some("vertices"), number)]
        };
        let bounds = |maximum| {
            Some(IndexBounds {
                minimum: 9,
                maximum,
            })
        };
        for is_indexed in [None, Some(true)] {
            assert_eq!(with(is_indexed, 70, None), []);
            assert_eq!(with(is_indexed, 69, None), note(69));
            assert_eq!(with(is_indexed, 2, None), note(2));
            assert_eq!(with(is_indexed, 210, bounds(78)), []);
            assert_eq!(with(is_indexed, 210, bounds(77)), note(69));
            assert_eq!(with(is_indexed, 36, bounds(77)), note(36));
        }
    }
}

#[test]
fn a_negative_offset_start_is_read_with_its_sign() {
    for arch in V4_TO_V7 {
        let negative = cube(arch)
            .changed(|words| words.draw = words.draw.map(|draw| [draw[0], -5_i32 as u32]));
        let found = findings(&negative.state());
        let rules: Vec<Rule> = found.iter().map(|finding| finding.rule).collect();
        assert_eq!(
            rules,
            [Rule::OutOfBounds, Rule::OutOfBounds, Rule::NegativeVertex]
        );
        let begin = Detail::FirstElement {
            index: -5,
            element: -5,
            begin: -100,
        };
        assert_eq!(found[0].detail, Some(begin));
        // The base is five elements before the first.
        let moved = negative.changed(|words| {
            words.attributes[1] = 100;
            words.attributes[UV + 1] += 100;
        });
        assert_eq!(self::rules(&moved.state()), [Rule::NegativeVertex]);
    }
}

/// Index 2^31 is element 2^31 of a buffer of bytes.
#[test]
fn indices_of_2_to_the_31_and_above_are_right() {
    let first_vertex = 1_u32 << 31;
    for arch in V4_TO_V7 {
        let pipeline = Pipeline::new(arch);
        let counts = DrawCounts::instanced(3, 1).with_first_vertex(first_vertex);
        let buffer = VertexBuffer::new(1, InputRate::Vertex).with_size(Some(first_vertex + 3));
        let attribute = VertexAttribute::new(0, Format::R8_UINT, 0);
        let words = packed(&pipeline, &counts, &[buffer], &[attribute], &[0x1000_0000]);
        let state = DrawState {
            primitive: Some([first_vertex.wrapping_neg(), 2]),
            is_indexed: Some(true),
            ..words.state()
        };
        assert_eq!(rules(&state), []);
        let bounds = IndexBounds {
            minimum: first_vertex,
            maximum: first_vertex + 2,
        };
        let known = DrawState {
            index_bounds: Some(bounds),
            base_vertex: Some(0),
            ..state
        };
        assert_eq!(rules(&known), []);
    }
}

/// In a draw of one instance, the ids are the vertices.
#[test]
fn a_descriptor_for_several_instances_can_read_right_for_one() {
    for arch in V4_TO_V7 {
        let several = cubes(arch);
        let words = several.changed(|words| {
            set_counts(words, 70, 1);
            words.draw = Some([0, 7]);
        });
        let severity = |words: &Words| {
            let found = findings(&words.state());
            assert_eq!(found[0].rule, Rule::NearestDraw);
            found[0].severity
        };
        assert_eq!(severity(&words), Severity::Note);
        // A modulus of 72 leaves 72 vertices unchanged, but not 73.
        let more = |vertices| {
            severity(&words.changed(|words| {
                set_counts(words, vertices, 1);
                words.buffers[3] += 60;
            }))
        };
        assert_eq!(more(72), Severity::Note);
        assert_eq!(more(73), Severity::Error);
    }
}

/// 72 · 89,478,486 is 2^31 + 2^31 · 2 + 16: it wraps to 2^31 + 16, and another product to 2^31 itself.
#[test]
fn a_power_of_two_of_a_product_that_wraps_is_a_note_where_no_id_reaches_it() {
    for arch in V4_TO_V7 {
        let words = cubes(arch).changed(|words| {
            words.buffers[MODEL] = words.buffers[MODEL] & !0x3f | 2;
            words.buffers[MODEL + 1] = 0x1f00_0000;
        });
        assert_eq!(rules(&words.state()), [Rule::NearestDraw]);
        // The divisor is 2^7: id 128 gets another element.
        let reached = words.changed(|words| words.buffers[MODEL + 1] = 0x0700_0000);
        assert_eq!(first(&reached), Some(Rule::NearestDraw));
    }
}

/// 72 · 59,652,323 is 40 below 2^32: there are ids for as many instances, and for none after them.
#[test]
fn a_division_that_returns_0_for_every_instance_that_a_draw_can_have_is_a_note() {
    const DIVISOR: u32 = 59_652_323;
    for arch in V4_TO_V7 {
        let rate = InputRate::from_gl_divisor(DIVISOR);
        let buffer = VertexBuffer::new(64, rate).with_size(Some(64));
        let attribute = VertexAttribute::new(0, Format::R32_SFLOAT, 0);
        let counts = DrawCounts::instanced(70, 100);
        let words = packed(
            &Pipeline::new(arch),
            &counts,
            &[buffer],
            &[attribute],
            &[0x1000],
        );
        // The number of instances is not known.
        let found = |words: &Words| {
            let state = DrawState {
                invocation: None,
                rates: &[Some(rate)],
                ..words.state()
            };
            let found = findings(&state).into_iter().next();
            found.map(|finding| (finding.rule, finding.severity))
        };
        assert_eq!(found(&words), None);
        // Ids never fall from one thread to the next, and so do quotients: the last id shows all.
        let last_id = (DIVISOR - 1) * 72 + 69;
        let last = |words: &Words| element_index(words.buffers.first_chunk().unwrap(), last_id);
        // The unit does not read the application's divisor.
        let unread = words.changed(|words| words.buffers[7] = 3);
        assert_eq!(last(&unread), Some(0));
        assert_eq!(found(&unread), Some((Rule::NearestDraw, Severity::Note)));
        // Half of the divisor.
        let half = words.changed(|words| words.buffers[1] -= 1 << 24);
        assert_eq!(last(&half), Some(1));
        assert_eq!(found(&half), Some((Rule::NearestDraw, Severity::Error)));
    }
}

#[test]
fn an_offset_without_the_first_instance_is_a_note() {
    for arch in V4_TO_V7 {
        let with = |offset: i32, first_instance| {
            let words = cubes(arch).changed(|words| {
                words.attributes[ROW + 1] = offset as u32;
                words.buffers[MODEL + 3] += 20 * 64;
            });
            rules(&DrawState {
                first_instance: Some(first_instance),
                ..words.state()
            })
        };
        // 7 elements are subtracted.
        assert_eq!(with((20 - 7) * 64, 20), []);
        assert_eq!(with(0, 21), [Rule::FirstInstance]);
        // The last element of those before: neither the first of the buffer, nor the first of the draw.
        assert_eq!(with((20 - 7) * 64, 21), [Rule::MissingFirstInstance]);
        // The offset is divided by 3, as in Mesa's GL driver.
        let divided = [Rule::ElementAlignment, Rule::DividedFirstInstance];
        assert_eq!(with(20 * 64 / 3 - 7 * 64, 20), divided);
        // 30 · 64 / 3 bytes are whole components, and 20 / 3 are 6 whole elements.
        assert_eq!(with(30 * 64 / 3 - 7 * 64, 30), divided[1..]);
        assert_eq!(with((20 / 3 - 7) * 64, 20), divided[1..]);
    }
}

#[test]
fn a_first_instance_that_neither_an_offset_nor_a_base_has() {
    for arch in V4_TO_V7 {
        let find = |address: u32, first_instance| {
            let words = cubes(arch).changed(|words| {
                words.buffers[MODEL] = address | 4;
                words.draw.as_mut().unwrap()[1] = 0;
                words.attributes[ROW + 1] = 16;
            });
            let found = rules(&DrawState {
                first_instance: Some(first_instance),
                ..words.state()
            });
            let of_instance = [Rule::MissingFirstInstance, Rule::FirstInstance];
            found.into_iter().find(|rule| of_instance.contains(rule))
        };
        assert_eq!(find(1280, 0), None);
        // With 20 elements of 64 bytes before, the buffer begins with byte 16, or before byte 0.
        assert_eq!(find(1280, 20), Some(Rule::FirstInstance));
        assert_eq!(find(1280 - 64, 20), Some(Rule::MissingFirstInstance));
        assert_eq!(find(0x2000_0000, 0x80_0000), Some(Rule::FirstInstance));
        assert_eq!(
            find(0x2000_0000, 0x80_0001),
            Some(Rule::MissingFirstInstance)
        );
    }
}

/// The offset start is not added, because it could not be subtracted.
#[test]
fn nothing_is_found_in_a_draw_from_a_far_vertex() {
    for arch in V4_TO_V7 {
        for (stride, first_vertex) in [(2048, 1_100_000), (256, 10_000_000), (1, u32::MAX)] {
            let pipeline = Pipeline::new(arch);
            let counts = DrawCounts::instanced(3, 2)
                .with_first_vertex(first_vertex)
                .with_first_instance(5);
            let buffers = [InputRate::Vertex, InputRate::from_gl_divisor(1)]
                .map(|rate| VertexBuffer::new(stride, rate).with_size(Some(7 * stride)));
            let find = |first_elements: [u32; 2]| {
                let attributes =
                    [0, 1].map(|buffer| VertexAttribute::new(buffer, Format::R8_UNORM, 0));
                let addresses = [0x1000_0000, 0x2000_0000];
                let words = packed_from(
                    &pipeline,
                    &counts,
                    &buffers,
                    &attributes,
                    &addresses,
                    &first_elements,
                );
                rules(&DrawState {
                    first_instance: Some(5),
                    ..words.state()
                })
            };
            let found = find([first_vertex, 0]);
            assert!(
                found.iter().all(|rule| *rule == Rule::NegativeVertex),
                "{found:?}"
            );
            // The base is moved by the first instance.
            assert!(find([first_vertex, 5]).contains(&Rule::FirstInstance));
            assert!(!find([first_vertex, 5]).contains(&Rule::OffsetEnable));
        }
    }
}
