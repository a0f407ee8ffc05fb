// A view's state as the fragment of the page's address: `#draw?vertices=70&buffer=mesh~20~vertex`. Values of a key
// are joined by `~`, which is escaped inside of them. Long addresses are compressed.

/** A view, and the values of its keys, in order. */
export interface Address {
    view: string;
    pairs: [string, string[]][];
}

/** The length above which an address is compressed: some browsers and chats refuse long ones. */
const LONGEST = 1500;

function escape(text: string): string {
    // `encodeURIComponent` throws at half of a pair of surrogates, leaves `~` as it is, and writes a + as %2B, so that
    // + is free for the space.
    return encodeURIComponent(text.toWellFormed()).replaceAll("~", "%7E").replaceAll("%20", "+");
}

function unescape(text: string): string {
    const spaced = text.replaceAll("+", " ");
    try {
        // A link that was typed by hand can have a % that escapes nothing.
        return decodeURIComponent(spaced);
    } catch {
        return spaced;
    }
}

/** The uncompressed fragment. */
export function plain({ view, pairs }: Address): string {
    const text = pairs.map(([key, values]) => `${escape(key)}=${values.map(escape).join("~")}`);
    return `#${escape(view)}${text.length > 0 ? "?" : ""}${text.join("&")}`;
}

async function through(bytes: Uint8Array<ArrayBuffer>, stream: GenericTransformStream): Promise<Uint8Array<ArrayBuffer>> {
    const piped = new Blob([bytes]).stream().pipeThrough(stream as ReadableWritablePair<Uint8Array, Uint8Array<ArrayBuffer>>);
    return new Uint8Array(await new Response(piped).arrayBuffer());
}

/** The fragment in the form that an address has, compressed if it is long. */
export async function short(fragment: string): Promise<string> {
    if (fragment.length <= LONGEST) return fragment;
    // With the group, the text after the first `?` is a part of its own, whatever is in it.
    const [view = "", rest = ""] = fragment.split(/\?(.*)/s);
    const packed = await through(new TextEncoder().encode(rest), new CompressionStream("deflate-raw"));
    let letters = "";
    for (const byte of packed) letters += String.fromCharCode(byte);
    return `${view}?z=${btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}

/** The uncompressed form of a compressed fragment. */
export async function long(fragment: string): Promise<string> {
    const packed = /^(#[^?]*)\?z=([\w-]*)$/.exec(fragment);
    if (!packed) return fragment;
    try {
        const letters = atob((packed[2] ?? "").replaceAll("-", "+").replaceAll("_", "/"));
        const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
        const rest = await through(bytes, new DecompressionStream("deflate-raw"));
        return `${packed[1] ?? ""}?${new TextDecoder().decode(rest)}`;
    } catch {
        return packed[1] ?? "";
    }
}

/** Reads a fragment that is not compressed. */
export function parse(fragment: string): Address {
    const [view = "", rest = ""] = fragment.replace(/^#/, "").split(/\?(.*)/s);
    const pairs = rest
        .split("&")
        .filter((pair) => pair.includes("="))
        .map((pair): [string, string[]] => {
            const at = pair.indexOf("=");
            return [unescape(pair.slice(0, at)), pair.slice(at + 1).split("~").map(unescape)];
        });
    return { view: unescape(view), pairs };
}
