// The grid's colours, which the style sheet has.

import type { Palette } from "../worker";

/** How many colours there are for elements. Paul Tol's "light" scheme, which colour-blind people tell apart. */
export const COLORS = 8;

function value(style: CSSStyleDeclaration, name: string): number {
    const digits = style.getPropertyValue(name).trim().slice(1);
    // What makes style sheets smaller writes #7ad for #77aadd.
    const whole = digits.length === 3 ? [...digits].map((digit) => digit + digit).join("") : digits;
    return Number.parseInt(whole, 16);
}

/** The colours, by elements or by whether threads are kept. */
export function palette(element: Element, isByElement: boolean): Palette {
    const style = getComputedStyle(element);
    const elements = Array.from({ length: COLORS }, (_, number) => value(style, `--element-${number}`));
    return {
        elements: isByElement ? elements : [value(style, "--kept")],
        wasted: value(style, "--wasted"),
        nothing: value(style, "--nothing"),
        ground: value(style, "--ground"),
    };
}
