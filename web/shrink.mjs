// What wasm-opt cannot do for the size of the page, or not by itself.
//
// node shrink.mjs exports MODULE JAVASCRIPT
//     prints for wasm-metadce that the module's exports are there for what the JavaScript calls.
// node shrink.mjs names MODULE JAVASCRIPT
//     changes both. The functions get names in whose order those that are alike stand together, as gzip looks back over
//     32 KB only; wasm-opt then puts them into that order. What the module imports gets short names.

import { readFileSync, writeFileSync } from "node:fs";

const WINDOW = 30_000;
const GRAM = 6;
// What so many functions have says nothing of any of them.
const COMMON = 400;

const CUSTOM = 0;
const IMPORTS = 2;
const CODE = 10;
const FUNCTION_NAMES = 1;

const [, , task, modulePath, scriptPath] = process.argv;
const bytes = readFileSync(modulePath);
const script = readFileSync(scriptPath, "utf8");

function number(at) {
    let [value, shift] = [0, 0];
    for (;;) {
        const byte = bytes[at++];
        value |= (byte & 127) << shift;
        if (byte < 128) return [value, at];
        shift += 7;
    }
}

function encoded(value) {
    const all = [];
    for (; value > 127; value >>>= 7) all.push((value & 127) | 128);
    return [...all, value];
}

/** The sections: the id of each, and its content. */
function sections() {
    const found = [];
    for (let at = 8; at < bytes.length; ) {
        const [length, begin] = number(at + 1);
        found.push({ id: bytes[at], at: begin, content: bytes.subarray(begin, begin + length) });
        at = begin + length;
    }
    return found;
}

/** The imports of functions, by which the others are left as they are: the section with new names, and the old ones. */
function renamed(at) {
    const names = [];
    let count;
    [count, at] = number(at);
    const parts = [Buffer.from(encoded(count))];
    for (; count > 0; count--) {
        const [length, from] = number(at);
        const [size, name] = number(from + length);
        const kind = name + size;
        if (bytes[kind] !== 0) throw new Error(`an import of kind ${bytes[kind]} is not expected: functions are`);
        const [, end] = number(kind + 1);
        const short = Buffer.from(`i${names.length}`);
        parts.push(bytes.subarray(at, from + length), Buffer.from(encoded(short.length)), short, bytes.subarray(kind, end));
        names.push(bytes.toString("utf8", name, kind));
        at = end;
    }
    return [names, Buffer.concat(parts)];
}

function bodies(at) {
    let count;
    [count, at] = number(at);
    return Array.from({ length: count }, () => {
        const [length, begin] = number(at);
        at = begin + length;
        return bytes.subarray(begin, at);
    });
}

/** The runs of bytes that a function has, each once. */
function grams(body) {
    const found = new Set();
    for (let at = 0; at + GRAM <= body.length; at++) {
        let gram = 0;
        for (let next = at; next < at + GRAM; next++) gram = (Math.imul(gram, 257) + body[next]) | 0;
        found.add(gram);
    }
    return [...found];
}

/** Each function is followed by the one that has most in common with those that gzip still sees. */
function order(functions) {
    const own = functions.map(grams);
    const having = new Map();
    own.forEach((all, index) => {
        for (const gram of all) {
            if (!having.has(gram)) having.set(gram, []);
            having.get(gram).push(index);
        }
    });
    const shared = new Float64Array(functions.length);
    const seen = new Map();
    const count = (index, step) => {
        for (const gram of own[index]) {
            const before = seen.get(gram) ?? 0;
            seen.set(gram, before + step);
            if (before !== 0 && before + step !== 0) continue;
            const others = having.get(gram);
            if (others.length <= COMMON) for (const other of others) shared[other] += step;
        }
    };
    const left = new Set(functions.keys());
    const ordered = [];
    for (let [first, size] = [0, 0]; left.size > 0; ) {
        let [best, most] = [0, -1];
        for (const index of left) {
            const part = shared[index] / (own[index].length + 20);
            if (part > most) [best, most] = [index, part];
        }
        left.delete(best);
        ordered.push(best);
        count(best, 1);
        size += functions[best].length;
        for (; size > WINDOW && first < ordered.length - 1; first++) {
            count(ordered[first], -1);
            size -= functions[ordered[first]].length;
        }
    }
    return ordered;
}

function exports() {
    const all = WebAssembly.Module.exports(new WebAssembly.Module(bytes)).map(({ name }) => name);
    const called = new Set(script.match(/(?<=\bwasm\.)\w+/g));
    const own = all.filter((name) => called.has(name));
    const roots = own.map((name) => ({ name, export: name }));
    console.log(JSON.stringify([{ name: "page", reaches: own, root: true }, ...roots]));
}

function names() {
    const found = sections();
    const [imports, importSection] = renamed(found.find(({ id }) => id === IMPORTS).at);
    const functions = bodies(found.find(({ id }) => id === CODE).at);
    const names = new Array(functions.length);
    order(functions).forEach((index, place) => {
        names[index] = String(place).padStart(6, "0");
    });
    const map = names.flatMap((name, index) => [
        ...encoded(imports.length + index),
        name.length,
        ...Buffer.from(name),
    ]);
    const content = [...encoded(names.length), ...map];
    const nameSection = [4, ...Buffer.from("name"), FUNCTION_NAMES, ...encoded(content.length), ...content];

    const parts = [bytes.subarray(0, 8)];
    for (const { id, content } of [...found, { id: CUSTOM, content: Buffer.from(nameSection) }]) {
        const own = id === IMPORTS ? importSection : content;
        parts.push(Buffer.from([id, ...encoded(own.length)]), own);
    }
    writeFileSync(modulePath, Buffer.concat(parts));

    const numbers = new Map(imports.map((name, index) => [name, index]));
    const short = (name) => (numbers.has(name) ? `i${numbers.get(name)}` : name);
    writeFileSync(scriptPath, script.replace(/\b__wb\w+(?=: function\()/g, short));
}

({ exports, names })[task]();
