// Whether the screen is a phone's, where parts of the page are folded away.

import { MediaQuery } from "svelte/reactivity";

export const narrow = new MediaQuery("max-width: 40rem");
