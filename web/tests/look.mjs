// Takes pictures of every view, at two widths, light and dark, to be looked at.

import { mkdir } from "node:fs/promises";
import { launch, open, serve } from "./browser.mjs";

const views = {
    draw: "",
    single: "#draw?arch=v9&vertices=300&instances=5000&name=big&buffer=a~16~instance~7~~0&attribute=p~a~R32_SFLOAT~0",
    read: "#words",
    divisor: "#divisor",
    varyings: "#varyings",
};
const wanted = process.argv.slice(2);
await mkdir("screenshots", { recursive: true });
const server = await serve();
const browser = await launch();
for (const [name, fragment] of Object.entries(views)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    for (const [width, colorScheme] of [[1280, "light"], [390, "light"], [1280, "dark"]]) {
        const page = await open(browser, server.address, fragment, { viewport: { width, height: 900 }, colorScheme });
        await page.waitForTimeout(300);
        await page.screenshot({ path: `screenshots/${name}-${width}-${colorScheme}.png`, fullPage: true });
        if (page.complaints.length > 0) console.log(name, page.complaints);
        await page.context().close();
    }
}
await browser.close();
server.close();
