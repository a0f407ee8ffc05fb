// The grid's colours, which are in the style sheet.

import type { Palette } from "../worker";

/** The number of hues for elements. They are Paul Tol's "light" scheme, which colour-blind people can distinguish. */
const HUES = 8;

/** What is left of the light of each shade of a hue. Elements that are a round of hues apart differ in it. */
const SHADES = [1, 0.86, 0.73, 0.61, 0.5, 0.4];

/** The number of colours for elements: the hues in their lightest shade, then in the next. */
export const COLORS = HUES * SHADES.length;

function value(style: CSSStyleDeclaration, name: string): number {
    const digits = style.getPropertyValue(name).trim().slice(1);
    // The minifier of style sheets writes #7ad for #77aadd.
    const whole = digits.length === 3 ? [...digits].map((digit) => digit + digit).join("") : digits;
    return Number.parseInt(whole, 16);
}

function darker(color: number, light: number): number {
    const parts = [16, 8, 0].map((shift) => Math.round(((color >> shift) & 0xff) * light) << shift);
    return parts.reduce((all, part) => all | part);
}

/** The colours, by elements or by whether threads are kept. */
export function palette(element: Element, isByElement: boolean): Palette {
    const style = getComputedStyle(element);
    const hues = Array.from({ length: HUES }, (_, number) => value(style, `--element-${number}`));
    return {
        elements: isByElement ? SHADES.flatMap((light) => hues.map((hue) => darker(hue, light))) : [value(style, "--kept")],
        wasted: value(style, "--wasted"),
        nothing: value(style, "--nothing"),
        ground: value(style, "--ground"),
        mark: value(style, "--error"),
    };
}
