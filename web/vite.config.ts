import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";
import { pages, tables } from "./pages.ts";

/** What a link to a view looks like where it is shown: its title and what it is about. Its picture is in public/. */
const VIEWS: Record<string, [title: string, description: string]> = {
    draw: ["An instanced draw on a Mali", "See which threads an instanced draw runs on an Arm Mali GPU, which of them are discarded, and which bits decide it."],
    words: ["A broken draw on a Mali, beside the right one", "Paste the dump of a draw on an Arm Mali GPU: its words, the errors in them, and how to correct them."],
    divisor: ["How a Mali divides by multiplying", "How exact a multiplier is over all ids, and where double precision goes wrong."],
    varyings: ["Varyings in a Mali’s memory", "Where an Arm Mali GPU stores the values that a vertex shader passes to a fragment shader."],
};

/** Makes a file of each view, the same but for its head: whoever shows links runs no script. */
function views(): Plugin {
    return {
        name: "views",
        apply: "build",
        enforce: "post",
        generateBundle(_, bundle) {
            const index = bundle["index.html"];
            if (index?.type !== "asset") throw new Error("there is no index.html");
            const html = String(index.source);
            for (const [view, [title, description]] of Object.entries(VIEWS)) {
                const head = `<meta property="og:title" content="${title}"><meta property="og:description" content="${description}"><meta property="og:image" content="./${view}.png">`;
                const source = html
                    .replace('<html lang="en">', `<html lang="en" data-view="${view}">`)
                    .replace(/<title>.*<\/title>/, `<title>${title}</title>\n${head}`)
                    .replace(/(<meta name="description" content=")[^"]*/, `$1${description}`);
                if (view === "draw") index.source = source;
                else this.emitFile({ type: "asset", fileName: `${view}.html`, source });
            }
        },
    };
}

// Relative addresses, so that the folder can be put anywhere.
export default defineConfig({
    base: "./",
    plugins: [svelte(), views(), pages(), tables()],
    build: { target: "es2023", assetsInlineLimit: 0, modulePreload: { polyfill: false } },
    worker: { format: "es" },
});
