"""Steps through each call that the program measures, and prints the depth of its stack and its instructions, without
those of copying bytes.

gdb runs it.
"""

import gdb


def register(name):
    return int(gdb.selected_frame().read_register(name)) & (1 << 64) - 1


gdb.execute("set pagination off")
gdb.execute("set confirm off")
gdb.execute("break *stack::measured", to_string=True)
gdb.execute("run", to_string=True)
mappings = [line.split() for line in gdb.execute("info proc mappings", to_string=True).splitlines()]
own = [line for line in mappings if line and line[-1] == gdb.current_progspace().filename]
program = int(own[0][0], 16), int(own[-1][1], 16)
while gdb.selected_thread() is not None:
    name = gdb.inferiors()[0].read_memory(register("rdi"), register("rsi")).tobytes().decode()
    top = lowest = register("rsp")
    instructions = 0
    while register("rsp") <= top:
        # Bytes are copied by a function of another library, which is not counted.
        if not program[0] <= register("rip") < program[1]:
            gdb.execute("finish", to_string=True)
            continue
        lowest = min(lowest, register("rsp"))
        instructions += 1
        gdb.execute("stepi", to_string=True)
    print(f"{top - lowest:8} {instructions:12}  {name}", flush=True)
    gdb.execute("continue", to_string=True)
