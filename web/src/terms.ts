// The terms of the page, a line each: those of the guide's glossary, and the page's own.

import glossary from "virtual:terms";

const OWN = {
    thread: "One run of the vertex shader. The GPU numbers all threads of a draw in one line",
    instance: "One of the copies that an instanced draw makes of its vertices",
    element: "One entry of a buffer: what a vertex or an instance reads of it",
    R: "By how many bits the product is shifted, beyond 32",
    E: "Whether 1 is added to the id first, which makes a multiplier that was rounded down exact",
    D: "The multiplier of 32 bits without its highest bit, which is always set",
    P: "The odd factor of the padded count: 2 P + 1",
} as const;
const MEANINGS = { ...OWN, ...glossary };
export type TermName = keyof typeof MEANINGS;

/** The meaning of a term. */
export function meaning(name: TermName): string {
    return `${MEANINGS[name]}.`;
}

/** Whether a name is that of a term. */
export function isTerm(name: string): name is TermName {
    return name in MEANINGS;
}

/** The list of the documentation's pages. */
export const PAGES = "docs/index.html";

/** The address of a page of the guide. */
export const guide = (name: string) => `docs/guide/${name}.html`;
