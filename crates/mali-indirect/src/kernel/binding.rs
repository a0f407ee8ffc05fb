use alloc::format;
use alloc::string::String;

use super::parameters::PARAMETERS;
use crate::shader::{Language, translate};

/// A buffer of 32-bit words in a kernel's descriptor set 0. All are storage buffers, except the parameters
/// in GLSL ES, which promises a compute shader only four storage blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Binding {
    /// The commands of the draws.
    Commands,
    /// The number of draws, in one of the buffer's words. If the number is known, bind the parameters here: their
    /// word 0 is the largest number.
    DrawCount,
    /// The [`Parameters`](super::Parameters).
    Parameters,
    /// The words of the draws, which are written: one draw's after the other's, or, for a kernel of
    /// [`Kernel::in_place`](super::Kernel::in_place), the driver's jobs and tables, and the
    /// [places](super::DrawPlaces) of each draw's words.
    Draws,
    /// The bounds of each draw's indices, two words for each draw, which the second kernel writes, or a program that
    /// knows them. [`FoundIndices::words`](crate::FoundIndices::words) explains them.
    ///
    /// In GLSL ES they are in the words of each draw, at [`DrawLayout::primitive`](crate::DrawLayout::primitive), or in the
    /// last two words of its places.
    Bounds,
    /// The number of units of 64 bytes of the varyings' memory that are taken, in word 0. Set it to 0 first.
    ///
    /// In GLSL ES it is the word after those of [`Parameters::maximum`](super::Parameters::maximum) draws, or after their
    /// places.
    Heap,
    /// The words of [`IndirectDraw::buffer_words`](crate::IndirectDraw::buffer_words), from word
    /// [`first_buffer`](super::Parameters::first_buffer) on, for a kernel of
    /// [`Kernel::with_buffers_in_memory`](super::Kernel::with_buffers_in_memory).
    VertexBuffers,
    /// The indices, in whole words. They begin with index [`first_index`](super::Parameters::first_index).
    Indices,
}

impl Binding {
    /// Its number. In GLSL ES, the numbers of storage buffers are 0 to 3.
    ///
    /// ```
    /// use mali_indirect::{Binding, Language};
    ///
    /// assert_eq!(Binding::Indices.number(Language::Glsl), 6);
    /// assert_eq!(Binding::Indices.number(Language::GlslEs), 2);
    /// ```
    #[must_use]
    pub const fn number(self, language: Language) -> u32 {
        let is_es = matches!(language, Language::GlslEs);
        match self {
            Self::Commands => 0,
            Self::DrawCount => 1,
            // No kernel has both: the kernel of the bounds has indices, and the other one vertex buffers.
            Self::Indices | Self::VertexBuffers if is_es => 2,
            Self::Parameters if is_es => 4,
            Self::Parameters => 2,
            Self::Draws => 3,
            Self::Bounds => 4,
            Self::Heap => 5,
            Self::Indices => 6,
            Self::VertexBuffers => 7,
        }
    }

    /// Whether it is a uniform buffer, in layout `std140`: the parameters in GLSL ES.
    ///
    /// ```
    /// use mali_indirect::{Binding, Language};
    ///
    /// assert!(Binding::Parameters.is_uniform(Language::GlslEs));
    /// assert!(!Binding::Parameters.is_uniform(Language::Wgsl));
    /// ```
    #[must_use]
    pub const fn is_uniform(self, language: Language) -> bool {
        matches!((self, language), (Self::Parameters, Language::GlslEs))
    }

    /// Its name in a kernel.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Commands => "commands",
            Self::DrawCount => "draw_count",
            Self::Parameters => "parameters",
            Self::Draws => "draws",
            Self::Bounds => "bounds",
            Self::Heap => "heap",
            Self::Indices => "indices",
            Self::VertexBuffers => "vertex_buffers",
        }
    }

    /// The expression for its length in words. In OpenCL C, which has no such expression, the length is an argument.
    pub(super) fn words(self, language: Language) -> String {
        let name = self.name();
        match language {
            Language::Wgsl => format!("arrayLength(&{name})"),
            Language::Glsl | Language::GlslEs => format!("uint({name}.length())"),
            Language::OpenCl => format!("{name}_words"),
        }
    }

    /// Its declaration, at the top of a shader or among an OpenCL kernel's arguments.
    fn declaration(self, language: Language, is_written: bool) -> String {
        let (name, number) = (self.name(), self.number(language));
        match language {
            Language::Wgsl => {
                let access = if is_written { "read_write" } else { "read" };
                // WGSL has atomic functions only for atomic types, the other languages for any word.
                let word = if self == Self::Heap {
                    "atomic<u32>"
                } else {
                    "u32"
                };
                format!(
                    "@group(0) @binding({number}) var<storage, {access}> {name}: array<{word}>;\n"
                )
            }
            // An array of words would take 16 bytes for each in `std140`, so four words share a vector.
            _ if self.is_uniform(language) => format!(
                "layout(std140, binding = {number}) uniform Mali_{name} {{\n    uvec4 parameter_vectors[{}];\n}};\n",
                PARAMETERS / 4
            ),
            Language::Glsl | Language::GlslEs => {
                let access = if is_written { "" } else { "readonly " };
                format!(
                    "layout(std430, binding = {number}) {access}buffer Mali_{name} {{\n    uint {name}[];\n}};\n"
                )
            }
            Language::OpenCl => {
                let access = match (self, is_written) {
                    // OpenCL C 1.2 declares `atomic_cmpxchg` with a volatile pointer.
                    (Self::Heap, _) => "volatile global uint",
                    (_, true) => "global uint",
                    (_, false) => "global const uint",
                };
                format!("{access} *{name}")
            }
        }
    }
}

/// A buffer that a kernel is bound to, and whether it writes there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BoundBuffer {
    /// The buffer.
    pub binding: Binding,
    /// Whether the kernel writes it, or only reads it.
    pub is_written: bool,
}

impl BoundBuffer {
    pub(super) const fn read(binding: Binding) -> Self {
        Self {
            binding,
            is_written: false,
        }
    }

    pub(super) const fn written(binding: Binding) -> Self {
        Self {
            binding,
            is_written: true,
        }
    }
}

/// The size of a workgroup.
pub(super) const WORKGROUP: u32 = 64;

/// The number of workgroups in x. Every driver allows 65,535.
pub(super) const ROW: u32 = 0x8000;

// A row of workgroups has 2^21 invocations. Parameters allow at most 2^28 draws, which take 128 rows.
const INVOCATIONS: u32 = ROW * WORKGROUP;

/// The distribution of draws over invocations.
#[derive(Clone, Copy)]
pub(super) enum Work {
    /// An invocation for each draw.
    InvocationPerDraw,
    /// A workgroup for each draw, with two arrays of a word for each invocation.
    WorkgroupPerDraw,
}

/// The entry point's name.
pub(super) const ENTRY: &str = "mali_inst_main";

/// A kernel of statements in WGSL. They can use `draw` and, if a workgroup has a draw, `lane`, the invocation's
/// number in its workgroup. With `heap`, the place of the heap's counter, they can use `heap_exchange`.
pub(super) fn kernel(
    language: Language,
    work: Work,
    buffers: &[BoundBuffer],
    heap: Option<&str>,
    statements: &str,
) -> String {
    let mut text = head(language, work, buffers, heap) + &translate(statements, language);
    if Binding::Parameters.is_uniform(language) {
        // `parameters[6]` becomes `parameter_vectors[1][2]`.
        for word in 0..PARAMETERS {
            let [vector, lane] = [word / 4, word % 4];
            let packed = format!("parameter_vectors[{vector}][{lane}]");
            text = text.replace(&format!("parameters[{word}]"), &packed);
        }
    }
    text
}

fn head(language: Language, work: Work, buffers: &[BoundBuffer], heap: Option<&str>) -> String {
    let mut text = String::new();
    let declarations = buffers
        .iter()
        .map(|buffer| buffer.binding.declaration(language, buffer.is_written));
    match language {
        Language::Wgsl => {
            text.extend(declarations);
            if let Some(counter) = heap {
                text.push_str(&EXCHANGE_WGSL.replace(COUNTER, counter));
            }
            match work {
                Work::InvocationPerDraw => text.push_str(&format!(
                    "\n@compute @workgroup_size({WORKGROUP})\n\
                     fn {ENTRY}(@builtin(global_invocation_id) invocation_id: vec3<u32>) {{\n    \
                     let draw: u32 = invocation_id.x + (invocation_id.y * {INVOCATIONS}u);\n"
                )),
                Work::WorkgroupPerDraw => text.push_str(&format!(
                    "var<workgroup> lowest: array<u32, {WORKGROUP}>;\n\
                     var<workgroup> highest: array<u32, {WORKGROUP}>;\n\n\
                     @compute @workgroup_size({WORKGROUP})\n\
                     fn {ENTRY}(\n    @builtin(workgroup_id) workgroup: vec3<u32>,\n    \
                     @builtin(local_invocation_id) invocation_id: vec3<u32>\n) {{\n    \
                     let draw: u32 = workgroup.x + (workgroup.y * {ROW}u);\n    \
                     let lane: u32 = invocation_id.x;\n"
                )),
            }
        }
        Language::Glsl | Language::GlslEs => {
            text.push_str(&format!("layout(local_size_x = {WORKGROUP}) in;\n"));
            text.extend(declarations);
            if let Some(counter) = heap {
                text.push_str(&EXCHANGE_GLSL.replace(COUNTER, counter));
            }
            match work {
                Work::InvocationPerDraw => {
                    text.push_str(&format!(
                        "\nvoid main() {{\n    \
                         uint draw = gl_GlobalInvocationID.x + (gl_GlobalInvocationID.y * {INVOCATIONS}u);\n"
                    ));
                }
                Work::WorkgroupPerDraw => text.push_str(&format!(
                    "shared uint lowest[{WORKGROUP}];\nshared uint highest[{WORKGROUP}];\n\n\
                     void main() {{\n    \
                     uint draw = gl_WorkGroupID.x + (gl_WorkGroupID.y * {ROW}u);\n    \
                     uint lane = gl_LocalInvocationID.x;\n"
                )),
            }
        }
        Language::OpenCl => {
            if let Some(counter) = heap {
                // A macro, because the counter is in an argument of the kernel, which a function cannot name.
                text.push_str(&EXCHANGE_OPENCL.replace(COUNTER, counter));
            }
            text.push_str(&format!(
                "\nkernel __attribute__((reqd_work_group_size({WORKGROUP}, 1, 1)))\nvoid {ENTRY}(\n    "
            ));
            let lengths = buffers
                .iter()
                .map(|buffer| format!("uint {}", buffer.binding.words(language)));
            let declarations: alloc::vec::Vec<String> = declarations.chain(lengths).collect();
            text.push_str(&declarations.join(",\n    "));
            text.push_str("\n) {\n");
            match work {
                Work::InvocationPerDraw => text.push_str(&format!(
                    "    uint draw = get_global_id(0) + (get_global_id(1) * {INVOCATIONS}u);\n"
                )),
                Work::WorkgroupPerDraw => text.push_str(&format!(
                    "    local uint lowest[{WORKGROUP}];\n    local uint highest[{WORKGROUP}];\n    \
                     uint draw = get_group_id(0) + (get_group_id(1) * {ROW}u);\n    \
                     uint lane = get_local_id(0);\n"
                )),
            }
        }
    }
    text
}

/// The name of the heap's counter in the functions below.
const COUNTER: &str = "COUNTER";

const EXCHANGE_WGSL: &str = "
fn heap_exchange(expected: u32, desired: u32) -> u32 {
    // A weak exchange may fail for no reason. The kernel then tries again.
    loop {
        let found = atomicCompareExchangeWeak(&COUNTER, expected, desired);
        if (found.exchanged || (found.old_value != expected)) {
            return found.old_value;
        }
    }
    return 0u;
}
";
const EXCHANGE_GLSL: &str = "
uint heap_exchange(uint expected, uint desired) {
    return atomicCompSwap(COUNTER, expected, desired);
}
";
const EXCHANGE_OPENCL: &str = "
#define heap_exchange(expected, desired) atomic_cmpxchg(&COUNTER, expected, desired)
";

/// The statement that waits for the whole workgroup.
pub(super) const fn barrier(language: Language) -> &'static str {
    match language {
        Language::Wgsl => "workgroupBarrier();",
        Language::Glsl | Language::GlslEs => "barrier();",
        Language::OpenCl => "barrier(CLK_LOCAL_MEM_FENCE);",
    }
}
