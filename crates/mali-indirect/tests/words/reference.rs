//! The reference writes the same words for commands as the core's functions write for their numbers.

use crate::cases::{assert_as_core_writes, cases, commands, expected};
use mali_indirect::{
    Binding, Count, DrawIndirectCommand, FoundIndices, IndexType, IndirectDraw, IndirectError,
    IndirectIndices, IndirectVertices, Kernel, Language, Parameters, Status, VaryingHeap,
};
use mali_instancing::draw::{BufferRange, Pipeline, VertexAttribute, VertexBuffer};
use mali_instancing::{Arch, Format, InputRate};

const COMMANDS: usize = 24_000;

#[test]
fn words_are_those_that_the_core_writes() {
    let mut seen = [false; Status::ALL.len()];
    for case in cases() {
        let layout = case.draw.layout().unwrap();
        let commands = commands(&case, COMMANDS);
        let words = expected(&case, &commands);
        let drawn = assert_as_core_writes(&case, &commands, &words);
        assert!(drawn > COMMANDS / 20, "{}: {drawn} are drawn", case.name);
        for words in words.chunks_exact(layout.words) {
            seen[words[layout.status] as usize] = true;
        }
    }
    // Among them is every status.
    assert_eq!(seen, [true; Status::ALL.len()]);
}

#[test]
fn a_command_that_ends_early_is_an_error() {
    let draw = IndirectDraw::new(Pipeline::new(Arch::V7));
    let mut words = [0; 16];
    let mut heap = VaryingHeap::new(0);
    for given in 0..16 {
        let bytes = &[1; 16][..given];
        let expected = IndirectError::CommandBytes { given, needed: 16 };
        assert_eq!(DrawIndirectCommand::from_le_bytes(bytes), Err(expected));
        let result = draw.write(bytes, FoundIndices::None, &mut heap, &mut words);
        assert_eq!(result, Err(expected));
    }
    let message = IndirectError::CommandBytes {
        given: 3,
        needed: 16,
    }
    .to_string();
    assert_eq!(
        message,
        "the commands end within one: it has 3 bytes of 16. Give whole commands"
    );
}

/// GLSL ES 3.10 promises `GL_MAX_COMPUTE_SHADER_STORAGE_BLOCKS` and `GL_MAX_SHADER_STORAGE_BUFFER_BINDINGS` of 4.
#[test]
fn glsl_es_has_what_it_promises() {
    for case in cases() {
        let kernel = case.kernel();
        let bounds = kernel.index_bounds_source(Language::GlslEs);
        for source in bounds.into_iter().chain([kernel.source(Language::GlslEs)]) {
            let blocks: Vec<_> = source
                .lines()
                .filter(|line| line.contains("buffer Mali_"))
                .collect();
            assert!(blocks.len() <= 4, "{}: {blocks:?}", case.name);
            for block in blocks {
                let has_number =
                    (0..4).any(|number| block.contains(&format!("binding = {number})")));
                assert!(has_number, "{}: {block}", case.name);
            }
        }
    }
}

#[test]
fn what_no_kernel_can_draw_is_an_error() {
    let draw = IndirectDraw {
        varyings: 16,
        ..IndirectDraw::new(Pipeline::new(Arch::V9))
    };
    assert_eq!(
        Kernel::new(&draw).unwrap_err(),
        IndirectError::Varyings { arch: 9 }
    );
    for stride in [1, 12, 18] {
        let parameters = Parameters {
            stride,
            ..Parameters::default()
        };
        let expected = IndirectError::CommandStride {
            stride,
            minimum: 16,
        };
        assert_eq!(parameters.words(&draw), Err(expected));
    }
}

#[test]
fn only_a_kernel_with_buffers_in_memory_reads_their_words() {
    let parameters = Parameters {
        first_buffer: 10,
        ..Parameters::default()
    };
    let pipeline = IndirectDraw {
        buffers: &[VertexBuffer::new(20, InputRate::Vertex); 3],
        ranges: &[BufferRange::new(0x1000, 100); 3],
        ..IndirectDraw::new(Pipeline::new(Arch::V7))
    };
    let bytes = |kernel: Kernel| kernel.bytes(Binding::VertexBuffers, Language::Wgsl, &parameters);
    assert_eq!(bytes(Kernel::new(&pipeline).unwrap()), Ok(0));
    // Six words for each buffer.
    let in_memory = Kernel::with_buffers_in_memory(&pipeline).unwrap();
    assert_eq!(bytes(in_memory), Ok(4 * (10 + 3 * 6)));
}

/// With several instances, stride · first vertex is subtracted from what stride · first instance adds to an offset, which
/// has 31 bits.
#[test]
fn a_known_first_instance_fits_if_a_command_can_subtract_from_it() {
    const FIRST: u32 = 1 << 25;
    let in_order = |first_vertex| IndirectVertices::InOrder {
        vertices: Count::Indirect,
        first_vertex,
    };
    let indexed = IndirectVertices::Indexed(IndirectIndices {
        index_type: IndexType::U16,
        restart_index: None,
        bounds: None,
    });
    let offset = Err(IndirectError::NotDrawn(Status::Offset));
    for (arch, vertices, instances, expected) in [
        (Arch::V7, in_order(Count::Indirect), Count::Indirect, Ok(())),
        (Arch::V7, in_order(Count::Indirect), Count::Known(2), Ok(())),
        (
            Arch::V7,
            in_order(Count::Known(FIRST)),
            Count::Indirect,
            Ok(()),
        ),
        (Arch::V7, indexed, Count::Indirect, Ok(())),
        (Arch::V7, in_order(Count::Known(0)), Count::Indirect, offset),
        (Arch::V7, in_order(Count::Indirect), Count::Known(1), offset),
        // Nothing is subtracted from V9 on.
        (Arch::V9, in_order(Count::Indirect), Count::Indirect, offset),
    ] {
        let draw = IndirectDraw {
            vertices,
            instances,
            first_instance: Count::Known(FIRST),
            buffers: &[VertexBuffer::new(64, InputRate::from_gl_divisor(3))],
            attributes: &[VertexAttribute::new(0, Format::R32_SFLOAT, 0)],
            ranges: &[BufferRange::new(0x1000_0000, 0xffff_0000)],
            ..IndirectDraw::new(Pipeline::new(arch))
        };
        assert_eq!(
            Kernel::new(&draw).map(drop),
            expected,
            "{arch:?} {vertices:?}"
        );
        if let IndirectVertices::InOrder { .. } = vertices {
            let command = [70, 2, FIRST, FIRST].map(u32::to_le_bytes);
            let mut words = vec![0; draw.layout().unwrap().words];
            let heap = &mut VaryingHeap::new(0);
            let written = draw.write(command.as_flattened(), FoundIndices::None, heap, &mut words);
            let status = written.unwrap();
            assert_eq!(
                status == Status::Drawn,
                expected.is_ok(),
                "{arch:?} {vertices:?}"
            );
        }
    }
}

/// A kernel that reads the buffers cannot refuse them.
#[test]
fn the_words_of_a_misaligned_buffer_are_an_error() {
    for (address, stride, is_aligned) in [
        (0x1000_0004, 20, true),
        (0x1000_0002, 20, false),
        (0x1000_0001, 20, false),
        (0x1000_0004, 18, false),
    ] {
        let draw = IndirectDraw {
            buffers: &[VertexBuffer::new(stride, InputRate::Vertex)],
            attributes: &[VertexAttribute::new(0, Format::R32G32_SFLOAT, 4)],
            ranges: &[BufferRange::new(address, 1400)],
            ..IndirectDraw::new(Pipeline::new(Arch::V7))
        };
        let words = draw.buffer_words();
        assert_eq!(words.is_ok(), is_aligned, "{address:#x}, {stride}");
        assert_eq!(words.err(), Kernel::new(&draw).err());
    }
}

/// Bindings that the kernels of a draw do not have, in no language, take no memory.
#[test]
fn a_buffer_that_a_kernel_lacks_has_no_bytes() {
    let parameters = Parameters {
        maximum: 10,
        ..Parameters::default()
    };
    for case in cases() {
        let kernel = case.kernel();
        for &language in Language::ALL {
            let bounds = kernel.index_bounds_buffers(language).unwrap_or_default();
            let buffers = [&kernel.buffers(language), bounds].concat();
            for binding in [
                Binding::Bounds,
                Binding::Heap,
                Binding::Indices,
                Binding::VertexBuffers,
            ] {
                let is_bound = buffers.iter().any(|buffer| buffer.binding == binding);
                let bytes = kernel.bytes(binding, language, &parameters).unwrap();
                let is_needed = binding != Binding::Indices && is_bound;
                assert!(bytes > 0 || !is_needed, "{}: {binding:?}", case.name);
                assert!(bytes == 0 || is_bound, "{}: {binding:?}", case.name);
            }
        }
    }
}

#[test]
fn the_last_unit_of_a_heap_can_be_taken() {
    // Three units of 64 bytes, and a part of one that is not used.
    let mut heap = VaryingHeap::new(3 * 64 + 63);
    assert_eq!(heap.take(1), Some(0));
    assert_eq!(heap.take(3 * 64), None);
    assert_eq!(heap.take(2 * 64), Some(1));
    assert_eq!(heap.take(1), None);
}
