// The places of threads on the grid's canvas.

/** The sizes of a thread, in pixels. */
export const SMALLEST = 1;
export const LARGEST = 28;

/** The size from which on there are gaps between threads. */
export const GAPS_FROM = 5;

/** The height of the vertices' numbers. */
export const TOP = 20;

/** The largest length of an element that browsers can scroll. */
const LONGEST = 8e6;

/** The width of the instances' numbers: as many digits as the last has. */
export function left(rows: number): number {
    const digits = String(Math.max(0, rows - 1)).length;
    // The digits, a thin space between groups of three, and a margin.
    return 14 + 7.5 * digits + 2.5 * Math.floor((digits - 1) / 3);
}

/** The length of this many rows or columns, limited to what can be scrolled. */
export function length(count: number, size: number): number {
    return Math.min(count * size, LONGEST);
}

/** The first visible row or column, and the number of its pixels that are scrolled out. Very long grids are scrolled in larger steps. */
export function first(count: number, size: number, scrolled: number, seen: number): [number, number] {
    const all = count * size;
    const shown = length(count, size);
    // The bar moves over the length less the part that is seen. So its last position shows the last row.
    const to = all > shown ? (scrolled / Math.max(1, shown - seen)) * (all - seen) : scrolled;
    const number = Math.min(count - 1, Math.max(0, Math.floor(to / size)));
    // A pixel of scrolling is more than one pixel of the grid then, so rows begin at the edge.
    return [number, all > shown ? 0 : to - number * size];
}

/** The position to scroll to so that a row or column is visible; null if it is visible already. */
export function reveal(number: number, count: number, size: number, scrolled: number, seen: number): number | null {
    const [from] = first(count, size, scrolled, seen);
    // Rows that are cut at an edge do not count as visible.
    const fit = Math.max(1, Math.floor(seen / size) - 1);
    if (number >= from && number < from + fit) return null;
    // Next to the visible part the edge moves by one, and further away the number comes into the middle.
    const isFar = number < from - 1 || number > from + fit;
    const target = isFar ? Math.max(0, number - Math.floor(fit / 2)) : number < from ? number : number - fit + 1;
    const all = count * size;
    const shown = length(count, size);
    return all > shown ? (target * size * (shown - seen)) / Math.max(1, all - seen) : target * size;
}
