//! The OpenCL kernels read no word after the end of a buffer, whatever its length is. They are compiled for the CPU,
//! where each buffer ends at a page that cannot be read. Without clang, the test is skipped, with a message.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

use mali_indirect::{Binding, Kernel, Language};

use crate::cases::{Case, buffers_in_memory, cases, commands, in_memory, parameters};

const DRAWS: usize = 3;

/// The functions of OpenCL C that a kernel calls, for one invocation on a CPU.
const BUILT_IN: &str = "
uint global_id(uint dimension);
#define get_global_id(dimension) global_id(dimension)
#define min(a, b) ((a) < (b) ? (a) : (b))
#define max(a, b) ((a) > (b) ? (a) : (b))
#define mul_hi(a, b) ((uint)(((ulong)(a) * (b)) >> 32))
#define clz(a) ((a) == 0 ? 32u : (uint)__builtin_clz(a))
#define atomic_cmpxchg(word, expected, desired) exchange(word, expected, desired)
static uint exchange(volatile global uint *word, uint expected, uint desired)
{
    uint found = *word;
    if (found == expected)
        *word = desired;
    return found;
}
";

/// Runs all draws with each buffer in turn at each length up to its own.
const MAIN: &str = "
static uint32_t draw;

uint32_t global_id(uint32_t dimension)
{
    return dimension == 0 ? draw : 0;
}

int main(void)
{
    size_t page = sysconf(_SC_PAGESIZE);
    size_t held = (1 << 16) / page * page + page;
    uint8_t *ends[COUNT];
    for (int i = 0; i < COUNT; ++i) {
        uint8_t *memory = mmap(NULL, held + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (memory == MAP_FAILED || mprotect(memory + held, page, PROT_NONE) != 0)
            return 2;
        ends[i] = memory + held;
    }
    for (int shorter = 0; shorter < COUNT; ++shorter) {
        for (uint32_t length = is_whole[shorter] ? lengths[shorter] : 0; length <= lengths[shorter]; ++length) {
            uint32_t *at[COUNT], words[COUNT];
            for (int i = 0; i < COUNT; ++i) {
                words[i] = i == shorter ? length : lengths[i];
                at[i] = (uint32_t *)ends[i] - words[i];
                memcpy(at[i], contents[i], 4 * words[i]);
            }
            fprintf(stderr, \"%s of %u words\\n\", names[shorter], length);
            for (draw = 0; draw < 5; ++draw)
                run(at, words);
        }
    }
    return 0;
}
";

/// The words of a buffer for some draws; of those that a kernel writes, zeros.
fn contents(case: &Case, kernel: &Kernel<'_>, binding: Binding) -> Vec<u32> {
    let parameters = parameters(case, DRAWS, 1 << 20);
    let bytes = kernel.bytes(binding, Language::OpenCl, &parameters);
    let mut words = match binding {
        Binding::Commands => in_memory(case, &commands(case, DRAWS)),
        Binding::DrawCount => vec![DRAWS as u32; 16],
        Binding::Parameters => parameters.words(&case.draw).unwrap().to_vec(),
        Binding::Bounds => [5, 104].repeat(DRAWS),
        Binding::VertexBuffers => buffers_in_memory(case),
        _ => Vec::new(),
    };
    words.resize(bytes.unwrap() as usize / 4, 0);
    words
}

/// A program that calls the kernel.
fn program(case: &Case, kernel: &Kernel<'_>) -> String {
    let mut text = String::from(
        "#include <stdint.h>\n#include <stdio.h>\n#include <string.h>\n#include <sys/mman.h>\n#include <unistd.h>\n\n",
    );
    let buffers = kernel.buffers(Language::OpenCl);
    let count = buffers.len();
    let list = |of: &dyn Fn(usize) -> String| (0..count).map(of).collect::<Vec<_>>().join(", ");
    for (number, buffer) in buffers.iter().enumerate() {
        let words = contents(case, kernel, buffer.binding);
        // An array of C has one word at least.
        let initial: Vec<String> = words.iter().chain([&0]).map(u32::to_string).collect();
        let _ = writeln!(
            text,
            "static const uint32_t words{number}[] = {{{}}};",
            initial.join(", ")
        );
    }
    // A driver always binds whole parameters and the heap's word.
    let is_whole = |number: usize| {
        let binding = buffers[number].binding;
        matches!(binding, Binding::Parameters | Binding::Heap)
    };
    let name = |number: usize| format!("\"{}\"", buffers[number].binding.name());
    let _ = writeln!(
        text,
        "enum {{ COUNT = {count} }};
static const uint32_t *const contents[] = {{{}}};
static const uint32_t lengths[] = {{{}}};
static const int is_whole[] = {{{}}};
static const char *const names[] = {{{}}};
void mali_inst_main({}, {});
static void run(uint32_t **at, const uint32_t *words)
{{
    mali_inst_main({}, {});
}}
{MAIN}",
        list(&|number| format!("words{number}")),
        list(&|number| format!("sizeof words{number} / 4 - 1")),
        list(&|number| u32::from(is_whole(number)).to_string()),
        list(&name),
        list(&|_| "uint32_t *".to_owned()),
        list(&|_| "uint32_t".to_owned()),
        list(&|number| format!("at[{number}]")),
        list(&|number| format!("words[{number}]")),
    );
    text
}

/// Runs clang, and returns whether there is one.
fn has_compiled(folder: &Path, arguments: &[&str]) -> bool {
    let mut clang = Command::new("clang");
    let Ok(output) = clang.args(arguments).current_dir(folder).output() else {
        return false;
    };
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {errors}");
    true
}

#[test]
fn a_kernel_reads_no_word_after_the_end_of_a_buffer() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    for case in cases() {
        for kernel in [case.kernel(), case.kernel().in_place()] {
            let source = format!("{BUILT_IN}{}", kernel.source(Language::OpenCl));
            fs::write(folder.join("kernel.cl"), source).unwrap();
            fs::write(folder.join("main.c"), program(&case, &kernel)).unwrap();
            let kernel = ["-x", "cl", "-cl-std=CL1.2", "-O0", "-c", "kernel.cl"];
            if !has_compiled(folder, &kernel) {
                eprintln!("skipped: no clang");
                return;
            }
            let main = ["-Wall", "-Werror", "-o", "main", "main.c", "kernel.o"];
            has_compiled(folder, &main);
            let output = Command::new(folder.join("main")).output().unwrap();
            let runs = String::from_utf8_lossy(&output.stderr);
            let last = runs.lines().last();
            assert!(output.status.success(), "{}: {last:?}", case.name);
        }
    }
}
