// The picture of a part of the grid: each thread in its colour, and lines that need no colours to be told apart.

import { GAPS_FROM } from "./geometry";
import type { Painted } from "../worker";

/** The smallest size of a thread, in pixels, from which on wrong threads have an outline. */
export const OUTLINES_FROM = 6;

/** The share of a line between threads of one element: it is fainter than one between elements. */
const FAINT = 0.35;

interface Shape {
    /** The size of a thread, in pixels. */
    size: number;
    /** The number of the device's pixels per pixel. */
    ratio: number;
    /** The number of columns whose threads are kept. */
    kept: number;
    color: (name: string) => string;
}

/** Draws the threads that the worker painted. */
export function picture(painted: Painted, { size, ratio, kept, color }: Shape): OffscreenCanvas {
    const { rows, columns, pixels, wrong } = painted;
    const [width, height] = [columns * size, rows * size];
    const image = new OffscreenCanvas(Math.max(1, Math.round(width * ratio)), Math.max(1, Math.round(height * ratio)));
    const context = image.getContext("2d");
    if (!context) return image;
    // A pixel for each thread, which the browser enlarges: `putImageData` itself does not scale.
    const small = new OffscreenCanvas(columns, rows);
    small.getContext("2d")?.putImageData(new ImageData(pixels, columns, rows), 0, 0);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.imageSmoothingEnabled = false;
    context.drawImage(small, 0, 0, width, height);
    if (size >= GAPS_FROM) gaps();
    if (kept < columns) stripes(Math.max(0, kept) * size);
    if (size >= OUTLINES_FROM) outline();
    return image;

    /** Lines between threads, in which elements show also without colours. */
    function gaps(): void {
        if (!context) return;
        // A colour is four bytes, compared as one number. The order of its bytes does not matter for that.
        const of = new Uint32Array(pixels.buffer);
        context.fillStyle = color("--ground");
        // All lines of one strength are one path, which is filled at once.
        for (const isFaint of [true, false]) {
            context.globalAlpha = isFaint ? FAINT : 1;
            context.beginPath();
            for (let row = 0; row < rows; row++) {
                for (let column = 0; column < columns; column++) {
                    const at = row * columns + column;
                    const [x, y] = [column * size, row * size];
                    // The next thread in the array after the last column is one of another instance, so the line there
                    // is always strong.
                    if ((of[at] === of[at + 1] && column + 1 < columns) === isFaint) context.rect(x + size - 1, y, 1, size);
                    if ((of[at] === of[at + columns] && row + 1 < rows) === isFaint) context.rect(x, y + size - 1, size, 1);
                }
            }
            context.fill();
        }
        context.globalAlpha = 1;
    }

    /** Discarded threads have stripes. */
    function stripes(from: number): void {
        if (!context) return;
        context.save();
        context.beginPath();
        context.rect(from, 0, width - from, height);
        context.clip();
        context.strokeStyle = color("--wasted-ink");
        context.globalAlpha = 0.55;
        context.beginPath();
        // A stripe leans by its height, so the first one begins that far to the left.
        for (let at = from - height; at < width; at += 6) {
            context.moveTo(at, height);
            context.lineTo(at + height, 0);
        }
        context.stroke();
        context.restore();
    }

    /** A line around the threads that read something else than they should. */
    function outline(): void {
        if (!context) return;
        const is = (row: number, column: number) => row >= 0 && column >= 0 && row < rows && column < columns && wrong[row * columns + column] === 1;
        context.beginPath();
        // One row and one column more, for the lines after the last.
        for (let row = 0; row <= rows; row++) {
            for (let column = 0; column <= columns; column++) {
                const [x, y] = [column * size - 0.5, row * size - 0.5];
                if (is(row, column) !== is(row, column - 1)) {
                    context.moveTo(x, y);
                    context.lineTo(x, y + size);
                }
                if (is(row, column) !== is(row - 1, column)) {
                    context.moveTo(x, y);
                    context.lineTo(x + size, y);
                }
            }
        }
        context.lineCap = "square";
        // The wide line in the ground's colour sets the outline off from any element's.
        for (const [name, thick] of [["--ground", 4], ["--error", 2]] as const) {
            context.strokeStyle = color(name);
            context.lineWidth = thick;
            context.stroke();
        }
    }
}
