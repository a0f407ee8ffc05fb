// Typical faults: words of the guide's draw of 70 vertices and 100 instances, each with one mistake in them.

import { hexadecimal } from "../numbers";

type Table = "buffers" | "attributes" | "draw" | "invocation";
type Tables = Record<Table, readonly number[]>;

/** A fault, by the name that its link has. */
export interface Fault {
    name: string;
    /** What the driver did. */
    title: string;
    /** What is wrong with the words. */
    comment: string;
    /** The tables with wrong words. */
    wrong: Partial<Tables>;
    /** The tables of the draw that is meant, if it is another one. */
    right?: Partial<Tables>;
}

// The words of a descriptor of the table of buffers, which is a row in the C source.
const ROW = 4;
// Modulus of 72 = 9 · 2^3: R 3 and P 4. 1,400 bytes are 70 elements of 20.
const MESH = [0x1000_0003, 0x8300_0000, 20, 1400];
// Divisor 72 · 3 = 216: R 7 and E 1. The 34 elements of 100 instances, 3 to each, have 64 bytes.
const MODEL = [0x2000_0004, 0x2700_0000, 64, 2176];
const CONTINUATION = [0x20, 0x17b4_25ed, 0, 3];
const END = [0, 0, 0, 0];
// Mesh is there twice, as drivers do: a descriptor with a continuation begins at an even index, and the copy fills the
// gap.
const RIGHT: Tables = {
    buffers: [...MESH, ...MESH, ...MODEL, ...CONTINUATION, ...END],
    attributes: [0x2dc0_4200, 0, 0x2fc0_0202, 0],
    draw: [0x0083_0000, 0],
    invocation: [0x31c5, 0x21c0_0000],
};

const OF_80 = { draw: [0x0025_0000, 0], invocation: [0x31cf, 0x21c0_0000] };
const MESH_OF_80 = [0x1000_0003, 0x8300_0000, 20, 1600];

const MESH_FROM_8 = [0x1000_0003, 0x8300_0000, 20, 1560];
const FROM_8 = [...MESH_FROM_8, ...MESH_FROM_8, ...MODEL, ...CONTINUATION, ...END];
const MESH_OF_18 = [0x1000_0003, 0x8300_0000, 18, 1260];

/** The right words, with other ones from a position on. */
function but(table: Table, position: number, ...words: number[]): readonly number[] {
    const all = [...RIGHT[table]];
    all.splice(position, words.length, ...words);
    return all;
}

export const FAULTS: readonly Fault[] = [
    {
        name: "kept-tables", title: "Tables kept from the draw before", comment: "80 vertices are padded to 96; the tables are those of 70, padded to 72",
        wrong: { ...OF_80, buffers: [...MESH_OF_80, ...MESH_OF_80, ...MODEL, ...CONTINUATION, ...END] },
        // 96 = 3 · 2^5: R 5 and P 1. 96 · 3 = 288: R 8, and 2^40 / 288 without its highest bit.
        right: { ...OF_80, buffers: [0x1000_0003, 0x2500_0000, 20, 1600, 0x1000_0003, 0x2500_0000, 20, 1600, 0x2000_0004, 0x2800_0000, 64, 2176, 0x20, 0x638e_38e3, 0, 3, ...END] },
    },
    { name: "no-e", title: "E forgotten", comment: "the multiplier is rounded down, and 1 is not added to the id", wrong: { buffers: but("buffers", 9, 0x0700_0000) } },
    { name: "rounded-up", title: "Multiplier rounded up, E still set", comment: "D is one too large for E = 1", wrong: { buffers: but("buffers", 13, 0x17b4_25ee) } },
    { name: "small-r", title: "R one too small", comment: "R = 6; the logarithm of 216, rounded down, is 7", wrong: { buffers: but("buffers", 9, 0x2600_0000) } },
    { name: "divisor-alone", title: "Divided by the divisor alone", comment: "the hardware divisor is 3; it has to be 72 · 3", wrong: { buffers: but("buffers", 9, 0x2100_0000, 64, 2176, 0x20, 0x2aaa_aaaa) } },
    { name: "not-padded", title: "Divided by the vertices, not padded", comment: "the hardware divisor is 70 · 3 = 210; it has to be 72 · 3 = 216", wrong: { buffers: but("buffers", 9, 0x2700_0000, 64, 2176, 0x20, 0x1c09_c09c) } },
    { name: "small-size", title: "Instance size below the vertices", comment: "an instance takes 64 threads, and has 70 vertices", wrong: { draw: [0x0006_0000, 0] } },
    { name: "linear", title: "Per-vertex data read by the thread’s number", comment: "the mode is linear: without the modulus, instance 1 reads after the end of instance 0", wrong: { buffers: but("buffers", 0, 0x1000_0001, 0) } },
    { name: "one-instance", title: "Stride of a draw of one instance", comment: "a stride of 0 is right for one instance only", wrong: { buffers: but("buffers", 10, 0) } },
    { name: "buffer-index", title: "Buffer index counts buffers", comment: "model is the second buffer, and the third descriptor", wrong: { attributes: but("attributes", 2, 0x2fc0_0201) } },
    { name: "short-buffer", title: "Size without the last element", comment: "the last vertex is after the end of its buffer", wrong: { buffers: but("buffers", 3, 1380) } },
    { name: "no-continuation", title: "Continuation left out", comment: "the multiplier of model is missing", wrong: { buffers: [...MESH, ...MESH, ...MODEL, ...END] } },
    {
        name: "first-vertex", title: "First vertex not subtracted", comment: "the unit adds the first vertex, 8, to the elements of instances too; 8 · 64 bytes have to be subtracted from the offset",
        wrong: { buffers: FROM_8, draw: [0x0083_0000, 8] },
        right: { buffers: FROM_8, draw: [0x0083_0000, 8], attributes: but("attributes", 3, 0xffff_fe00) },
    },
    { name: "unaligned", title: "Floats at any byte", comment: "a float begins at a multiple of 4 bytes; with a stride of 18 every second vertex does not", wrong: { buffers: [...MESH_OF_18, ...MESH_OF_18, ...MODEL, ...CONTINUATION, ...END] }, right: {} },
    { name: "no-end", title: "Table without a null terminator", comment: "the unit reads on after the last descriptor", wrong: { buffers: RIGHT.buffers.slice(0, -END.length) } },
];

/** Tables of words as arrays of C. */
export function arrays(tables: Record<string, readonly number[]>): string {
    const word = (value: number) => (value < 0x2000 ? String(value) : hexadecimal(value));
    const all = Object.entries(tables).map(([table, words]) => {
        const lines = Array.from({ length: Math.ceil(words.length / ROW) }, (_, line) => words.slice(ROW * line, ROW * (line + 1)).map(word).join(", "));
        return `static const uint32_t ${table}[] = ${lines.length > 1 ? `{\n    ${lines.join(",\n    ")},\n}` : `{ ${lines.join("")} }`};\n`;
    });
    return all.join("");
}

/** The fault's words, and those that are meant, as the C source of a test. */
export function sources({ comment, wrong, right = {} }: Fault): { wrong: string; right: string } {
    return { wrong: `// ${comment}.\n${arrays({ ...RIGHT, ...wrong })}`, right: `// right.\n${arrays({ ...RIGHT, ...right })}` };
}
