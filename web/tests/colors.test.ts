// Elements that are different look different, also to eyes that do not tell red from green.

import { expect, pixel, test } from "./page";

type Color = readonly number[];
type Matrix = readonly (readonly number[])[];

/** What eyes see that lack a kind of cone: Machado, Oliveira and Fernandes 2009, of full severity, on linear light. */
const EYES: Record<string, Matrix> = {
    all: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
    "without red": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "without green": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
};
const TO_XYZ: Matrix = [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]];
const times = (matrix: Matrix, color: Color) => matrix.map((row) => row.reduce((sum, factor, part) => sum + factor * (color[part] ?? 0), 0));

/** A colour in CIE L*a*b*, in which distances are those that eyes see. */
function lab(color: Color, eyes: Matrix): number[] {
    const linear = color.map((part) => part / 255).map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    const seen = times(eyes, linear).map((part) => Math.min(1, Math.max(0, part)));
    const white = [0.9505, 1, 1.089];
    const [x = 0, y = 0, z = 0] = times(TO_XYZ, seen).map((part, number) => part / (white[number] ?? 1)).map((part) => (part > 0.008856 ? Math.cbrt(part) : 7.787 * part + 16 / 116));
    return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}
const distance = (a: Color, b: Color, eyes: Matrix) => Math.hypot(...lab(a, eyes).map((part, number) => part - (lab(b, eyes)[number] ?? 0)));

for (const colorScheme of ["light", "dark"] as const) {
    test.describe(colorScheme, () => {
        test.use({ colorScheme });
        test(`elements that are neighbours, 8, 16 or 24 apart, differ: ${colorScheme}`, async ({ open }) => {
            const page = await open("#draw?color=0&thread=0~0");
            await expect(page.locator(".legend")).toContainText("repeats every 48");
            await expect(page.locator(".grid")).toHaveAttribute("data-painted", /^0 /);
            const colors: Color[] = [];
            for (let column = 0; column < 70; column++) colors.push(await pixel(page, 0, 1, column));
            expect(colors[48]).toEqual(colors[0]);
            for (const [name, eyes] of Object.entries(EYES)) {
                const worst = [1, 8, 16, 24].map((apart) => Math.min(...colors.slice(apart).map((color, number) => distance(color, colors[number] ?? [], eyes))));
                // A just noticeable difference is about 2.3.
                for (const least of worst) expect(least, `${name}: ${worst.map((number) => number.toFixed(1)).join(", ")}`).toBeGreaterThan(5);
            }
        });
    });
}
