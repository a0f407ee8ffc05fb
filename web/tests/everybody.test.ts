// For everybody: by keyboard alone, with colours or without, on a phone, and where the libraries do not load.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { draw, expect, test, unfold } from "./page";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
interface Audit { violations: { id: string; nodes: { html: string }[] }[] }
interface Axe { run(rules: object): Promise<Audit> }

const views = ["", "#words", "#divisor", "#varyings", "#story?step=4&thread=3~0&color=2&why=true", "#draw?arch=v7&vertices=0&name=a&buffer=b~4~vertex~~~0", "#draw?arch=v10&vertices=7&instances=9&name=a&buffer=b~4~vertex~~~0&attribute=c~b~R32_UINT~0"];
// Other colours change no element: there only the rules of colours are checked that are checked by default.
const colors = { runOnly: { type: "rule", values: ["color-contrast", "link-in-text-block"] } };
const ways = {
    light: { options: { colorScheme: "light" }, rules: {} },
    dark: { options: { colorScheme: "dark" }, rules: colors },
    phone: { options: { viewport: { width: 360, height: 740 } }, rules: {} },
    "forced colours": { options: { forcedColors: "active" }, rules: colors },
} as const;
for (const [way, { options, rules }] of Object.entries(ways)) {
    test.describe(way, () => {
        test.use({ reducedMotion: "reduce", ...options } as Parameters<typeof test.use>[0]);
        for (const fragment of views) {
            test(`axe finds nothing: ${fragment || "a draw"}`, { tag: "@chromium" }, async ({ open }) => {
                const page = await open(fragment);
                if (fragment === "") await unfold(page);
                // The Content-Security-Policy lets no script in but the page's own; this one comes by the driver.
                await page.evaluate(axe);
                const { violations } = await page.evaluate((rules) => (window as unknown as { axe: Axe }).axe.run(rules), rules);
                expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join("; ")}`)).toEqual([]);
            });
        }
    });
}

for (const fragment of views.slice(0, 5)) {
    test.describe("a phone", () => {
        test.use({ viewport: { width: 360, height: 740 } });
        test(`nothing is wider than a phone: ${fragment || "a draw"}`, async ({ open }) => {
            const page = await open(fragment);
            if (fragment === "") await unfold(page);
            expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
        });
    });
}

for (const [size, width, height] of [["a desk", 1440, 900], ["a phone", 390, 844]] as const) {
    test(`on the first screen of ${size} are the sentence, the counts around 70, the threads, and the bits of a buffer`, async ({ open, page }) => {
        await page.setViewportSize({ width, height });
        await open();
        for (const selector of ["#why-title", ".why p", ".number-line", "#vertices-slider", "#threads-wasted", ".grid", ".steps li.index"]) await expect(page.locator(selector), selector).toBeInViewport({ ratio: 0.9 });
        // The words of model: its stride, and the last bit of its multiplier.
        const bits = page.locator('.descriptor[data-part="buffers"][data-word="8"]');
        await expect(bits.locator(".word")).toHaveCount(9);
        for (const bit of await bits.locator('[data-bit="0"]').all()) await expect(bit).toBeInViewport();
        // It begins at the last thread that is kept of the instance in the middle: 50 · 72 + 69.
        await expect(page.locator("#thread")).toHaveValue("3669");
        await expect(page.locator("#thread-is")).toHaveText("vertex 69 of instance 50: kept");
        await page.locator("#vertices-slider").fill("73");
        await expect(page.locator("#why-title")).toHaveText("Why 73 vertices run as 80 threads");
        await expect(page.locator(".number-line .own")).toHaveText("805·2⁴");
    });
}

for (const [size, width, height, beside] of [["a desk", 1440, 900, ["#words-text", ".ways ol >> nth=1", ".grid >> nth=0"]], ["a phone", 390, 844, []]] as const) {
    test(`on the first screen of ${size} the faulty example says what is wrong, which threads read wrongly, and why`, async ({ open, page }) => {
        await page.setViewportSize({ width, height });
        await open("#words");
        for (const selector of [".gallery [aria-pressed=true]", "#findings li >> nth=1", "#wrong-threads", "#wrong-sentence", ...beside]) await expect(page.locator(selector), selector).toBeInViewport({ ratio: 0.9 });
        await expect(page.locator(".ways li.index").first()).toBeInViewport();
        if (width === 1440) await expect(page.locator(".grid").nth(1)).toBeInViewport();
    });
}

test("on a phone the words of a typical fault unfold, and those of the user stay", async ({ open, page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await open("#words");
    await expect(page.locator("#words-text")).toHaveCount(0);
    await page.getByRole("button", { name: "The words, or a dump of yours" }).click();
    await page.locator("#words-text").fill("static const uint32_t draw[] = { 0x00830000, 0 };");
    await expect(page.locator(".gallery [aria-pressed=true]")).toHaveCount(0);
    await expect(page.locator("#words-text")).toBeFocused();
    await expect(page.getByRole("button", { name: "Close the words" })).toHaveCount(0);
});

test("on a phone the name of the open view is seen", async ({ open, page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    for (const view of ["draw", "story", "words", "divisor", "varyings"]) {
        await open(`#${view}`);
        // Not by toBeInViewport: Firefox takes the row for unscrolled.
        await expect.poll(() => page.locator("nav").evaluate((row) => {
            const [all, own] = [row, row.querySelector("[aria-current]")].map((element) => element?.getBoundingClientRect());
            return all && own && own.left >= all.left && own.right <= all.right;
        })).toBe(true);
    }
});

test("70 is between the counts that the hardware divides by, which move with the slider", async ({ open }) => {
    const page = await open();
    const line = page.locator(".number-line");
    await expect(line).toHaveAttribute("aria-label", /48, 56, 64, 72, 80, 96\. 70 vertices take 72 = 9 · 2³ threads/);
    const at = () => line.locator(".count", { hasText: "64" }).evaluate((count) => new DOMMatrix(getComputedStyle(count).transform).e);
    const before = await at();
    await page.locator("#vertices-slider").fill("75");
    await expect.poll(at).toBeLessThan(before);
});

test("on a phone nothing covers the grid, and the counts unfold", async ({ open, page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await open();
    const isUncovered = () => page.locator(".grid").evaluate((grid) => {
        const box = grid.getBoundingClientRect();
        const ys = [box.top + 5, (box.top + box.bottom) / 2, box.bottom - 5].filter((y) => y > 0 && y < innerHeight);
        return ys.length > 0 && ys.every((y) => grid.contains(document.elementFromPoint(box.left + 60, y)));
    });
    expect(await isUncovered()).toBe(true);
    await page.mouse.wheel(0, 200);
    await expect.poll(isUncovered).toBe(true);
    await expect(page.locator("#instances")).toHaveCount(0);
    await page.getByRole("button", { name: "100 instances, divisor 3: change" }).click();
    await page.fill("#instances", "50");
    await expect(page.locator("#threads-total")).toHaveText(/3\s600/);
    await expect(page.locator(".draw-form")).toHaveCount(0);
});

test("the picture moves, and stops for those who want no movement", async ({ open, page }) => {
    await open();
    const sum = page.locator(".sum");
    const before = await sum.innerText();
    await expect.poll(() => sum.innerText()).not.toBe(before);
    await page.getByRole("button", { name: "Stop the picture" }).click();
    const stopped = await sum.innerText();
    await page.waitForTimeout(900);
    expect(await sum.innerText()).toBe(stopped);
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.reload();
    await expect(page.getByRole("button", { name: "Move the picture" })).toBeVisible();
});

test("by keyboard alone the grid is within ten tabs, with a link that skips to the content", async ({ open }) => {
    const page = await open();
    await page.keyboard.press("Tab");
    await expect(page.getByRole("link", { name: "To the content" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.locator("#main")).toBeFocused();
    let tabs = 0;
    while (!(await page.evaluate(() => document.activeElement?.classList.contains("grid"))) && tabs < 20) {
        await page.keyboard.press("Tab");
        tabs += 1;
    }
    expect(tabs).toBeLessThanOrEqual(10);
    await page.keyboard.press("ArrowRight");
    await expect(page.locator("#thread")).toHaveValue("3670");
    expect(await page.evaluate(() => getComputedStyle(document.activeElement as Element).outlineStyle)).toBe("solid");
});

test("every control can be reached and has a name", async ({ open }) => {
    const page = await open();
    await unfold(page);
    const nameless = await page.locator("button, input, select, textarea, a[href], summary").evaluateAll((controls) =>
        controls
            .filter((control) => {
                const labels = (control as HTMLInputElement).labels;
                return !(control.textContent?.trim() || control.getAttribute("aria-label") || labels?.length);
            })
            .map((control) => control.outerHTML),
    );
    expect(nameless).toEqual([]);
    expect(await page.locator("button:not([role=switch]), input, select, textarea, a[href]").evaluateAll((controls) => controls.filter((control) => (control as HTMLElement).tabIndex < 0).length)).toBe(0);
    // Of a descriptor's bits one is reached by Tab, and the others by the arrow keys.
    expect(await page.locator(".descriptor").evaluateAll((descriptors) => descriptors.map((descriptor) => descriptor.querySelectorAll("[role=switch][tabindex='0']").length))).toEqual(Array.from({ length: 8 }, () => 1));
});

test("bits are flipped by the keyboard alone, and say what they are", async ({ open }) => {
    const page = await open();
    const model = page.locator('.descriptor[data-part="buffers"][data-word="8"]');
    await model.getByRole("switch", { name: "bit 31 of word 8, pointer", exact: true }).focus();
    for (const key of ["ArrowDown", "ArrowDown", "End", "ArrowLeft", "ArrowLeft", "ArrowLeft", "ArrowLeft", "ArrowLeft", "ArrowLeft"]) await page.keyboard.press(key);
    const stride = model.getByRole("switch", { name: "bit 6 of word 10, stride" });
    await expect(stride).toBeFocused();
    await expect(stride).toBeChecked();
    await expect(model.locator("tr.lit")).toHaveText(/stride/);
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("Space");
    await expect(model.getByRole("switch", { name: "bit 7 of word 10, stride" })).toBeChecked();
    await expect(page.locator(".steps li", { hasText: "stride" }).locator(".operand")).toHaveText("192");
});

test("a term says its line and where there is more", async ({ open }) => {
    const page = await open();
    await page.locator(".why").getByRole("button", { name: "instance" }).focus();
    await page.keyboard.press("Enter");
    await expect(page.locator(".term .line")).toContainText("One of the copies");
    await expect(page.locator(".term .line a")).toHaveAttribute("href", "docs/guide/glossary.html");
    await page.keyboard.press("Escape");
    await expect(page.locator(".term .line")).toHaveCount(0);
    await expect(page.locator("footer")).toContainText(/mali-instancing \d+\.\d+\.\d+/);
});

test.describe("without colours", () => {
    test.use({ forcedColors: "active" });
    test("fields have patterns, no two alike", { tag: "@chromium" }, async ({ open }) => {
        const page = await open();
        const patterns = await page.locator('.descriptor[data-part="buffers"][data-word="8"] .swatch').evaluateAll((swatches) => swatches.map((swatch) => getComputedStyle(swatch).backgroundImage));
        expect(new Set(patterns).size).toBe(patterns.length);
    });
});

for (const [how, pattern] of [["the wasm", "**/*.wasm"], ["the worker", "**/worker*"]] as const) {
    test(`where ${how} does not load, the page says so, and why`, async ({ page }) => {
        await page.route(pattern, (route) => route.abort());
        await page.goto("/");
        await expect(page.getByRole("alert")).toContainText("did not load");
        await expect(page.locator("main")).toContainText("The GPU numbers the threads of a draw in one line");
    });
}

test("without JavaScript the page says what it is about", { tag: "@chromium" }, async ({ browser, baseURL }) => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(baseURL ?? "");
    await expect(page.locator("main")).toContainText("70 vertices run as 72 threads");
    expect(await page.content()).toContain("needs JavaScript and WebAssembly");
    await context.close();
});

test("a keystroke changes what depends on it and no more, with 64 attributes and 100,000 rows", { tag: "@chromium" }, async ({ open }) => {
    const buffers = Array.from({ length: 16 }, (_, number) => [`b${number}`, 32, number % 2 ? "instance" : "vertex", number % 2 ? 3 : "", "", "0x1000_0000"]);
    const attributes = Array.from({ length: 64 }, (_, number) => [`a${number}`, `b${number % 16}`, "R32_SFLOAT", 4]);
    const page = await open(draw({ arch: "v7", vertices: 70, instances: 100_000, name: "many" }, buffers, attributes));
    await page.getByRole("button", { name: "Stop the picture" }).click();
    const session = await page.context().newCDPSession(page);
    await session.send("Performance.enable", { timeDomain: "threadTicks" });
    // Milliseconds depend on the machine and on what else it does, so they are printed and counts are tested.
    const costs = async () => {
        const { metrics } = await session.send("Performance.getMetrics");
        const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0;
        const changes = await page.evaluate(() => Number(document.documentElement.dataset["changes"]));
        // What the page does. Drawing it is the browser's, here without a GPU.
        const busy = 1000 * (of("ScriptDuration") + of("LayoutDuration") + of("RecalcStyleDuration"));
        return { busy, changes, layouts: of("LayoutCount"), elements: of("Nodes") };
    };
    await page.evaluate(() => {
        let changes = 0;
        const count = (records: MutationRecord[]) => {
            changes += records.reduce((sum, { addedNodes, removedNodes }) => sum + Math.max(1, addedNodes.length + removedNodes.length), 0);
            document.documentElement.dataset["changes"] = String(changes);
        };
        new MutationObserver(count).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
    });
    const type = async (value: string, threads: string) => {
        await page.evaluate((text) => {
            const input = document.querySelector<HTMLInputElement>("#vertices");
            if (!input) return;
            input.value = text;
            input.dispatchEvent(new InputEvent("input", { bubbles: true }));
        }, value);
        await page.waitForFunction((text) => document.querySelector("#threads-total")?.textContent?.replaceAll(/\s/g, "") === text, threads, { polling: 100 });
        await page.waitForTimeout(150);
    };
    for (let count = 0; count < 6; count++) await type(String(71 - (count % 2)), "7200000");
    const before = await costs();
    const strokes = 10;
    for (let count = 0; count < strokes; count++) await type(String(73 + (count % 2)), "8000000");
    const after = await costs();
    const each = (name: keyof typeof before) => (after[name] - before[name]) / strokes;
    console.log(`a keystroke: ${each("busy").toFixed(1)} ms, ${each("changes")} changes, ${each("layouts")} layouts; ${after.elements} nodes`);
    expect(after.elements).toBeGreaterThan(4000);
    expect(each("changes")).toBeLessThan(200);
    expect(each("layouts")).toBeLessThan(15);
});

test("a million instances are drawn while they are scrolled", async ({ open }) => {
    const page = await open(draw({ arch: "v7", vertices: 70, instances: 1_000_000, name: "a" }, [["b", 4, "instance", 3, "", 0]], [["c", "b", "R32_UINT", 0]]));
    const [before, after] = await page.evaluate(async () => {
        const grid = document.querySelector(".grid");
        const elements = () => grid?.querySelectorAll("*").length ?? Infinity;
        const before = elements();
        for (let frame = 0; grid && frame < 60; frame++) {
            grid.scrollTop = (frame * 9_999_991) % grid.scrollHeight;
            await new Promise(requestAnimationFrame);
        }
        return [before, elements()];
    });
    expect(before).toBeLessThan(20);
    expect(after).toBe(before);
    await page.fill("#thread", "0");
    await page.locator(".grid").focus();
    await page.keyboard.press("PageDown");
    await expect(page.locator("#thread")).toHaveValue(String(72 * 10));
});

test("the first paint says something, and does not wait for the libraries", async ({ page }) => {
    let load = () => {};
    const isPainted = new Promise<void>((resolve) => (load = resolve));
    await page.route("**/*.wasm", async (route) => {
        await isPainted;
        await route.continue();
    });
    await page.goto("/", { waitUntil: "commit" });
    await expect(page.locator("main")).toContainText("The GPU numbers the threads of a draw in one line");
    await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
    expect(await page.locator("#threads-total").count()).toBe(0);
    load();
    await page.locator("#threads-total").waitFor();
});
