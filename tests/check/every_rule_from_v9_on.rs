//! One number of a correct draw of V9 and later is changed, and the first finding is of the rule about it.

use mali_instancing::check::{Counts, DrawState, Expected, Rule, Table};
use mali_instancing::draw::{DrawCounts, IndexBounds, Pipeline, VertexAttribute, VertexBuffer};
use mali_instancing::{Arch, Format, InputRate};

use crate::draws::{Words, cubes, findings, first, packed, rules};

const VALHALL: [Arch; 7] = [
    Arch::V9,
    Arch::V10,
    Arch::V11,
    Arch::V12,
    Arch::V13,
    Arch::V14,
    Arch::V15,
];

/// The positions of descriptors in the tables of `cubes`.
const UV: usize = 8;
const ROW: usize = 16;

fn assert_first(rule: Rule, change: impl Fn(&mut Words)) {
    for arch in VALHALL {
        let changed = cubes(arch).changed(&change);
        assert_eq!(first(&changed), Some(rule), "{arch}: {changed:x?}");
    }
}

#[test]
fn nothing_is_found_in_a_right_draw() {
    for arch in VALHALL {
        assert_eq!(rules(&cubes(arch).state()), []);
    }
}

#[test]
fn words_that_are_no_descriptor() {
    // Descriptor types, and bits that no attribute has.
    assert_first(Rule::Descriptor, |words| words.buffers[0] ^= 1);
    assert_first(Rule::Descriptor, |words| words.attributes[UV] ^= 1);
    assert_first(Rule::Descriptor, |words| words.attributes[ROW + 7] = 1);
    assert_first(Rule::Descriptor, |words| words.buffers[7] = 1);
}

#[test]
fn a_type_that_no_attribute_of_a_vertex_shader_has() {
    assert_first(Rule::NearestDraw, |words| words.attributes[UV] |= 0xf0);
    // Attribute type 6 is a vertex packet, which has no offset enable.
    assert_first(Rule::NearestDraw, |words| {
        words.attributes[UV] = words.attributes[UV] & !0x1f0 | 6 << 4;
    });
}

#[test]
fn an_attribute_that_names_no_buffer() {
    for arch in VALHALL {
        let changed = cubes(arch).changed(|words| words.attributes[UV + 3] = 2);
        let found = findings(&changed.state())[0];
        assert_eq!(
            (found.rule, found.table, found.word),
            (Rule::NearestDraw, Table::Attributes, UV + 3)
        );
        // The buffer whose other attribute has the same stride.
        assert_eq!((found.found, found.expected), (2, Expected::Value(0)));
        // Nothing shows which buffer it is if there is none.
        let without = changed.changed(|words| words.buffers.clear());
        assert_eq!(first(&without), Some(Rule::BufferIndex));
    }
    assert_first(Rule::NearestDraw, |words| {
        words.attributes[UV + 3] = u32::MAX;
    });
    // Without a buffer, the index stays beside another wrong statement. Its product with a buffer's words has up to 35
    // bits, more than a `usize` of firmware.
    for index in [0, 1 << 29, u32::MAX] {
        assert_first(Rule::NearestDraw, |words| {
            words.buffers.clear();
            words.attributes[UV] ^= 1 << 8;
            words.attributes[UV + 3] = index;
        });
    }
    // The descriptor is empty; from V10 on drivers also write this for a buffer that is not bound.
    for arch in VALHALL {
        let changed = cubes(arch).changed(|words| words.buffers[8..].fill(0));
        let rule = if arch == Arch::V9 {
            Rule::BufferIndex
        } else {
            Rule::EmptyBuffer
        };
        assert_eq!(rules(&changed.state()), [rule], "{arch}");
    }
}

/// Both buffers are where no address is. The first attribute names a buffer that it does not mean.
#[test]
fn an_error_of_a_buffer_is_found_once_for_all_attributes_that_mean_it() {
    let buffers = [
        VertexBuffer::new(20, InputRate::Vertex).with_size(Some(70 * 20)),
        VertexBuffer::new(64, InputRate::from_gl_divisor(3)).with_size(Some(34 * 64)),
    ];
    let attributes = [0, 0, 1, 1].map(|buffer| VertexAttribute::new(buffer, Format::R32_SFLOAT, 0));
    for arch in VALHALL {
        let counts = DrawCounts::instanced(70, 100);
        let addresses = [1 << 48, 1 << 49];
        let words = packed(
            &Pipeline::new(arch),
            &counts,
            &buffers,
            &attributes,
            &addresses,
        );
        // A stride of 20 in buffer 1 is that of buffer 0, which has room for 70 elements.
        for index in [0, 1, 7] {
            let changed = words.changed(|words| words.attributes[3] = index);
            let found = findings(&changed.state()).into_iter();
            let found = found
                .filter(|finding| finding.rule == Rule::AddressRange && finding.alternative == 0);
            let found: Vec<usize> = found.map(|finding| finding.word / 8).collect();
            assert_eq!(found, [0, 1], "{arch}: {index}");
        }
    }
}

#[test]
fn an_attribute_that_names_another_table() {
    for arch in VALHALL {
        let words = cubes(arch);
        let in_table = |table| DrawState {
            table: Some(table),
            ..words.state()
        };
        assert_eq!(rules(&in_table(0)), []);
        assert_eq!(rules(&in_table(2)), [Rule::ResourceTable]);
        assert_eq!(findings(&in_table(2)).len(), 3);
        let changed = words.changed(|words| words.attributes[UV + 1] |= 2);
        let state = DrawState {
            table: Some(0),
            ..changed.state()
        };
        let found = findings(&state);
        assert_eq!(found.len(), 1);
        assert_eq!(
            (found[0].rule, found[0].word),
            (Rule::ResourceTable, UV + 1)
        );
    }
}

#[test]
fn a_slot_of_zeros_is_no_attribute_unless_the_shader_reads_it() {
    for arch in VALHALL {
        let words = cubes(arch).changed(|words| words.attributes[UV..ROW].fill(0));
        assert_eq!(rules(&words.state()), []);
        let state = DrawState {
            read_attributes: Some(0b111),
            ..words.state()
        };
        assert_eq!(rules(&state), [Rule::MissingAttribute]);
    }
}

/// From V10 on, Mesa's Vulkan driver of 2026 writes this descriptor if the shader reads nothing.
#[test]
fn a_slot_that_reads_nothing_is_no_attribute() {
    for arch in VALHALL {
        let unused = [0x31c0_0005, 17, 0, 0, 0, 0, 0, 0];
        let words = cubes(arch).changed(|words| words.attributes[UV..ROW].copy_from_slice(&unused));
        let expected = if arch == Arch::V9 {
            vec![Rule::NearestDraw, Rule::Format]
        } else {
            vec![]
        };
        assert_eq!(rules(&words.state()), expected, "{arch}");
        for (word, bit) in [
            (0, 0x10),
            (0, 0x100),
            (1, 0x40),
            (2, 1),
            (3, 1),
            (4, 1),
            (5, 1),
        ] {
            let changed = words.changed(|words| words.attributes[UV + word] ^= bit);
            assert_ne!(rules(&changed.state()), [], "{arch}: {word}");
        }
    }
}

#[test]
fn an_offset_without_the_first_instance_is_a_note() {
    for arch in VALHALL {
        let words = cubes(arch).changed(|words| words.attributes[ROW + 2] = 20 * 64);
        let words = words.changed(|words| words.buffers[9] += 20 * 64);
        let of = |words: &Words, first_instance| {
            rules(&DrawState {
                first_instance: Some(first_instance),
                ..words.state()
            })
        };
        assert_eq!((of(&words, 0), of(&words, 20)), (vec![], vec![]));
        assert_eq!(of(&words, 21), [Rule::MissingFirstInstance]);
        // The offset is divided by 3, as in Mesa's GL driver.
        let divided = words.changed(|words| words.attributes[ROW + 2] = 20 * 64 / 3);
        let found = [Rule::ElementAlignment, Rule::DividedFirstInstance];
        assert_eq!(of(&divided, 20), found);
    }
}

#[test]
fn a_placeholder_that_was_never_patched() {
    assert_first(Rule::EmptyBuffer, |words| words.buffers[1] = 0);
    assert_first(Rule::Unpatched, |words| words.buffers[1] = 1);
    assert_first(Rule::Unpatched, |words| words.buffers[2] = 0);
}

#[test]
fn a_type_that_is_not_for_the_divisor() {
    let types = |words: &mut Words, number: u32| {
        words.attributes[ROW] = words.attributes[ROW] & !0xf0 | number << 4;
    };
    // Linear and power-of-two attributes have no E and no D, so that these are of the type that has both.
    for number in [1, 2] {
        assert_first(Rule::NearestDraw, |words| types(words, number));
    }
    let by_3 = Some(InputRate::from_gl_divisor(3));
    for arch in VALHALL {
        for number in [1, 2] {
            let changed = cubes(arch).changed(|words| {
                types(words, number);
                words.attributes[ROW + 1] &= 0xff;
                words.attributes[ROW + 5] = 0;
            });
            if number == 1 {
                assert_eq!(first(&changed), Some(Rule::OutOfBounds));
            }
            let state = DrawState {
                rates: &[None, None, by_3],
                ..changed.state()
            };
            assert_eq!(rules(&state), [Rule::NearestDraw], "{arch}: {number}");
        }
    }
    // The attribute per vertex has a divisor.
    assert_first(Rule::NearestDraw, |words| words.attributes[UV] ^= 0x30);
}

#[test]
fn a_division_that_is_not_by_the_divisor() {
    let by_3 = Some(InputRate::from_gl_divisor(3));
    for arch in VALHALL {
        let words = cubes(arch);
        let with = |change: &dyn Fn(&mut Words), rates: &[Option<InputRate>]| {
            let changed = words.changed(change);
            rules(&DrawState {
                rates,
                ..changed.state()
            })
        };
        let changes: [&dyn Fn(&mut Words); 3] = [
            &|words| words.attributes[ROW + 1] ^= 2 << 24,
            &|words| words.attributes[ROW + 1] ^= 1 << 29,
            &|words| words.attributes[ROW + 5] ^= 1 << 20,
        ];
        for change in changes {
            assert_eq!(with(change, &[None, None, by_3])[0], Rule::NearestDraw);
        }
        // Without the rate, a multiplier still belongs to no divisor: 3 and 3 · 2^n have the same.
        assert_eq!(with(changes[2], &[])[0], Rule::NearestDraw);
        let by_5 = Some(InputRate::from_gl_divisor(5));
        assert_eq!(with(&|_| (), &[None, None, by_5]), [Rule::NearestDraw]);
        // A multiplier that is off by one is correct for the first 100 instances.
        let one_off: &dyn Fn(&mut Words) = &|words| words.attributes[ROW + 5] -= 1;
        assert_eq!(with(one_off, &[None, None, by_3]), [Rule::NearestDraw]);
        assert_eq!(with(one_off, &[]), [Rule::NearestDraw]);
    }
}

#[test]
fn a_frequency_that_is_not_the_offset_enables() {
    // The type is one that divides, or the rate requires the frequency.
    assert_first(Rule::NearestDraw, |words| {
        words.attributes[ROW + 1] ^= 1 << 6;
    });
    assert_first(Rule::NearestDraw, |words| {
        words.attributes[UV + 1] ^= 1 << 6;
    });
    let vertex = Some(InputRate::Vertex);
    for arch in VALHALL {
        let changed = cubes(arch).changed(|words| words.attributes[UV + 1] ^= 1 << 6);
        let state = DrawState {
            rates: &[vertex, vertex, None],
            ..changed.state()
        };
        assert_eq!(rules(&state), [Rule::NearestDraw]);
        // Both are changed, so that only the rate shows the mistake.
        let both = changed.changed(|words| words.attributes[UV] ^= 1 << 8);
        let state = DrawState {
            rates: &[vertex, vertex, None],
            ..both.state()
        };
        assert_eq!(first(&both), Some(Rule::OutOfBounds));
        assert_eq!(rules(&state), [Rule::NearestDraw]);
    }
}

#[test]
fn an_offset_enable_that_is_not_the_frequencys() {
    assert_first(Rule::NearestDraw, |words| words.attributes[ROW] ^= 1 << 8);
    let vertex = Some(InputRate::Vertex);
    for arch in VALHALL {
        let changed = cubes(arch).changed(|words| words.attributes[UV] ^= 1 << 8);
        let state = DrawState {
            rates: &[vertex, vertex, None],
            ..changed.state()
        };
        assert_eq!(rules(&state), [Rule::NearestDraw]);
    }
}

#[test]
fn a_stride_that_is_not_the_buffers() {
    assert_first(Rule::NearestDraw, |words| words.attributes[UV + 4] = 24);
    assert_first(Rule::NearestDraw, |words| words.attributes[4] = 16);
    let constant = Some(InputRate::Constant);
    for arch in VALHALL {
        let words = cubes(arch);
        let state = DrawState {
            rates: &[None, None, constant],
            ..words.state()
        };
        assert_eq!(rules(&state), [Rule::NearestDraw]);
        let changed = words.changed(|words| words.attributes[ROW + 4] = 0);
        let state = DrawState {
            rates: &[None, None, constant],
            ..changed.state()
        };
        assert_eq!(rules(&state), []);
    }
}

#[test]
fn a_format_that_the_architecture_has_not() {
    assert_first(Rule::Format, |words| {
        words.attributes[UV] |= 0x3f_f000 << 10;
    });
    // On V4 to V6, components are selected one by one.
    assert_first(Rule::Format, |words| {
        words.attributes[UV] = words.attributes[UV] & !(0xfff << 10) | 0x688 << 10;
    });
}

/// Words 2 and 3 are the address, and word 5 is the upper half of the size from V11 on.
#[test]
fn a_buffer_that_ends_where_no_address_is() {
    for arch in VALHALL {
        let words = cubes(arch);
        let at = |high: u32| first(&words.changed(|words| words.buffers[3] = high));
        assert_eq!(at(0xffff), None, "{arch}");
        assert_eq!(at(0x1_0000), Some(Rule::AddressRange), "{arch}");
        assert_eq!(at(0xdead_beef), Some(Rule::AddressRange), "{arch}");
        let sized = |high: u32| first(&words.changed(|words| words.buffers[5] = high));
        if arch >= Arch::V11 {
            assert_eq!(sized(1), None, "{arch}");
            assert_eq!(sized(0xdead_beef), Some(Rule::AddressRange), "{arch}");
        } else {
            // Reserved bits.
            assert_eq!(sized(1), Some(Rule::Descriptor), "{arch}");
        }
    }
}

/// A buffer ends with the address 2^48 or before it. Its words 1 and 5 are the size, word 5 only from V11 on.
#[test]
fn the_size_of_a_buffer_that_ends_after_the_last_address_is_what_is_wrong() {
    let found = |words: &Words| {
        let found = findings(&words.state()).into_iter();
        let mut found = found.filter(|finding| finding.rule == Rule::AddressRange);
        let finding = found.next()?;
        assert_eq!(found.next(), None);
        Some((finding.word, finding.found, finding.expected))
    };
    let placed = |arch, bytes_to_the_end: u64, size: u64| {
        cubes(arch).changed(|words| {
            let address = (1 << 48) - bytes_to_the_end;
            [words.buffers[2], words.buffers[3]] = [address as u32, (address >> 32) as u32];
            [words.buffers[1], words.buffers[5]] = [size as u32, (size >> 32) as u32];
        })
    };
    for arch in VALHALL {
        assert_eq!(found(&placed(arch, 1540, 1540)), None);
        let short = placed(arch, 1536, 1540);
        assert_eq!(
            found(&short),
            Some((1, 1540, Expected::AtMost(1536))),
            "{arch}"
        );
    }
    for arch in VALHALL.into_iter().filter(|arch| *arch >= Arch::V11) {
        let gibibytes = |number: u64| number << 30;
        assert_eq!(found(&placed(arch, gibibytes(10), gibibytes(10))), None);
        // 11 = 2 · 4 + 3, and 10 GiB have room for one times 4 GiB beside 3 GiB.
        let long = placed(arch, gibibytes(10), gibibytes(11));
        assert_eq!(found(&long), Some((5, 2, Expected::AtMost(1))), "{arch}");
        // Without its upper half, the size is still too large.
        let short = placed(arch, 1536, gibibytes(4) + 1540);
        assert_eq!(found(&short), Some((5, 1, Expected::AtMost(0))), "{arch}");
    }
}

#[test]
fn an_element_past_the_end_of_its_buffer() {
    assert_first(Rule::OutOfBounds, |words| words.buffers[1] -= 5);
    assert_first(Rule::OutOfBounds, |words| words.attributes[ROW + 4] += 2);
    assert_first(Rule::OutOfBounds, |words| words.attributes[UV + 2] += 5);
    assert_first(Rule::OutOfBounds, |words| {
        words.attributes[2] = -141_i32 as u32;
    });
    let counts = Counts {
        vertices: Some(70),
        instances: 100,
        first_vertex: 7,
    };
    for wrong in [
        Counts {
            vertices: Some(71),
            ..counts
        },
        Counts {
            instances: 103,
            ..counts
        },
        Counts {
            first_vertex: 8,
            ..counts
        },
        Counts {
            first_vertex: -1,
            ..counts
        },
    ] {
        assert_first(Rule::OutOfBounds, |words| words.counts = Some(wrong));
    }
    // A draw without vertices or instances reads nothing.
    for arch in VALHALL {
        for nothing in [
            Counts {
                vertices: Some(0),
                ..counts
            },
            Counts {
                instances: 0,
                ..counts
            },
        ] {
            let changed = cubes(arch).changed(|words| {
                words.counts = Some(nothing);
                words.buffers[1] = 0;
            });
            assert_eq!(first(&changed), None);
        }
    }
}

#[test]
fn the_vertices_of_an_indexed_draw_are_its_bounds() {
    for arch in VALHALL {
        let words = cubes(arch);
        let with = |minimum, maximum, first_vertex| {
            let state = DrawState {
                counts: Some(Counts {
                    vertices: None,
                    instances: 100,
                    first_vertex,
                }),
                index_bounds: Some(IndexBounds { minimum, maximum }),
                ..words.state()
            };
            rules(&state)
        };
        // The draw reads 77 elements.
        assert_eq!(with(0, 76, 0), []);
        assert_eq!(with(10, 86, -10), []);
        assert_eq!(with(0, 77, 0)[0], Rule::OutOfBounds);
        assert_eq!(with(9, 80, -10)[0], Rule::OutOfBounds);
    }
}
