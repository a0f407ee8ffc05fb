// The terms of the page, a line each: those of the guide's glossary, and the page's own.

import glossary from "../../docs/guide/glossary.md?raw";

const OWN = {
    thread: "One run of the vertex shader. The GPU numbers all threads of a draw in one line",
    instance: "One of the copies that an instanced draw makes of its vertices",
    element: "One entry of a buffer: what a vertex or an instance reads of it",
    R: "By how many bits the product is shifted, beyond 32",
    E: "Whether 1 is added to the id first, which makes a multiplier that was rounded down exact",
    D: "The multiplier of 32 bits without its highest bit, which is always set",
    P: "The odd factor of the padded count: 2 P + 1",
} as const;
const GLOSSARY = ["divisor", "padded count", "varying"] as const;
export type TermName = keyof typeof OWN | (typeof GLOSSARY)[number];

const rows = new Map([...glossary.matchAll(/^\| ([^|]+) \| ([^|]+) \|/gm)].map(([, term = "", meaning = ""]) => [term, meaning]));

/** The meaning of a term. */
export function meaning(name: TermName): string {
    const line = name in OWN ? OWN[name as keyof typeof OWN] : rows.get(name);
    if (line === undefined) throw new Error(`the glossary has no ${name}`);
    return `${line}.`;
}

/** Whether a name is that of a term. */
export function isTerm(name: string): name is TermName {
    return name in OWN || (GLOSSARY as readonly string[]).includes(name);
}

/** The list of the documentation's pages. */
export const PAGES = "docs/index.html";

/** The address of a page of the guide. */
export const guide = (name: string) => `docs/guide/${name}.html`;
