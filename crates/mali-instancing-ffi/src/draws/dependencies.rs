//! The words of a draw's descriptors that are stale after a change.

use mali_instancing::draw::{Dependencies, attribute_dependencies, buffer_dependencies};

use crate::abi::arguments::arguments;
use crate::abi::list::List;
use crate::abi::status::{mali_inst_error, mali_inst_status};
use crate::draws::call::mali_inst_target;
use crate::draws::tables::MALI_INST_MAX_BUFFERS;
use crate::draws::vertex_input::{
    MALI_INST_MAX_ATTRIBUTES, mali_inst_vertex_attribute, mali_inst_vertex_buffer,
};

/// The changes that make a word stale: a sum of `MALI_INST_DEPENDS_ON_*`, 0 for a word that no draw changes.
pub type mali_inst_dependencies = u32;

/// The number of vertices or of instances, and the padding of vertices.
pub const MALI_INST_DEPENDS_ON_COUNTS: mali_inst_dependencies = 1;
/// The first instance.
pub const MALI_INST_DEPENDS_ON_FIRST_INSTANCE: mali_inst_dependencies = 2;
/// The first vertex.
pub const MALI_INST_DEPENDS_ON_FIRST_VERTEX: mali_inst_dependencies = 4;
/// The address or the size of the buffer, or its stride, if strides are bound.
pub const MALI_INST_DEPENDS_ON_ADDRESS: mali_inst_dependencies = 8;

/// The largest number of words of a descriptor.
pub const MALI_INST_MAX_DESCRIPTOR_WORDS: usize = 8;

fn flags(dependencies: Dependencies) -> mali_inst_dependencies {
    let flags = [
        (Dependencies::COUNTS, MALI_INST_DEPENDS_ON_COUNTS),
        (
            Dependencies::FIRST_INSTANCE,
            MALI_INST_DEPENDS_ON_FIRST_INSTANCE,
        ),
        (
            Dependencies::FIRST_VERTEX,
            MALI_INST_DEPENDS_ON_FIRST_VERTEX,
        ),
        (Dependencies::ADDRESS, MALI_INST_DEPENDS_ON_ADDRESS),
    ];
    // Each flag is a bit of its own, so that their sum has all of them.
    let of = |(part, flag)| if dependencies.contains(part) { flag } else { 0 };
    flags.into_iter().map(of).sum()
}

/// Writes, for each word of a pipeline's descriptors, the changes that make it stale: `MALI_INST_MAX_DESCRIPTOR_WORDS`
/// elements for each buffer, and as many for each attribute; V4 to V7 use the first two of these. The last four words
/// of a buffer of V4 to V7 are those of its continuation.
///
/// # Errors
///
/// `MALI_INST_ERROR_TOO_MANY` and `MALI_INST_ERROR_ZERO_DIVISOR`. An attribute of a buffer that does not exist has no
/// dependencies: `mali_inst_vertex_input_init` reports it.
///
/// # Safety
///
/// `target`, the buffers and the attributes may be read; as many elements of `of_buffers` and `of_attributes` may be
/// written, and `error`, which may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mali_inst_draw_dependencies(
    target: *const mali_inst_target,
    buffers: *const mali_inst_vertex_buffer,
    buffer_count: usize,
    attributes: *const mali_inst_vertex_attribute,
    attribute_count: usize,
    of_buffers: *mut [mali_inst_dependencies; MALI_INST_MAX_DESCRIPTOR_WORDS],
    of_attributes: *mut [mali_inst_dependencies; MALI_INST_MAX_DESCRIPTOR_WORDS],
    error: *mut mali_inst_error,
) -> mali_inst_status {
    arguments!(unsafe {
        target, buffers[buffer_count], attributes[attribute_count], of_buffers[buffer_count], of_attributes[attribute_count], error
    });
    error.status_of(|| {
        let pipeline = target.structure()?.pipeline()?;
        let (buffers, attributes) = (buffers.slice()?, attributes.slice()?);
        let mut converted: List<_, MALI_INST_MAX_BUFFERS> = List::new();
        let buffers =
            converted.fill(buffers, "buffers", |number, buffer| buffer.convert(number))?;
        let mut converted: List<_, MALI_INST_MAX_ATTRIBUTES> = List::new();
        let attributes = converted.fill(attributes, "attributes", |number, attribute| {
            attribute.convert(number)
        })?;
        let of_buffers = of_buffers.slice()?;
        for (output, buffer) in of_buffers.iter_mut().zip(buffers) {
            output.write(buffer_dependencies(&pipeline, buffer).map(flags));
        }
        let of_attributes = of_attributes.slice()?;
        for (output, attribute) in of_attributes.iter_mut().zip(attributes) {
            output.write(attribute_dependencies(&pipeline, attribute, buffers).map(flags));
        }
        Ok(())
    })
}
