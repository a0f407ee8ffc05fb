// What the page has of docs/: the pages as HTML, so that what it links to is there wherever it is served, and a table.

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";
import { Marked } from "marked";
import { gfmHeadingId } from "marked-gfm-heading-id";
import type { Plugin } from "vite";

const ROOT = join(import.meta.dirname, "..");
const STYLE = "docs/pages.css";

const files = (ending: string) =>
    readdirSync(join(ROOT, "docs"), { recursive: true, encoding: "utf8" })
        .filter((name) => name.endsWith(ending))
        .map((name) => join("docs", name));
const PAGES = files(".md");

/** The name of a page's file: the list of pages is the folder's index. */
const fileName = (page: string) => page.replace(/README\.md$/, "index.html").replace(/\.md$/, ".html");

/** A page of docs/ as HTML. */
export function html(page: string): string {
    const folder = dirname(page);
    const up = (path: string) => relative(folder, path).replaceAll("\\", "/");
    const inline = new Marked(gfmHeadingId(), {
        renderer: {
            // Of the repository only these pages are here: any other file keeps its name.
            link({ href, tokens }) {
                const text = this.parser.parseInline(tokens);
                if (/^(https:|#)/.test(href)) return `<a href="${href}">${text}</a>`;
                const [path = "", section] = href.split("#");
                const file = normalize(join(folder, path));
                if (!PAGES.includes(file)) return text;
                return `<a href="${fileName(path)}${section === undefined ? "" : `#${section}`}">${text}</a>`;
            },
        },
    });
    const source = readFileSync(join(ROOT, page), "utf8");
    const [, title = page] = /^# (.*)$/m.exec(source) ?? [];
    return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'self'; img-src 'self'">
<title>${title.replaceAll("`", "")}</title>
<link rel="stylesheet" href="${up(STYLE)}">
</head>
<body>
<nav><a href="${up("index.html")}">A draw</a> · <a href="${up("docs/index.html")}">All pages</a></nav>
<main>
${inline.parse(source, { async: false })}</main>
</body>
</html>
`;
}

export function pages(): Plugin {
    return {
        name: "pages",
        apply: "build",
        generateBundle() {
            for (const page of PAGES) this.emitFile({ type: "asset", fileName: fileName(page), source: html(page) });
            for (const picture of files(".svg")) {
                this.emitFile({ type: "asset", fileName: picture, source: readFileSync(join(ROOT, picture)) });
            }
            this.emitFile({ type: "asset", fileName: STYLE, source: readFileSync(join(import.meta.dirname, "src/pages.css")) });
        },
    };
}

/** What is wrong, by what one sees: the rows of the guide's table, without Markdown. */
export function symptoms(): Plugin {
    const name = "virtual:symptoms";
    return {
        name: "symptoms",
        resolveId: (id) => (id === name ? `\0${name}` : undefined),
        load(id) {
            if (id !== `\0${name}`) return;
            const source = readFileSync(join(ROOT, "docs/guide/black-screen.md"), "utf8");
            const [, section = ""] = source.split("## From what you see\n");
            const rows = [...section.split("\n## ")[0]?.matchAll(/^\| ([^|]+) \| ([^|]+) \| [^|]+ \| ([^|]+) \|$/gm) ?? []].slice(1);
            if (rows.length === 0) throw new Error("black-screen.md has no table of what one sees");
            const plain = (text: string) => text.replaceAll("`", "").replaceAll(/\[([^\]]+)\](\([^)]*\)|\[[^\]]*\])?/g, "$1");
            return `export default ${JSON.stringify(rows.map(([, seen = "", look = "", title = ""]) => ({ seen: plain(seen), look: plain(look), title })))};`;
        },
    };
}
