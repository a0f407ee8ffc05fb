// The user's input and selection: all of it is in the address.

import { parse, plain, type Address } from "./address";
import type { AttributeKeys, BufferKeys, DrawKeys, Edit, Form, Subject } from "./generated/page";
import type { InputAttribute, InputBuffer, Manifest } from "./generated/manifest";

/** The slots that the page begins with: the position, a clip distance, and two locations of the application. */
const SLOTS = `slot = [
  { stage = "out", location = 0, type = "vec4" },
  { stage = "out", location = 17, type = "float" },
  { stage = "out", location = 32, type = "vec3" },
  { stage = "out", location = 33, type = "f16vec2" },
  { stage = "in", location = 33, type = "vec2" },
]
`;

export const VIEWS = { draw: "A draw", story: "How it works", words: "Paste a dump", divisor: "Dividing", varyings: "Varyings" } as const;
export type View = keyof typeof VIEWS;

/** The keys of the form's parts in their order. Each is a manifest's key: any other does not compile. */
type VertexInput = NonNullable<Extract<Manifest, { vertex_input?: unknown }>["vertex_input"]>[number];
export const DRAW_KEYS = [
    "name", "arch", "vertices", "instances", "first_vertex", "first_instance", "padding", "rounding", "layout", "idvs",
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
        draw: record(DRAW_KEYS, ["cube", "v7", "70", "100", "", "", "hardware", "round-down", "driver"]),
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

/** The code that a draw is shown as at first. */
const FIRST_CODE = "macro";

/** The key of a draw that has neither buffers nor attributes. */
const NO_PARTS = "buffers";

/** A form's keys. Of a draw with the first draw's buffers and attributes they are only those that differ, so that its link is short. */
function formPairs(form: Form): Address["pairs"] {
    const first = firstForm();
    // Forms of `record` and of the libraries have their keys in the same order, so equal parts have the same text.
    const areFirst = JSON.stringify([form.buffers, form.attributes]) === JSON.stringify([first.buffers, first.attributes]);
    const draw = DRAW_KEYS.filter((key) => form.draw[key] !== (areFirst ? first.draw[key] : ""));
    const pairs = draw.map((key): [string, string[]] => [key, [form.draw[key]]]);
    if (areFirst) return pairs;
    // Without this key the draw would be read as one with the first draw's parts.
    if (form.buffers.length + form.attributes.length === 0) pairs.push([NO_PARTS, ["none"]]);
    for (const buffer of form.buffers) pairs.push(["buffer", BUFFER_KEYS.map((key) => buffer[key])]);
    for (const attribute of form.attributes) pairs.push(["attribute", ATTRIBUTE_KEYS.map((key) => attribute[key])]);
    return pairs;
}

function formOf(pairs: Address["pairs"]): Form {
    const all = (key: string) => pairs.filter(([known]) => known === key).map(([, values]) => values);
    const isShort = !pairs.some(([key]) => [NO_PARTS, "buffer", "attribute"].includes(key));
    const first = firstForm();
    // A draw's key has one value. A ~ in it that a hand-written link does not escape is put back.
    const value = (key: (typeof DRAW_KEYS)[number]) => all(key)[0]?.join("~") ?? (isShort ? first.draw[key] : "");
    return {
        draw: record(DRAW_KEYS, DRAW_KEYS.map(value)),
        buffers: isShort ? first.buffers : all("buffer").map((values) => record(BUFFER_KEYS, values)),
        attributes: isShort ? first.attributes : all("attribute").map((values) => record(ATTRIBUTE_KEYS, values)),
    };
}

const VERTEX = "out vec3 normal;\nout mediump vec2 uv;\nflat out int material;\nout vec4 color[2];\n";
const FRAGMENT = "in vec3 normal;\nin mediump vec2 uv;\nflat in int material;\nin vec4 color[2];\n";

/** A thread, by its instance and vertex. */
export interface Place {
    row: number;
    column: number;
}

/** The thread and the attribute of a draw that are shown, and the way in which they are. */
class Looked {
    /** The thread that the user chose; null if the page chooses one from which something can be learnt. */
    thread = $state.raw<Place | null>(null);
    /** The attribute by which threads are coloured; -1 if they are coloured by whether they are kept. */
    color = $state<number | null>(null);
    /** The size of a thread in pixels; null if the grid is to fit. */
    zoom = $state<number | null>(null);
    all = $state(false);
    /** Whether only the threads that read something wrong are shown. */
    isOnlyWrong = $state(false);
    /** Whether it is explained why 1 is added and how far is shifted. */
    isWhy = $state(false);

    pairs(): Address["pairs"] {
        const pairs: Address["pairs"] = [];
        if (this.thread) pairs.push(["thread", [String(this.thread.row), String(this.thread.column)]]);
        if (this.color !== null) pairs.push(["color", [this.color < 0 ? "kept" : String(this.color)]]);
        if (this.isOnlyWrong) pairs.push(["only", ["wrong"]]);
        if (this.isWhy) pairs.push(["why", ["true"]]);
        if (this.zoom !== null) pairs.push(["zoom", [String(this.zoom)]]);
        if (this.all) pairs.push(["all", ["true"]]);
        return pairs;
    }

    read(pairs: Address["pairs"]): void {
        const of = new Map(pairs);
        const whole = (text: string | undefined, most: number) => {
            const number = Number(text ?? "x");
            // `Number("")` would be 0. An absent text becomes "x", which is no number.
            return text !== "" && Number.isInteger(number) && number >= 0 && number <= most ? number : null;
        };
        const thread = of.get("thread");
        const [row, column] = [whole(thread?.[0], 0xffff_ffff), whole(thread?.[1], 0xffff_ffff)];
        this.thread = row === null || column === null ? null : { row, column };
        const color = of.get("color")?.[0];
        this.color = color === "kept" ? -1 : color === undefined ? null : whole(color, 0xffff);
        const zoom = of.get("zoom")?.[0];
        this.zoom = zoom ? whole(zoom, 28) : null;
        this.isOnlyWrong = of.get("only")?.[0] === "wrong";
        this.isWhy = of.get("why")?.[0] === "true";
        this.all = of.get("all")?.[0] === "true";
    }
}

/** A field of a descriptor that is under the pointer, or used by the step that is. */
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
    code = $state(FIRST_CODE);
    /** The step of the story, from 1. */
    step = $state(1);

    /** The name of the typical fault whose words are shown; empty if the text is the user's. */
    fault = $state("kept-tables");
    text = $state("");
    textArch = $state("v7");
    textTable = $state("");
    textNumber = $state(0);
    textEdits = $state.raw<Edit[]>([]);
    textLooked = new Looked();

    divisor = $state("4_971_027");
    vertex = $state(VERTEX);
    fragment = $state(FRAGMENT);
    varyingsArch = $state("v10");
    /** The manifest of slots, and whether it takes the place of the shaders. */
    slots = $state(SLOTS);
    hasSlots = $state(false);
    separable = $state(false);

    /** The fields under the pointer. They are not part of the address. */
    lit = $state.raw<Lit[]>([]);

    /** The fields that a step of the story is about, by name, and its part of the page. */
    pinned = $state.raw<string[]>([]);
    spot = $state("");

    /** Whether a field is under the pointer, or a step of the story is about it. */
    isLit(table: string, first: number, name: string): boolean {
        return this.pinned.includes(name) || this.lit.some((lit) => lit.table === table && lit.first === first && lit.name === name);
    }

    subject(): Subject {
        return { of: { form: $state.snapshot(this.form) }, edits: this.edits, is_fixed: false };
    }

    textSubject(words: string, isFixed: boolean): Subject {
        const text = { text: words, arch: this.textArch, table: this.textTable, number: this.textNumber };
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
            case "story":
                if (view === "story") pairs.push(["step", [String(this.step)]]);
                pairs.push(...formPairs(this.form));
                edits(this.edits);
                break;
            case "words":
                if (this.fault !== "") pairs.push(["fault", [this.fault]]);
                else pairs.push(["arch", [this.textArch]], ["table", [this.textTable]], ["number", [String(this.textNumber)]], ["words", [this.text]]);
                edits(this.textEdits);
                break;
            case "divisor":
                pairs.push(["divisor", [this.divisor]]);
                break;
            case "varyings":
                pairs.push(["arch", [this.varyingsArch]], ["separable", [String(this.separable)]]);
                if (this.hasSlots) pairs.push(["slots", [this.slots]]);
                else pairs.push(["vertex", [this.vertex]], ["fragment", [this.fragment]]);
        }
        return { view, pairs };
    }

    /** The view's uncompressed address. */
    address(view: View = this.view): string {
        const address = this.said(view);
        if (view === "draw" || view === "story") address.pairs.push(...(this.code === FIRST_CODE ? [] : [["code", [this.code]] as [string, string[]]]), ...this.looked.pairs());
        if (view === "words") address.pairs.push(...this.textLooked.pairs());
        return plain(address);
    }

    /** Reads an uncompressed address. */
    read(fragment: string): void {
        const { view, pairs } = parse(fragment);
        this.view = view in VIEWS ? (view as View) : "draw";
        // The first draw has no keys. The other views keep what was typed.
        if (pairs.length === 0 && this.view !== "draw" && this.view !== "story") return;
        const of = new Map(pairs.map(([key, values]) => [key, values.join("~")]));
        const edits = pairs
            .filter(([key]) => key === "edit")
            .map(([, [table = "", position, word]]) => ({ table, position: Number(position), word: Number(word) }))
            .filter(({ position, word }) => Number.isInteger(position) && Number.isInteger(word) && word >= 0 && word <= 0xffff_ffff && position >= 0);
        switch (this.view) {
            case "draw":
            case "story":
                this.step = Number(of.get("step") ?? 1) || 1;
                this.form = formOf(pairs);
                this.edits = edits;
                this.code = of.get("code") ?? FIRST_CODE;
                this.looked.read(pairs);
                break;
            case "words":
                this.text = of.get("words") ?? "";
                this.fault = of.has("words") ? "" : (of.get("fault") ?? this.fault);
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
                this.hasSlots = of.has("slots");
                this.slots = of.get("slots") ?? this.slots;
                this.varyingsArch = of.get("arch") ?? "v10";
                this.separable = of.get("separable") === "true";
        }
    }
}

export const page = new Page();
