/** A number with a thin space between groups of three digits. */
export function grouped(number: number | string | bigint): string {
    return String(number).replace(/\B(?=(\d{3})+(?!\d))/g, "\u202f");
}

/** A word in the notation of source code: 0x0000002a. */
export function hexadecimal(word: number): string {
    return `0x${word.toString(16).padStart(8, "0")}`;
}

/** Small digits above the line: 2³. */
export function superscript(number: number): string {
    return [...String(number)].map((digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)] ?? digit).join("");
}
