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
function html(page: string): string {
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

/** The cells of the rows of a page's tables, from a section on. */
function cells(page: string, section: string): string[][] {
    const source = readFileSync(join(ROOT, page), "utf8");
    const [, text = ""] = source.split(`## ${section}\n`);
    const lines = (text.split("\n## ")[0] ?? "").split("\n").filter((line) => line.startsWith("| "));
    return lines.slice(1).map((line) => line.split("|").slice(1, -1).map((cell) => cell.trim()));
}

/** A text without Markdown. */
const plain = (text: string) => text.replaceAll("`", "").replaceAll(/\[([^\]]+)\](\([^)]*\)|\[[^\]]*\])?/g, "$1");

/** What the page has of the guide's tables: modules, so that the rest of those pages is not loaded with them. */
const TABLES: Record<string, () => unknown> = {
    /** What is wrong, by what one sees. */
    "virtual:symptoms": () =>
        cells("docs/guide/black-screen.md", "From what you see").map(([seen = "", look = "", , title = ""]) => ({ seen: plain(seen), look: plain(look), title })),
    /** The terms that the page explains, and their meanings. */
    "virtual:terms": () => {
        const rows = new Map(cells("docs/guide/glossary.md", "Terms").map(([term = "", meaning = ""]) => [term, plain(meaning)]));
        return Object.fromEntries(["divisor", "padded count", "varying"].map((term) => {
            const meaning = rows.get(term);
            if (meaning === undefined) throw new Error(`the glossary has no ${term}`);
            return [term, meaning];
        }));
    },
};

export function tables(): Plugin {
    return {
        name: "tables",
        resolveId: (id) => (id in TABLES ? `\0${id}` : undefined),
        load(id) {
            const table = TABLES[id.slice(1)];
            if (table) return `export default ${JSON.stringify(table())};`;
        },
    };
}
