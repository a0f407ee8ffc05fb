//! Elements that are not aligned to their components, which a Mali converts wrongly.

use mali_instancing::draw::{
    BufferRange, DrawCounts, DrawError, Pipeline, StateWords, VertexAttribute, VertexBuffer,
    VertexInput, VertexInputState, check_ranges, write,
};
use mali_instancing::model::{Fetched, Memory, fetch, fetch_valhall};
use mali_instancing::{Arch, Argument, Error, Format, InputRate, Part, Place};

/// The bytes of a component, or of the number that all components are packed into, by the digits of the name.
fn alignment(format: Format) -> u32 {
    let name: &str = format.name();
    let bits = match name.split_once("_PACK") {
        Some((_, bits)) => bits,
        None => {
            let after_the_first_letter = &name[1..];
            let end = after_the_first_letter.find(|letter: char| !letter.is_ascii_digit());
            &after_the_first_letter[..end.unwrap()]
        }
    };
    bits.parse::<u32>().unwrap() / 8
}

/// Whether elements are read without a conversion.
fn is_unconverted(format: Format) -> bool {
    let name: &str = format.name();
    let is_kind = ["_SFLOAT", "_UINT", "_SINT"]
        .iter()
        .any(|kind| name.ends_with(kind));
    is_kind && name.starts_with("R32")
}

/// The result of every entry for a draw of one attribute: that of making a state, in which all agree.
fn state_of(
    pipeline: Pipeline,
    buffer: VertexBuffer,
    attribute: VertexAttribute,
) -> Result<VertexInputState<1, 1>, DrawError> {
    let (buffers, attributes) = ([buffer], [attribute]);
    let counts = DrawCounts::any_instances(70);
    let state = VertexInputState::<1, 1>::new(pipeline, &buffers, &attributes);
    let error = state.err();

    let mut rows = [[0; 8]; 8];
    let packed = StateWords::pack(pipeline, &buffers, &attributes, &mut rows);
    assert_eq!(packed.err(), error);
    let range = [BufferRange::new(0x1000_0000, 6400)];
    let mut words = [0; 32];
    assert_eq!(
        write(
            &pipeline,
            &counts,
            &buffers,
            &attributes,
            &range,
            &mut words
        )
        .err(),
        error
    );
    if !pipeline.bound_strides {
        let of_constant = match pipeline.arch.attribute_words() {
            2 => VertexInput::<1, 1, 2>::new(pipeline, counts, buffers, attributes).err(),
            _ => VertexInput::<1, 1, 8>::new(pipeline, counts, buffers, attributes).err(),
        };
        assert_eq!(of_constant, error);
    }
    state
}

fn fetchable(arch: Arch) -> impl Iterator<Item = Format> {
    let formats = Format::ALL.iter().copied();
    formats.filter(move |format| format.hardware(arch).is_some())
}

#[test]
fn offset_and_stride_are_multiples_of_the_component() {
    for &arch in Arch::ALL {
        for format in fetchable(arch) {
            let alignment = alignment(format);
            for offset in 0..=8 {
                for stride in 0..=8 {
                    let buffer = VertexBuffer::new(stride, InputRate::Vertex);
                    let attribute = VertexAttribute::new(0, format, offset);
                    let found = state_of(Pipeline::new(arch), buffer, attribute).map(|_| ());
                    let expected = if offset % alignment != 0 {
                        Err(DrawError::UnalignedOffset {
                            attribute: 0,
                            offset,
                            format,
                        })
                    } else if stride % alignment != 0 {
                        Err(DrawError::UnalignedBuffer {
                            buffer: 0,
                            argument: Argument::Stride,
                            value: stride.into(),
                            alignment,
                        })
                    } else {
                        Ok(())
                    };
                    assert_eq!(found, expected, "{arch} {format}");
                }
            }
        }
    }
}

/// The stride at constant rate moves the first instance's element.
#[test]
fn a_stride_is_checked_at_every_rate() {
    let attribute = VertexAttribute::new(0, Format::R16G16_SFLOAT, 0);
    for rate in [
        InputRate::Vertex,
        InputRate::from_gl_divisor(3),
        InputRate::Constant,
    ] {
        let buffer = VertexBuffer::new(7, rate);
        let error = state_of(Pipeline::new(Arch::V7), buffer, attribute).unwrap_err();
        let expected = Place {
            part: Part::Buffer(0),
            argument: Argument::Stride,
        };
        assert_eq!(error.place(), expected);
        assert_eq!(
            error.to_string(),
            "buffer 0: stride 7 is not a multiple of 2, the alignment of an attribute in the buffer: a Mali converts \
             unaligned elements wrongly"
        );
    }
}

#[test]
fn the_error_of_an_offset_names_the_format() {
    let buffer = VertexBuffer::new(20, InputRate::Vertex);
    let attribute = VertexAttribute::new(0, Format::R16G16_SFLOAT, 13);
    let error = state_of(Pipeline::new(Arch::V7), buffer, attribute).unwrap_err();
    let expected = Place {
        part: Part::Attribute(0),
        argument: Argument::Offset,
    };
    assert_eq!(error.place(), expected);
    assert_eq!(
        error.to_string(),
        "attribute 0: offset 13 is not a multiple of 2: a Mali converts unaligned elements of R16G16_SFLOAT wrongly"
    );
}

#[test]
fn addresses_are_checked_where_buffers_are_bound() {
    for &arch in Arch::ALL {
        let pipeline = Pipeline::new(arch);
        for format in fetchable(arch) {
            let alignment = alignment(format);
            let buffers = [VertexBuffer::new(64, InputRate::Vertex)];
            let attributes = [VertexAttribute::new(0, format, 0)];
            let state = state_of(pipeline, buffers[0], attributes[0]).unwrap();
            let mut rows = [[0; 8]; 8];
            StateWords::pack(pipeline, &buffers, &attributes, &mut rows).unwrap();
            let of_words = StateWords::new(&rows).unwrap();
            for address in 0x1000_0000..=0x1000_0008_u64 {
                let ranges = [BufferRange::new(address, 6400)];
                let expected = match address % u64::from(alignment) {
                    0 => Ok(()),
                    _ => Err(DrawError::UnalignedBuffer {
                        buffer: 0,
                        argument: Argument::Address,
                        value: address,
                        alignment,
                    }),
                };
                assert_eq!(state.check_ranges(&ranges), expected, "{arch} {format}");
                assert_eq!(of_words.check_ranges(&ranges), expected);
                assert_eq!(check_ranges(&pipeline, &attributes, &ranges), expected);
                // A draw does not check them.
                let mut words = [0; 32];
                let counts = DrawCounts::any_instances(70);
                assert!(state.write(&counts, &ranges, &mut words).is_ok());
            }
        }
    }
}

/// Odd addresses are right beside bytes, and each buffer has the alignment of its own attributes.
#[test]
fn each_buffer_has_the_largest_alignment_of_its_attributes() {
    let buffers = [4, 4, 3].map(|stride| VertexBuffer::new(stride, InputRate::Vertex));
    let attributes = [
        VertexAttribute::new(1, Format::R32_SFLOAT, 0),
        VertexAttribute::new(0, Format::R16_UNORM, 0),
        VertexAttribute::new(0, Format::R8_UNORM, 1),
        VertexAttribute::new(2, Format::R8G8B8_UNORM, 0),
    ];
    for arch in [Arch::V4, Arch::V7, Arch::V9] {
        let pipeline = Pipeline::new(arch);
        let state = VertexInputState::<3, 4>::new(pipeline, &buffers, &attributes).unwrap();
        let check =
            |addresses: [u64; 3]| state.check_ranges(&addresses.map(|at| BufferRange::new(at, 64)));
        assert_eq!(check([2, 4, 1]), Ok(()));
        for (addresses, buffer, alignment) in
            [([1, 4, 1], 0, 2), ([2, 2, 1], 1, 4), ([2, 5, 3], 1, 4)]
        {
            assert_eq!(
                check(addresses),
                Err(DrawError::UnalignedBuffer {
                    buffer,
                    argument: Argument::Address,
                    value: addresses[buffer],
                    alignment,
                })
            );
        }
        let given = DrawError::BufferCount {
            given: 1,
            needed: 3,
        };
        let one = [BufferRange::new(0, 64)];
        assert_eq!(state.check_ranges(&one), Err(given));
    }
}

#[test]
fn a_stride_that_is_bound_is_checked_with_the_address_and_the_pipelines_is_not() {
    for &arch in Arch::ALL {
        let pipeline = Pipeline::new(arch).with_bound_strides(true);
        let unused = VertexBuffer::new(7, InputRate::Vertex);
        let attribute = VertexAttribute::new(0, Format::R32_SFLOAT, 4);
        let state = state_of(pipeline, unused, attribute).unwrap();
        let range = BufferRange::new(0x1000_0000, 6400);
        assert_eq!(state.check_ranges(&[range.with_stride(8)]), Ok(()));
        assert_eq!(
            state.check_ranges(&[range.with_stride(18)]),
            Err(DrawError::UnalignedBuffer {
                buffer: 0,
                argument: Argument::Stride,
                value: 18,
                alignment: 4,
            })
        );
        let fixed = state_of(
            Pipeline::new(arch),
            VertexBuffer::new(8, unused.rate),
            attribute,
        );
        let ranges = [range.with_stride(18)];
        assert_eq!(fixed.unwrap().check_ranges(&ranges), Ok(()));
    }
}

#[test]
fn v4_and_v5_may_read_unaligned_elements_that_need_no_conversion() {
    let buffer = VertexBuffer::new(18, InputRate::Vertex);
    for &arch in Arch::ALL {
        let pipeline = Pipeline::new(arch).with_unaligned(true);
        for format in fetchable(arch) {
            let attribute = VertexAttribute::new(0, format, 1);
            let found = state_of(pipeline, buffer, attribute);
            if arch > Arch::V5 {
                let argument = Argument::Unaligned;
                let arch = arch.number();
                let error = DrawError::Draw(Error::Unused { argument, arch });
                assert_eq!(found.err(), Some(error));
                assert!(error.to_string().ends_with("V4 and V5 use it"), "{error}");
            } else if is_unconverted(format) || alignment(format) == 1 {
                let range = [BufferRange::new(0x1000_0001, 6400)];
                assert_eq!(found.unwrap().check_ranges(&range), Ok(()));
            } else {
                assert_eq!(
                    found.err(),
                    Some(DrawError::UnalignedOffset {
                        attribute: 0,
                        offset: 1,
                        format
                    })
                );
            }
        }
    }
}

/// Words do not have the names of formats: A8B8G8R8 in one number is four bytes, and whether an integer becomes a float
/// decides the shader's load.
#[test]
fn the_model_reads_only_elements_that_are_aligned() {
    let bytes = [0x5a; 64];
    for &arch in Arch::ALL {
        for format in fetchable(arch) {
            let name: &str = format.name();
            let alignment = match alignment(format) {
                4 if name.starts_with("A8B8G8R8") => 1,
                alignment => alignment,
            };
            for address in 0x1000..0x1008_u64 {
                let buffers = [VertexBuffer::new(16, InputRate::Vertex)];
                let attributes = [VertexAttribute::new(0, format, 0)];
                let ranges = [BufferRange::new(address, 48)];
                let (pipeline, counts) = (Pipeline::new(arch), DrawCounts::instanced(3, 1));
                let mut words = [0; 32];
                let tables = write(
                    &pipeline,
                    &counts,
                    &buffers,
                    &attributes,
                    &ranges,
                    &mut words,
                )
                .unwrap();
                let (table, attributes) = (&words[tables.buffers], &words[tables.attributes]);
                let memory = Memory {
                    address: 0x1000,
                    bytes: &bytes,
                };
                let fetched = match pipeline.draw(&counts).unwrap() {
                    Some(draw) => fetch(arch, table, attributes, draw.words(), 0, 1, memory),
                    None => fetch_valhall(table, attributes, 0, 0, [1, 0], memory),
                };
                let is_integer = name.starts_with("R32") && name.ends_with("SCALED");
                let is_kept = arch <= Arch::V5 && (is_unconverted(format) || is_integer);
                let expected = if is_kept || address % u64::from(alignment) == 0 {
                    Fetched::Bytes(&bytes[..format.size() as usize])
                } else {
                    Fetched::Unaligned
                };
                assert_eq!(fetched, Some(expected), "{arch} {format} {address:#x}");
            }
        }
    }
}
