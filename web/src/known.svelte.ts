// What there is to choose from, once the libraries said it.

import { ask } from "./engine.svelte";
import type { Architecture, Known } from "./generated/page";

export const known = $state<{ names: Known | null }>({ names: null });

ask("names", {}).then(
    (names) => {
        known.names = names;
    },
    () => {
        // The page says that the libraries did not load.
    },
);

/** What is known of an architecture; null of one that is none. */
export function architecture(name: string): Architecture | null {
    return known.names?.architectures.find((arch) => arch.name === name) ?? null;
}
