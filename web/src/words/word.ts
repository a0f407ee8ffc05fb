// Words as typed.

import type { ShownField } from "../generated/page";

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
