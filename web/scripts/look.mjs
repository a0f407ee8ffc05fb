// Takes pictures of every view, light, dark and on a phone, into screenshots/, to be looked at. Needs a built page.

import { mkdir } from "node:fs/promises";
import { chromium } from "@playwright/test";
import { preview } from "vite";

const views = {
    draw: "",
    form: "",
    v10: "#draw?arch=v10&vertices=300&instances=5000&name=big&buffer=a~16~instance~7~~0&attribute=p~a~R32_SFLOAT~0",
    story: "#story?step=4&thread=3~0&color=2&why=true",
    words: "#words",
    divisor: "#divisor",
    varyings: "#varyings",
};
const wanted = process.argv.slice(2);
await mkdir("screenshots", { recursive: true });
const server = await preview({ preview: { host: "127.0.0.1", port: 4180 }, logLevel: "error" });
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
for (const [name, fragment] of Object.entries(views)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    for (const [width, height, colorScheme, isFull] of [[1440, 900, "light", false], [1440, 900, "light", true], [390, 844, "light", false], [390, 844, "light", true], [1440, 900, "dark", false]]) {
        const context = await browser.newContext({ viewport: { width, height }, colorScheme, reducedMotion: "reduce" });
        const page = await context.newPage();
        page.on("console", (message) => { if (message.type() !== "log") console.log(name, message.text()); });
        page.on("pageerror", (error) => { console.log(name, String(error)); });
        await page.goto(`http://127.0.0.1:4180/${fragment}`);
        await page.waitForTimeout(2500);
        if (name === "form") await page.click(".whole summary");
        if (name === "form") await page.waitForTimeout(200);
        await page.screenshot({ path: `screenshots/${name}-${width}-${colorScheme}${isFull ? "-full" : ""}.png`, fullPage: isFull });
        await context.close();
    }
}
await browser.close();
await server.close();
