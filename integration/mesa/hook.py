#!/usr/bin/env python3
"""Inserts our files beside the vertex emission of Mesa's Panfrost, in Mesa's sources.

    hook.py MESA HEADER

Functions are found by their names, and text is only inserted: no text of Mesa's is removed, and none is in this file.
The original of each file stays beside it as *.before, so that hooks can be inserted again; a file that does not change
is not written.
"""

import re
import shutil
import sys
from pathlib import Path

HERE = Path(__file__).parent
MESA = "the hooks are for Mesa 22.3.6 and 25.0.7"
OURS = ["pipeline.h", "hooks.h", "panfrost.c", "compare.c", "varyings.c"]

# Vulkan names packed formats from the highest bit, Gallium from the lowest. If a format has two names, Gallium's is the other.
PACKED = {
    "A2B10G10R10": "R10G10B10A2", "A2R10G10B10": "B10G10R10A2", "B5G6R5": "R5G6B5", "R5G6B5": "B5G6R5",
    "A1R5G5B5": "B5G5R5A1", "A1B5G5R5": "R5G5B5A1", "A4B4G4R4": "R4G4B4A4", "A4R4G4B4": "B4G4R4A4",
    "B10G11R11": "R11G11B10", "E5B9G9R9": "R9G9B9E5", "A8B8G8R8": None,
}


def stop(message):
    sys.exit(f"hook.py: {message}")


class Source:
    """A file of Mesa's, into which lines are inserted."""

    def __init__(self, path):
        self.path = path
        before = path.with_name(path.name + ".before")
        try:
            if not before.exists():
                shutil.copy(path, before)
            self.text = before.read_text()
        except OSError as error:
            stop(f"{path}: {error.strerror}: {MESA}")

    def functions(self, name):
        """Yields the beginnings and ends of a function's definitions, the last first."""
        pattern = rf"^(?:GENX\()?{name}\)?\((?:[^;{{}}]*?)\)\n\{{\n.*?^\}}\n"
        found = [match.span() for match in re.finditer(pattern, self.text, re.M | re.S)]
        if not found:
            stop(f"{self.path.name} has no function {name}: {MESA}")
        return reversed(found)

    def insert(self, at, lines):
        self.text = self.text[:at] + lines + self.text[at:]

    def after_function(self, name, lines):
        for _, end in self.functions(name):
            self.insert(end, lines)

    def at_end_of(self, name, lines):
        for _, end in self.functions(name):
            self.insert(end - 2, lines)

    def before(self, name, pattern, lines):
        """Inserts text before the line of a function that has the pattern."""
        for begin, end in self.functions(name):
            found = re.search(pattern, self.text[begin:end])
            if not found:
                stop(f"{name} of {self.path.name} has no {pattern}: {MESA}")
            line = self.text.rfind("\n", 0, begin + found.start()) + 1
            self.insert(line, lines)

    def last_in_struct(self, name, lines):
        found = re.search(rf"^struct {name} \{{\n.*?^(?=\}};)", self.text, re.M | re.S)
        if not found:
            stop(f"{self.path.name} has no struct {name}: {MESA}")
        self.insert(found.end(), lines)

    def insert_after(self, text, inserted):
        at = self.text.find(text)
        if at < 0:
            stop(f"{self.path.name} has no {text!r}: {MESA}")
        self.insert(at + len(text), inserted)

    def before_first(self, text, lines):
        at = self.text.find(text)
        if at < 0:
            stop(f"{self.path.name} has no {text!r}: {MESA}")
        self.insert(at, lines)

    def write(self):
        write(self.path, self.text)


def write(path, text):
    if not path.exists() or path.read_text() != text:
        path.write_text(text)


def formats(header):
    """Returns a function from Gallium's formats to ours."""
    cases = []
    for name in re.findall(r"\bMALI_INST_FORMAT_([A-Z0-9_]+)\b(?= [=0-9])", header):
        components, kind = name.split("_")[:2]
        components = PACKED.get(components, components)
        if components:
            gallium = f"{components}_{kind.replace('UFLOAT', 'FLOAT').replace('SFLOAT', 'FLOAT')}"
            cases.append(f"   case PIPE_FORMAT_{gallium}: return MALI_INST_FORMAT_{name};\n")
    if not cases:
        stop("the header has no formats")
    return (
        "static uint32_t\ninst_format(enum pipe_format format)\n{\n   switch (format) {\n"
        + "".join(cases)
        + "   default: return 0;\n   }\n}\n"
    )


def old(lines):
    """Lines for the architectures that have these descriptors."""
    return f"#if PAN_ARCH <= 7\n{lines}#endif\n"


def accessors(version):
    """Returns the places of what each version of Mesa keeps elsewhere."""
    if version >= 25:
        places = {
            "ADDRESS(resource)": "((resource)->image.data.base)",
            "ELEMENT_STRIDE(element)": "((element)->src_stride)", "HAS_STRIDE": "0", "BUFFER_STRIDE(buffer)": "0",
            "INDIRECT(ctx)": "false", "BO_SIZE(bo)": "panfrost_bo_size(bo)",
            # The driver emits tables only if one of these changed.
            "IS_DIRTY(ctx)": "(((ctx)->dirty & PAN_DIRTY_VERTEX) || ((ctx)->dirty_shader[PIPE_SHADER_VERTEX] & "
            "(PAN_DIRTY_STAGE_IMAGE | PAN_DIRTY_STAGE_SHADER)) || ((ctx)->vertex->attr_depends_on_base_instance_mask & "
            "BITFIELD_MASK((ctx)->prog[PIPE_SHADER_VERTEX]->info.attributes_read_count)))",
        }
    else:
        places = {
            "ADDRESS(resource)": "((resource)->image.data.bo->ptr.gpu)",
            "ELEMENT_STRIDE(element)": "0", "HAS_STRIDE": "1", "BUFFER_STRIDE(buffer)": "((buffer)->stride)",
            "INDIRECT(ctx)": "((ctx)->indirect_draw)", "BO_SIZE(bo)": "((bo)->size)",
            "IS_DIRTY(ctx)": "true",
        }
    return "".join(f"#define INST_{name} {place}\n" for name, place in places.items())


def main(mesa, header):
    driver = mesa / "src/gallium/drivers/panfrost"
    try:
        version = int((mesa / "VERSION").read_text().split(".")[0])
    except (OSError, ValueError):
        stop(f"{mesa} is not Mesa: {MESA}")
    commands = Source(driver / "pan_cmdstream.c")
    state = Source(driver / "pan_cmdstream.h") if version >= 25 else commands
    context = Source(driver / "pan_context.h")
    for source, name in [(context, "context"), (state, "vertex_state")]:
        source.before_first(f"struct panfrost_{name} {{", '#include "mali_inst/pipeline.h"\n\n')
    context.last_in_struct("panfrost_context", "   struct mali_inst_panfrost_draw inst;\n")
    context.write()

    state.last_in_struct("panfrost_vertex_state", "   struct mali_inst_panfrost_pipeline inst[2];\n")
    commands.after_function("panfrost_emit_vertex_data", '#include "mali_inst/hooks.h"\n')
    commands.after_function("panfrost_create_vertex_elements_state", '#include "mali_inst/panfrost.c"\n')
    commands.after_function("panfrost_emit_varying", '#include "mali_inst/varyings.c"\n')
    varyings = "   inst_compare_varyings(&producer->info, &consumer->info, point_coord_mask, descs);\n"
    commands.at_end_of("panfrost_emit_varying_descs", varyings)
    count = "   GENX(inst_compare_job)(ctx, vertex_count, idvs);\n"
    invocation = "   GENX(inst_compare_invocation)(ctx, &invocation);\n"
    draw = "   GENX(inst_compare_draw)(batch->ctx, {});\n"
    if version >= 25:
        jobs = Source(driver / "pan_jm.c")
        jobs.before_first("#if PAN_ARCH", '#include "mali_inst/hooks.h"\n\n')
        commands.before("panfrost_draw_get_vertex_count", r"return vertex_count;", old(count))
        jobs.before("jm_launch_draw", r"struct panfrost_ptr tiler", old(invocation))
        jobs.at_end_of("jm_emit_vertex_draw", draw.format("section"))
        jobs.at_end_of("jm_emit_tiler_draw", old(draw.format("out")))
        jobs.write()
        state.write()
    else:
        commands.before("panfrost_direct_draw", r"panfrost_emit_varying_descriptor\(", count + invocation)
        commands.at_end_of("panfrost_draw_emit_vertex_section", draw.format("section"))
        commands.at_end_of("panfrost_emit_draw", old(draw.format("out")))
    commands.write()

    ours = driver / "mali_inst"
    ours.mkdir(exist_ok=True)
    for name in OURS:
        write(ours / name, (HERE / name).read_text())
    # The headers are beside our files, since every file that includes pan_context.h needs the first.
    for path in [header, header.with_name("mali_inst_varyings.h")]:
        write(ours / path.name, path.read_text())
    write(ours / "mesa.h", accessors(version) + formats(header.read_text()))

    build = Source(driver / "meson.build")
    build.insert_after("dependencies : [", "dependency('mali_inst'), ")
    build.write()


if __name__ == "__main__":
    if len(sys.argv) != 3:
        stop("usage: hook.py MESA HEADER")
    main(Path(sys.argv[1]), Path(sys.argv[2]))
