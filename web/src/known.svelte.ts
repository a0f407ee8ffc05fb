// The names to choose from, once the libraries have returned them.

import { ask } from "./engine.svelte";
import type { Architecture, Known } from "./generated/page";

export const known = $state<{ names: Known | null }>({ names: null });

ask("names", {}).then(
    (names) => {
        known.names = names;
    },
    () => {
        // The page shows that the libraries did not load.
    },
);

/** The data of an architecture; null if there is none of this name. */
export function architecture(name: string): Architecture | null {
    return known.names?.architectures.find((arch) => arch.name === name) ?? null;
}
