"""Runs the kernels that a test wrote into a folder, on the first OpenCL device, and compares their words.

Exits with 77 if there is no pyopencl or no device.
"""

import json
import sys
import time
from pathlib import Path

try:
    import numpy
    import pyopencl as cl

    device = cl.get_platforms()[0].get_devices()[0]
except (ImportError, IndexError, RuntimeError) as error:
    print(f"no OpenCL: {error}")
    sys.exit(77)

context = cl.Context([device])
queue = cl.CommandQueue(context)
flags = cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR


def kernel(text):
    program = cl.Program(context, text).build()
    return cl.Kernel(program, "mali_inst_main")


def arguments_of(buffers, bindings, shorter=None):
    """Returns the buffers, followed by their lengths in words."""
    lengths = {binding: buffers[binding].size // 4 for binding in bindings} | (shorter or {})
    return [buffers[binding] for binding in bindings] + [
        numpy.uint32(lengths[binding]) for binding in bindings
    ]


folder = Path(sys.argv[1])

functions = folder / "functions.cl"
if functions.exists():
    inputs, outputs = (
        numpy.fromfile(folder / f"functions.{kind}", dtype="<u4") for kind in ["inputs", "result"]
    )
    arguments = [cl.Buffer(context, flags, hostbuf=words) for words in [inputs, outputs]]
    kernel(functions.read_text())(queue, (len(inputs) // 8,), None, *arguments)
    cl.enqueue_copy(queue, outputs, arguments[1])
    outputs.tofile(folder / "functions.result")

for case in json.loads((folder / "cases.json").read_text()):
    name, draws, words = case["name"], case["draws"], case["words"]

    def read(kind):
        return numpy.fromfile(folder / f"{name}.{kind}", dtype="<u4")

    buffers = {
        kind: cl.Buffer(context, flags, hostbuf=read(kind))
        for kind in ["commands", "draw_count", "parameters", "indices", "vertex_buffers"]
    }
    zeros = numpy.zeros(1, dtype="<u4")
    buffers["heap"] = cl.Buffer(context, flags, hostbuf=zeros)
    bounds = numpy.full(2 * draws + 100, 0xDEADBEEF, dtype="<u4")
    buffers["bounds"] = cl.Buffer(context, flags, hostbuf=bounds)
    # A driver's memory, or the words of the draws one after the other, and guards.
    is_in_place = (folder / f"{name}.memory").exists()
    if is_in_place:
        result = read("memory")
    else:
        result = numpy.full((draws + 100) * words, 0xDEADBEEF, dtype="<u4")
    buffers["draws"] = cl.Buffer(context, flags, hostbuf=result)

    if case["bounds_bindings"]:
        run = kernel((folder / f"{name}.bounds.cl").read_text())
        x, y = case["bounds_workgroups"]
        arguments = arguments_of(buffers, case["bounds_bindings"])
        run(queue, (64 * x, y), (64, 1), *arguments)
        cl.enqueue_copy(queue, bounds, buffers["bounds"])
        assert (bounds[2 * draws :] == 0xDEADBEEF).all(), f"{name}: words after the bounds"
    run = kernel((folder / f"{name}.cl").read_text())
    x, y = case["workgroups"]
    # Buffers that are shorter than the parameters state: nothing after their ends is read as a command or written.
    held = draws // 3
    guarded = cl.Buffer(context, flags, hostbuf=result)
    # In place, a part of the places is after the end.
    end = int(read("parameters")[8]) + 16 * held if is_in_place else held * words
    shorter = {"draws": end + 15 if is_in_place else end + words - 1}
    run(
        queue,
        (64 * x, y),
        (64, 1),
        *arguments_of(buffers | {"draws": guarded}, case["bindings"], shorter),
    )
    short = result.copy()
    cl.enqueue_copy(queue, short, guarded)
    assert (short[end:] == result[end:]).all(), f"{name}: a draw past the end was written"
    cl.enqueue_copy(queue, buffers["heap"], zeros)
    queue.finish()
    arguments = arguments_of(buffers, case["bindings"])
    # The first run compiles for the device.
    run(queue, (64 * x, y), (64, 1), *arguments)
    cl.enqueue_copy(queue, buffers["heap"], zeros)
    queue.finish()
    begin = time.perf_counter()
    run(queue, (64 * x, y), (64, 1), *arguments)
    queue.finish()
    seconds = time.perf_counter() - begin
    cl.enqueue_copy(queue, result, buffers["draws"])
    if not is_in_place:
        result, guards = result[: draws * words], result[draws * words :]
        assert (guards == 0xDEADBEEF).all(), f"{name}: words after the draws were written"
    result.tofile(folder / f"{name}.result")
    rate = draws / seconds / 1e6
    print(f"{name}: {draws} draws on {device.name}, {rate:.2f} million a second")
