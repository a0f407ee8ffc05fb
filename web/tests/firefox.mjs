#!/usr/bin/env node
// Starts Firefox for Playwright, which drives it by WebDriver BiDi. Debian's Firefox lacks one command that Playwright
// sends for every page, the one that sets a colour scheme. This program stands between the two, and answers it.

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { WebSocket, WebSocketServer } from "ws";

const MISSING = "emulation.setMediaFeaturesOverride";

const firefox = spawn(process.env.FIREFOX ?? "firefox-esr", process.argv.slice(2), { stdio: ["ignore", "inherit", "pipe"] });
firefox.on("exit", (code) => process.exit(code ?? 0));
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, () => firefox.kill(signal));

/** Passes messages on between Playwright and the browser at this address. */
function between(client, address) {
    const browser = new WebSocket(address, { perMessageDeflate: false });
    const waiting = [];
    client.on("message", (data) => {
        const { id, method } = JSON.parse(String(data));
        if (method === MISSING) client.send(JSON.stringify({ type: "success", id, result: {} }));
        else if (browser.readyState === WebSocket.OPEN) browser.send(String(data));
        else waiting.push(String(data));
    });
    browser.on("open", () => { for (const message of waiting) browser.send(message); });
    browser.on("message", (data) => { client.send(String(data)); });
    browser.on("close", () => { client.close(); });
    client.on("close", () => { browser.close(); });
}

for await (const line of createInterface({ input: firefox.stderr })) {
    const [, address] = /^WebDriver BiDi listening on (ws:.*)$/.exec(line) ?? [];
    if (address) {
        const server = new WebSocketServer({ host: "127.0.0.1", port: 0, path: "/session" });
        server.on("connection", (client) => { between(client, `${address}/session`); });
        server.on("listening", () => { console.error(`WebDriver BiDi listening on ws://127.0.0.1:${server.address().port}`); });
    } else console.error(line);
}
