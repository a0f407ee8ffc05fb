// The page's side of the worker: questions, which are answered later.

import type { Answers, Questions } from "./generated/page";
import type { Asked, Painted, Palette, Reply } from "./worker";

type Name = keyof Questions & keyof Answers;

/** The state of the libraries: loading, loaded, or the reason why they did not load. */
export const libraries = $state<{ state: "loading" | "ready" | "failed"; reason: string }>({ state: "loading", reason: "" });

// eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing shows what waits
const waiting = new Map<number, { resolve(answer: unknown): void; reject(error: Error): void }>();
let last = 0;
let worker: Worker | undefined;

function fail(reason: string): void {
    libraries.state = "failed";
    libraries.reason = reason;
    for (const { reject } of waiting.values()) reject(new Error(reason));
    waiting.clear();
}

/** Starts the worker. */
function start(): Worker {
    const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    worker.onerror = (event) => {
        fail(event.message || "its program could not be loaded");
    };
    worker.onmessage = ({ data }: MessageEvent<Reply>) => {
        if ("isReady" in data) libraries.state = "ready";
        else if ("failure" in data) fail(data.failure);
        else {
            const asked = waiting.get(data.id);
            waiting.delete(data.id);
            if ("error" in data) asked?.reject(new Error(data.error));
            else asked?.resolve(data.answer);
        }
    };
    return worker;
}

function send(question: Record<string, unknown>, palette?: Palette): Promise<unknown> {
    if (libraries.state === "failed") return Promise.reject(new Error(libraries.reason));
    const id = ++last;
    const asked: Asked = palette ? { id, question, palette } : { id, question };
    const answer = new Promise<unknown>((resolve, reject) => waiting.set(id, { resolve, reject }));
    // The question waits in the worker until the libraries are loaded.
    worker ??= start();
    worker.postMessage(asked);
    return answer;
}

/** Asks the libraries. */
export async function ask<K extends Name>(name: K, question: Questions[K]): Promise<Answers[K]> {
    return (await send({ [name]: question })) as Answers[K];
}

/** Asks for a part of the grid, painted. */
export async function paint(question: Questions["grid"], palette: Palette): Promise<Painted> {
    return (await send({ grid: question }, palette)) as Painted;
}

/** The answer to the latest question of a kind: while one is being answered, only the newest waits. */
export class Latest<K extends Name> {
    answer = $state.raw<Answers[K] | undefined>();
    /** The question that the answer belongs to. */
    asked: Questions[K] | undefined;
    error = $state("");
    #name: K;
    #next: Questions[K] | undefined;
    #isBusy = false;

    constructor(name: K) {
        this.#name = name;
    }

    ask(question: Questions[K]): void {
        this.#next = question;
        if (!this.#isBusy) void this.#work();
    }

    async #work(): Promise<void> {
        this.#isBusy = true;
        // A question that came while this one was answered replaced the others that waited.
        while (this.#next !== undefined) {
            const question = this.#next;
            this.#next = undefined;
            try {
                const answer = await ask(this.#name, question);
                // Set before `answer`, whose change makes views read both.
                this.asked = question;
                this.answer = answer;
                this.error = "";
            } catch (error) {
                this.error = error instanceof Error ? error.message : String(error);
            }
        }
        this.#isBusy = false;
    }
}
