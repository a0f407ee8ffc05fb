// The user's input and selection: all of it is in the address.

import { parse, plain, type Address } from "./address";
import type { AttributeKeys, BufferKeys, DrawKeys, Edit, Form, Subject } from "./generated/page";
import type { InputAttribute, InputBuffer, Manifest } from "./generated/manifest";

export const VIEWS = { draw: "A draw", words: "Paste a dump", divisor: "Dividing", varyings: "Varyings" } as const;
export type View = keyof typeof VIEWS;

/** The keys of the form's parts in their order. Each is a manifest's key: any other does not compile. */
type VertexInput = NonNullable<Extract<Manifest, { vertex_input?: unknown }>["vertex_input"]>[number];
export const DRAW_KEYS = [
    "name", "arch", "vertices", "instances", "first_vertex", "first_instance", "padding", "rounding", "idvs",
    "primitive_vertices", "resource_table",
] as const satisfies (keyof VertexInput & keyof DrawKeys)[];
export const BUFFER_KEYS = ["name", "stride", "rate", "divisor", "size", "address"] as const satisfies (keyof InputBuffer & keyof BufferKeys)[];
export const ATTRIBUTE_KEYS = ["name", "buffer", "format", "offset", "overlap"] as const satisfies (keyof InputAttribute & keyof AttributeKeys)[];

function record<K extends string>(keys: readonly K[], values: readonly string[]): Record<K, string> {
    return Object.fromEntries(keys.map((key, number) => [key, values[number] ?? ""])) as Record<K, string>;
}

/** The draw that the page opens with. */
export function firstForm(): Form {
    return {
        draw: record(DRAW_KEYS, ["cube", "v7", "70", "100", "", "", "hardware", "round-down"]),
        buffers: [
            record(BUFFER_KEYS, ["mesh", "20", "vertex", "", "", "0x1000_0000"]),
            record(BUFFER_KEYS, ["model", "64", "instance", "3", "", "0x2000_0000"]),
        ],
        attributes: [
            record(ATTRIBUTE_KEYS, ["position", "mesh", "R32G32B32_SFLOAT", "0"]),
            record(ATTRIBUTE_KEYS, ["uv", "mesh", "R16G16_UNORM", "12"]),
            record(ATTRIBUTE_KEYS, ["row0", "model", "R32G32B32A32_SFLOAT", "0"]),
        ],
    };
}

/** A job with the mistake of a driver that kept the tables of the previous draw. */
export const EXAMPLE = `// A draw of 80 vertices and 100 instances; its tables are of one with 70.
static const uint32_t buffers[] = {
    0x10000003, 0x83000000, 20, 1600, 0, 0, 0, 0,
    0x20000004, 0x27000000, 64, 2176, 0x20, 0x17b425ed, 0, 3,
    0, 0, 0, 0,
};
static const uint32_t attributes[] = { 0x2dc04200, 0, 0x2fc00202, 0 };
static const uint32_t draw[] = { 0x00250000, 0 };
static const uint32_t invocation[] = { 0x000031cf, 0x21c00000 };
`;
const VERTEX = "out vec3 normal;\nout mediump vec2 uv;\nflat out int material;\nout vec4 color[2];\n";
const FRAGMENT = "in vec3 normal;\nin mediump vec2 uv;\nflat in int material;\nin vec4 color[2];\n";

/** The thread and the attribute of a draw that are shown, and the way in which they are. */
class Looked {
    row = $state(0);
    column = $state(0);
    /** The attribute by which threads are coloured; -1 if they are coloured by whether they are kept. */
    color = $state<number | null>(null);
    /** The size of a thread in pixels; null if the grid is to fit. */
    zoom = $state<number | null>(null);
    all = $state(false);

    pairs(): Address["pairs"] {
        const pairs: Address["pairs"] = [];
        if (this.row !== 0 || this.column !== 0) pairs.push(["thread", [String(this.row), String(this.column)]]);
        if (this.color !== null) pairs.push(["color", [this.color < 0 ? "kept" : String(this.color)]]);
        if (this.zoom !== null) pairs.push(["zoom", [String(this.zoom)]]);
        if (this.all) pairs.push(["all", ["true"]]);
        return pairs;
    }

    read(pairs: Address["pairs"]): void {
        const of = new Map(pairs);
        const whole = (text: string | undefined, most: number) => {
            const number = Number(text ?? "");
            return Number.isInteger(number) && number >= 0 && number <= most ? number : null;
        };
        const thread = of.get("thread");
        this.row = whole(thread?.[0], 0xffff_ffff) ?? 0;
        this.column = whole(thread?.[1], 0xffff_ffff) ?? 0;
        const color = of.get("color")?.[0];
        this.color = color === "kept" ? -1 : color === undefined ? null : whole(color, 0xffff);
        const zoom = of.get("zoom")?.[0];
        this.zoom = zoom ? whole(zoom, 28) : null;
        this.all = of.get("all")?.[0] === "true";
    }
}

/** A field of a descriptor that is under the pointer. */
export interface Lit {
    table: string;
    first: number;
    name: string;
}

class Page {
    view = $state<View>("draw");
    form = $state<Form>(firstForm());
    edits = $state.raw<Edit[]>([]);
    looked = new Looked();
    code = $state("macro");

    text = $state(EXAMPLE);
    textArch = $state("v7");
    textTable = $state("");
    textNumber = $state(0);
    textEdits = $state.raw<Edit[]>([]);
    textLooked = new Looked();

    divisor = $state("4_971_027");
    vertex = $state(VERTEX);
    fragment = $state(FRAGMENT);
    varyingsArch = $state("v10");
    separable = $state(false);

    /** The field under the pointer. It is not part of the address. */
    lit = $state.raw<Lit | null>(null);

    subject(): Subject {
        return { of: { form: $state.snapshot(this.form) }, edits: this.edits, is_fixed: false };
    }

    textSubject(isFixed: boolean): Subject {
        const text = { text: this.text, arch: this.textArch, table: this.textTable, number: this.textNumber };
        return { of: { text }, edits: isFixed ? [] : this.textEdits, is_fixed: isFixed };
    }

    /** Shows the edited draw. */
    show(subject: Subject): void {
        if ("form" in subject.of) this.form = subject.of.form;
        this.edits = subject.edits;
    }

    /** The user's input of the view, without the selection. */
    said(view: View = this.view): Address {
        const pairs: Address["pairs"] = [];
        const edits = (all: Edit[]) => {
            for (const { table, position, word } of all) pairs.push(["edit", [table, String(position), `0x${word.toString(16)}`]]);
        };
        switch (view) {
            case "draw":
                for (const key of DRAW_KEYS) if (this.form.draw[key] !== "") pairs.push([key, [this.form.draw[key]]]);
                for (const buffer of this.form.buffers) pairs.push(["buffer", BUFFER_KEYS.map((key) => buffer[key])]);
                for (const attribute of this.form.attributes) pairs.push(["attribute", ATTRIBUTE_KEYS.map((key) => attribute[key])]);
                edits(this.edits);
                break;
            case "words":
                pairs.push(["arch", [this.textArch]], ["table", [this.textTable]], ["number", [String(this.textNumber)]], ["words", [this.text]]);
                edits(this.textEdits);
                break;
            case "divisor":
                pairs.push(["divisor", [this.divisor]]);
                break;
            case "varyings":
                pairs.push(["arch", [this.varyingsArch]], ["separable", [String(this.separable)]]);
                pairs.push(["vertex", [this.vertex]], ["fragment", [this.fragment]]);
        }
        return { view, pairs };
    }

    /** The view's uncompressed address. */
    address(view: View = this.view): string {
        const address = this.said(view);
        if (view === "draw") address.pairs.push(["code", [this.code]], ...this.looked.pairs());
        if (view === "words") address.pairs.push(...this.textLooked.pairs());
        return plain(address);
    }

    /** Reads an uncompressed address. */
    read(fragment: string): void {
        const { view, pairs } = parse(fragment);
        this.view = view in VIEWS ? (view as View) : "draw";
        if (pairs.length === 0) return;
        const of = new Map(pairs.map(([key, values]) => [key, values.join("~")]));
        const edits = pairs
            .filter(([key]) => key === "edit")
            .map(([, [table = "", position, word]]) => ({ table, position: Number(position), word: Number(word) }))
            .filter(({ position, word }) => Number.isInteger(position) && Number.isInteger(word) && word >= 0 && word <= 0xffff_ffff && position >= 0);
        switch (this.view) {
            case "draw": {
                const parts = (key: string) => pairs.filter(([known]) => known === key).map(([, values]) => values);
                this.form = {
                    draw: record(DRAW_KEYS, DRAW_KEYS.map((key) => of.get(key) ?? "")),
                    buffers: parts("buffer").map((values) => record(BUFFER_KEYS, values)),
                    attributes: parts("attribute").map((values) => record(ATTRIBUTE_KEYS, values)),
                };
                this.edits = edits;
                this.code = of.get("code") ?? "macro";
                this.looked.read(pairs);
                break;
            }
            case "words":
                this.text = of.get("words") ?? this.text;
                this.textArch = of.get("arch") ?? "v7";
                this.textTable = of.get("table") ?? "";
                this.textNumber = Math.max(0, Math.trunc(Number(of.get("number") ?? 0)) || 0);
                this.textEdits = edits;
                this.textLooked.read(pairs);
                break;
            case "divisor":
                this.divisor = of.get("divisor") ?? this.divisor;
                break;
            case "varyings":
                this.vertex = of.get("vertex") ?? this.vertex;
                this.fragment = of.get("fragment") ?? this.fragment;
                this.varyingsArch = of.get("arch") ?? "v10";
                this.separable = of.get("separable") === "true";
        }
    }
}

export const page = new Page();
