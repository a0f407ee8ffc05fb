// The grid's colours, which are in the style sheet.

import type { Palette } from "../worker";

/** The number of colours for elements. They are Paul Tol's "light" scheme, which colour-blind people can distinguish. */
export const COLORS = 8;

function value(style: CSSStyleDeclaration, name: string): number {
    const digits = style.getPropertyValue(name).trim().slice(1);
    // The minifier of style sheets writes #7ad for #77aadd.
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
