use crate::error::IndirectError;

/// Vulkan's `VkDrawIndirectCommand`.
///
/// ```
/// use mali_indirect::DrawIndirectCommand;
///
/// let bytes = [70, 0, 0, 0, 100, 0, 0, 0, 7, 0, 0, 0, 5, 0, 0, 0];
/// let command = DrawIndirectCommand::from_le_bytes(&bytes)?;
/// assert_eq!((command.vertex_count, command.instance_count), (70, 100));
/// assert!(DrawIndirectCommand::from_le_bytes(&bytes[..15]).is_err());
/// # Ok::<(), mali_indirect::IndirectError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DrawIndirectCommand {
    /// The number of vertices.
    pub vertex_count: u32,
    /// The number of instances.
    pub instance_count: u32,
    /// The first vertex: the draw's offset start.
    pub first_vertex: u32,
    /// The first instance.
    pub first_instance: u32,
}

impl DrawIndirectCommand {
    /// The length of a command, in bytes.
    pub const BYTES: usize = 16;

    /// The command at the beginning of `bytes`.
    ///
    /// # Errors
    ///
    /// [`IndirectError::CommandBytes`] if they end within it.
    pub const fn from_le_bytes(bytes: &[u8]) -> Result<Self, IndirectError> {
        match words(bytes) {
            Ok([vertex_count, instance_count, first_vertex, first_instance]) => Ok(Self {
                vertex_count,
                instance_count,
                first_vertex,
                first_instance,
            }),
            Err(error) => Err(error),
        }
    }
}

/// Vulkan's `VkDrawIndexedIndirectCommand`.
///
/// ```
/// use mali_indirect::DrawIndexedIndirectCommand;
///
/// let mut bytes = [0; 20];
/// bytes[12..16].copy_from_slice(&(-3_i32).to_le_bytes());
/// let command = DrawIndexedIndirectCommand::from_le_bytes(&bytes)?;
/// assert_eq!(command.vertex_offset, -3);
/// # Ok::<(), mali_indirect::IndirectError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DrawIndexedIndirectCommand {
    /// The number of indices.
    pub index_count: u32,
    /// The number of instances.
    pub instance_count: u32,
    /// The first index, counted from the beginning of the index buffer.
    pub first_index: u32,
    /// The number that is added to every index: the base vertex.
    pub vertex_offset: i32,
    /// The first instance.
    pub first_instance: u32,
}

impl DrawIndexedIndirectCommand {
    /// The length of a command, in bytes.
    pub const BYTES: usize = 20;

    /// The command at the beginning of `bytes`.
    ///
    /// # Errors
    ///
    /// [`IndirectError::CommandBytes`] if they end within it.
    pub const fn from_le_bytes(bytes: &[u8]) -> Result<Self, IndirectError> {
        match words(bytes) {
            Ok(
                [
                    index_count,
                    instance_count,
                    first_index,
                    vertex_offset,
                    first_instance,
                ],
            ) => Ok(Self {
                index_count,
                instance_count,
                first_index,
                vertex_offset: vertex_offset as i32,
                first_instance,
            }),
            Err(error) => Err(error),
        }
    }
}

const fn words<const WORDS: usize>(bytes: &[u8]) -> Result<[u32; WORDS], IndirectError> {
    if bytes.len() < 4 * WORDS {
        return Err(IndirectError::CommandBytes {
            given: bytes.len(),
            needed: 4 * WORDS,
        });
    }
    let mut words = [0; WORDS];
    let mut at = 0;
    while at < 4 * WORDS {
        words[at / 4] |= (bytes[at] as u32) << (at % 4 * 8);
        at += 1;
    }
    Ok(words)
}
