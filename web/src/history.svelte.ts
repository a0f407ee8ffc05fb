// The browser's history as undo and redo. Changes that are typed at once are one step; looking at something is none.

import { long, plain, short } from "./address";
import { page } from "./state.svelte";

/** The number of steps back and forth. */
export const steps = $state({ back: 0, forth: 0 });

/** The time in milliseconds within which changes are one step. */
const AT_ONCE = 900;

/** The milliseconds without a change after which the address is written. */
const PAUSE = 150;

// The input without the selection: only a change of it is a step.
let said = "";
// The uncompressed address that the page has, or is about to have.
let written = "";
let changed = 0;
let depth = 0;
let isReading = false;
/** The number of times that the address was read. */
let reads = 0;
/** Whether the last step has no entry yet. */
let isAhead = false;
/** The address that the page wrote or read last. */
let own = "";

async function write(fragment: string, isAtOnce: boolean): Promise<void> {
    if (!isAtOnce) await new Promise((done) => setTimeout(done, PAUSE));
    // The state has changed during the pause, and another call writes it.
    if (fragment !== written) return;
    // Compressing takes a turn of the event loop, in which the state or the address can change again.
    const address = await short(fragment);
    // The user followed a link in the meantime, which is about to be read.
    if (fragment !== written || location.href !== own) return;
    try {
        if (isAhead) {
            history.pushState({ depth: depth + 1 }, "", address);
            isAhead = false;
            depth += 1;
            steps.back = depth;
            // The browser has dropped the entries after this one.
            steps.forth = 0;
        } else history.replaceState({ depth }, "", address);
        own = location.href;
    } catch {
        // A browser refuses an address that changes too often; the next change writes it.
    }
}

/** Follows the state, as part of an effect. */
export function follow(): void {
    const fragment = page.address();
    const now = plain(page.said());
    if (isReading || fragment === written) return;
    // The first run after `begin` only writes what was read.
    const isStep = written !== "" && now !== said;
    // `changed` moves with each change, so a pause of `AT_ONCE` ends a step, however long it has lasted.
    const isNew = isStep && performance.now() - changed > AT_ONCE;
    if (isStep) changed = performance.now();
    // If the state changes again before the step is written, that change's address is the first of the step.
    if (isNew) isAhead = true;
    written = fragment;
    said = now;
    // A new step is written at once; changes that belong to it wait for a pause.
    void write(fragment, isNew);
}

async function read(): Promise<void> {
    // `follow` would take what is read for a change of the user's.
    isReading = true;
    reads += 1;
    const number = reads;
    own = location.href;
    // What is about to be written belongs to the entry that was left.
    written = "";
    isAhead = false;
    const at = (history.state as { depth?: number } | null)?.depth;
    // An entry without a depth is not the page's: the user followed a link or typed an address.
    if (at === undefined) {
        depth += 1;
        steps.forth = 0;
    } else {
        // Steps gained on one side are lost on the other. The browser does not tell how many entries there are.
        steps.forth = Math.max(0, steps.forth + depth - at);
        depth = at;
    }
    steps.back = depth;
    try {
        history.replaceState({ depth }, "");
    } catch {
        // As above, the next change writes it.
    }
    const fragment = await long(location.hash);
    // Another entry was opened while this one's address was decompressed, and its own call reads it.
    if (number !== reads) return;
    page.read(fragment);
    // Not `fragment`: a link can have keys that the page does not know, or lack some that it writes.
    written = page.address();
    said = plain(page.said());
    changed = 0;
    isReading = false;
}

/** Reads the address, now and whenever it changes. */
export async function begin(): Promise<void> {
    own = location.href;
    depth = (history.state as { depth?: number } | null)?.depth ?? 0;
    // Some views have an HTML file of their own, which names the view.
    const view = document.documentElement.dataset["view"];
    page.read(await long(location.hash === "" && view ? `#${view}` : location.hash));
    // So the first run of `follow` writes the address, also if it is the one that was read.
    written = "";
    said = plain(page.said());
    steps.back = depth;
    addEventListener("popstate", () => void read());
}
