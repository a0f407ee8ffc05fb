// The libraries, in a thread of their own: questions in, answers out. A grid's answer is painted here, too.

import wasm from "./generated/page.wasm?url";
import type { Grid } from "./generated/page";

interface Module {
    memory: WebAssembly.Memory;
    room(bytes: number): number;
    answer(): bigint;
}

/** The page's message: a question, and the colours that a grid's letters stand for. */
export interface Asked {
    id: number;
    question: Record<string, unknown>;
    palette?: Palette;
}

/** Colours as numbers, 0xrrggbb. */
export interface Palette {
    elements: number[];
    wasted: number;
    nothing: number;
    ground: number;
}

/** A grid as pixels, one for each thread. */
export interface Painted {
    rows: number;
    columns: number;
    pixels: Uint8ClampedArray<ArrayBuffer>;
}

export type Reply =
    | { id: number; answer: unknown }
    | { id: number; error: string }
    | { isReady: true }
    | { failure: string };

const compiled = WebAssembly.compileStreaming(fetch(wasm));
let module: Promise<Module> | undefined;

/** The module; it is replaced after a trap, which may leave its memory inconsistent. */
function instance(): Promise<Module> {
    module ??= compiled
        .then((code) => WebAssembly.instantiate(code))
        .then((made) => made.exports as unknown as Module);
    return module;
}

function ask(to: Module, question: unknown): unknown {
    const bytes = new TextEncoder().encode(JSON.stringify(question));
    // A memory that has grown has a new buffer.
    const room = to.room(bytes.length);
    new Uint8Array(to.memory.buffer, room, bytes.length).set(bytes);
    const packed = to.answer();
    const [address, length] = [Number(packed & 0xffff_ffffn), Number(packed >> 32n)];
    const text = new TextDecoder().decode(new Uint8Array(to.memory.buffer, address, length));
    const { answer, misunderstood } = JSON.parse(text) as { answer?: unknown; misunderstood?: string };
    if (misunderstood !== undefined) throw new Error(misunderstood);
    return answer;
}

function paint({ rows }: Grid, palette: Palette): Painted {
    const columns = rows[0]?.length ?? 0;
    const pixels = new Uint8ClampedArray(4 * rows.length * columns);
    // Discarded threads are paler: half way to the background.
    const pale = (color: number, ground: number) => Math.round(0.35 * color + 0.65 * ground);
    let at = 0;
    for (const row of rows) {
        for (let column = 0; column < columns; column++) {
            const code = row.charCodeAt(column);
            let color = palette.nothing;
            let isPale = false;
            if (code >= 97) color = palette.elements[code - 97] ?? palette.nothing;
            else if (code >= 65 && code <= 90) {
                isPale = palette.elements.length > 1;
                color = (isPale ? palette.elements[code - 65] : palette.wasted) ?? palette.nothing;
            } else isPale = code === 95;
            for (const shift of [16, 8, 0]) {
                const part = (color >> shift) & 0xff;
                pixels[at++] = isPale ? pale(part, (palette.ground >> shift) & 0xff) : part;
            }
            pixels[at++] = 0xff;
        }
    }
    return { rows: rows.length, columns, pixels };
}

function reply(message: Reply, transferred: Transferable[] = []): void {
    postMessage(message, { transfer: transferred });
}

onmessage = async ({ data: { id, question, palette } }: MessageEvent<Asked>) => {
    try {
        const answer = ask(await instance(), question);
        if (palette) {
            const painted = paint(answer as Grid, palette);
            reply({ id, answer: painted }, [painted.pixels.buffer]);
        } else reply({ id, answer });
    } catch (error) {
        module = undefined;
        reply({ id, error: String(error) });
    }
};

instance().then(
    () => {
        reply({ isReady: true });
    },
    (error: unknown) => {
        reply({ failure: String(error) });
    },
);
