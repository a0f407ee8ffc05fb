// The libraries, in a thread of their own: questions in, answers out. A grid's answer is painted here, too.

import draws from "./generated/draws.wasm?url";
import varyings from "./generated/varyings.wasm?url";
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
    /** The colour of threads that read something else than they should, if they are too small for an outline. */
    mark: number;
    isMarked?: boolean;
    /** Whether only the threads that read something else are shown. */
    isOnlyWrong?: boolean;
    /** Whether the threads that read what they should are faint. */
    isFaint?: boolean;
}

/** A grid as pixels, one for each thread. */
export interface Painted {
    rows: number;
    columns: number;
    pixels: Uint8ClampedArray<ArrayBuffer>;
    /** 1 for each thread that reads something else than it should. */
    wrong: Uint8Array<ArrayBuffer>;
}

export type Reply =
    | { id: number; answer: unknown }
    | { id: number; error: string }
    | { isReady: true }
    | { failure: string };

/** A library, which is loaded with its first question. */
class Library {
    #address: string;
    #code: Promise<WebAssembly.Module> | undefined;
    #module: Promise<Module> | undefined;

    constructor(address: string) {
        this.#address = address;
    }

    load(): Promise<Module> {
        this.#code ??= WebAssembly.compileStreaming(fetch(this.#address));
        // The compiled code stays after a trap, so a new module costs no download.
        this.#module ??= this.#code
            .then((code) => WebAssembly.instantiate(code))
            .then((made) => made.exports as unknown as Module);
        return this.#module;
    }

    /** Replaces the module after a trap, which may leave its memory inconsistent. What did not load is loaded again. */
    reset(): void {
        const code = this.#code;
        code?.catch(() => {
            // Meanwhile another question may have begun a new load, which is kept.
            if (this.#code === code) this.#code = undefined;
        });
        this.#module = undefined;
    }
}

const libraries = { draws: new Library(draws), varyings: new Library(varyings) };

function ask(to: Module, question: unknown): unknown {
    const bytes = new TextEncoder().encode(JSON.stringify(question));
    // A memory that has grown has a new buffer.
    const room = to.room(bytes.length);
    new Uint8Array(to.memory.buffer, room, bytes.length).set(bytes);
    // The address is in the lower 32 bits and the length in the upper ones. JavaScript gets 64 bits as a BigInt.
    const packed = to.answer();
    const [address, length] = [Number(packed & 0xffff_ffffn), Number(packed >> 32n)];
    const text = new TextDecoder().decode(new Uint8Array(to.memory.buffer, address, length));
    const { answer, misunderstood } = JSON.parse(text) as { answer?: unknown; misunderstood?: string };
    if (misunderstood !== undefined) throw new Error(misunderstood);
    return answer;
}

// The code of a grid's letter: 0x100, its colour, and two bits.
const NOTHING = 0x3f;
const WASTED = 0x40;
const WRONG = 0x80;

function paint({ rows }: Grid, palette: Palette): Painted {
    // Letters are one unit of a string each, so a row's length is its number of threads, and `charCodeAt` reads one.
    const columns = rows[0]?.length ?? 0;
    const pixels = new Uint8ClampedArray(4 * rows.length * columns);
    const wrong = new Uint8Array(rows.length * columns);
    const mixed = (color: number, other: number, share: number) => Math.round(share * color + (1 - share) * other);
    // Without an attribute there is one colour, that of kept threads.
    const isByElement = palette.elements.length > 1;
    let at = 0;
    for (const row of rows) {
        for (let column = 0; column < columns; column++, at++) {
            const code = row.charCodeAt(column);
            const isWasted = (code & WASTED) !== 0;
            const isWrong = (code & WRONG) !== 0;
            const isNothing = (code & NOTHING) === NOTHING;
            let color = isNothing ? palette.nothing : (palette.elements[code & NOTHING] ?? palette.nothing);
            // With an attribute, discarded threads keep the colour of the element that they read.
            if (isWasted && !isByElement && !isNothing) color = palette.wasted;
            // Discarded threads are paler, and those that are not to be shown are hardly there.
            let share = isWasted && (isByElement || isNothing) ? 0.35 : 1;
            if (palette.isFaint && !isWrong && !isWasted) share = 0.5;
            if (palette.isOnlyWrong && !isWrong) share = 0.08;
            const isMarked = isWrong && palette.isMarked;
            for (const [part, shift] of [16, 8, 0].entries()) {
                const own = mixed((color >> shift) & 0xff, (palette.ground >> shift) & 0xff, share);
                pixels[4 * at + part] = isMarked ? mixed((palette.mark >> shift) & 0xff, own, 0.7) : own;
            }
            pixels[4 * at + 3] = 0xff;
            wrong[at] = isWrong ? 1 : 0;
        }
    }
    return { rows: rows.length, columns, pixels, wrong };
}

function reply(message: Reply, transferred: Transferable[] = []): void {
    postMessage(message, { transfer: transferred });
}

onmessage = async ({ data: { id, question, palette } }: MessageEvent<Asked>) => {
    const library = "varyings" in question ? libraries.varyings : libraries.draws;
    try {
        const answer = ask(await library.load(), question);
        if (palette) {
            const painted = paint(answer as Grid, palette);
            // Buffers are moved to the page, not copied: a grid can have eight million threads.
            reply({ id, answer: painted }, [painted.pixels.buffer, painted.wrong.buffer]);
        } else reply({ id, answer });
    } catch (error) {
        // A question that is not understood also ends here. A new module is harmless then.
        library.reset();
        reply({ id, error: String(error) });
    }
};

libraries.draws.load().then(
    () => {
        reply({ isReady: true });
    },
    (error: unknown) => {
        reply({ failure: String(error) });
    },
);
