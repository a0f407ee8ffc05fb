// Words as typed, and the words of an attribute.

import type { ShownDescriptor, ShownDraw, ShownField } from "../generated/page";

/** A word of 32 bits, in decimal or with 0x, or the mistake in it. */
export function readWord(text: string): number | string {
    const digits = text.trim().replaceAll("_", "");
    if (!/^(0x[0-9a-f]+|\d+)$/i.test(digits)) return `"${text.trim()}" is no number: digits, or 0x and hexadecimal digits, are allowed`;
    const value = Number(digits);
    return value <= 0xffff_ffff ? value : `${digits} is above 4294967295, the largest word`;
}

/** The place of a field, which distinguishes fields of the same name. */
export function place(field: ShownField): string {
    return ` ${field.place}`;
}

/** The descriptors of an attribute: its own, and its buffer's. */
export function descriptorsOf(draw: ShownDraw, attribute: number, pads: boolean): { own: ShownDescriptor | undefined; buffer: ShownDescriptor | undefined } {
    // Up to V7 an attribute has two words and a descriptor in the table of buffers four. From V9 on both have eight.
    const [length, wordsPerBuffer] = pads ? [2, 4] : [8, 8];
    const of = (table: string, first: number) => draw.descriptors.find((descriptor) => descriptor.table === table && descriptor.first === first);
    const own = of("attributes", attribute * length);
    const index = own?.fields.find(({ name }) => name === "buffer index" || name === "buffer")?.value;
    return { own, buffer: index === undefined ? undefined : of("buffers", Number(index) * wordsPerBuffer) };
}
