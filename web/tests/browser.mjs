// A web server for the page, and a browser that looks at it.

import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const root = fileURLToPath(new URL("../dist/", import.meta.url));
const types = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm", ".svg": "image/svg+xml" };

/** Serves the page, and answers where. */
export async function serve() {
    const server = createServer(async (request, response) => {
        const path = new URL(request.url, "http://localhost").pathname;
        const file = path === "/" ? "index.html" : path.slice(1);
        try {
            const body = await readFile(join(root, file));
            response.writeHead(200, { "content-type": types[extname(file)] ?? "application/octet-stream" });
            response.end(body);
        } catch {
            response.writeHead(404).end();
        }
    });
    await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
    return { address: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}

/** Starts the browser of the system. */
export function launch() {
    return chromium.launch({ executablePath: process.env.CHROMIUM, args: ["--no-sandbox"] });
}

/** Opens the page at a fragment, and collects what it complains of and what it asks others for. */
export async function open(browser, address, fragment = "", options = {}) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
    const page = await context.newPage();
    page.complaints = [];
    page.on("console", (message) => {
        if (["error", "warning"].includes(message.type())) {
            page.complaints.push(message.text());
        }
    });
    page.on("pageerror", (error) => page.complaints.push(String(error)));
    page.on("request", (request) => {
        if (!request.url().startsWith(address) && !request.url().startsWith("data:")) {
            page.complaints.push(`asks ${request.url()}`);
        }
    });
    await page.goto(address + fragment);
    await page.waitForSelector("main h2, main legend");
    // The grid is fitted to its place once that is there.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    return page;
}
