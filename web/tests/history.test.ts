// The browser's entries are the page's steps, also where an address takes a while to compress.

import { expect, paste, test } from "./page";
import type { Page } from "@playwright/test";

/** The milliseconds that each address takes here to be compressed or read. */
const SLOW = 500;

/** A text whose address is compressed. */
const long = (seed: number) => Array.from({ length: 400 }, (_, number) => `0x${(((number + seed) * 2654435761) % 2 ** 32).toString(16)}`).join("\n");

/** Makes the compression of addresses slow, in pages that are opened from now on. */
async function slowDown(page: Page): Promise<void> {
    await page.addInitScript((slow) => {
        const bytes = Object.getOwnPropertyDescriptor(Response.prototype, "arrayBuffer")?.value as () => Promise<ArrayBuffer>;
        Response.prototype.arrayBuffer = async function () {
            await new Promise((done) => setTimeout(done, slow));
            return bytes.call(this);
        };
    }, SLOW);
}

/** Makes a step of its own, and returns its address. */
async function step(page: Page, text: string): Promise<string> {
    const before = page.url();
    await paste(page, text);
    await expect.poll(() => page.url()).not.toBe(before);
    // A later change is another step.
    await page.waitForTimeout(1000);
    return page.url();
}

/** Goes back or forth, until the page is told. */
async function go(page: Page, entries: number): Promise<void> {
    await page.evaluate(async (entries) => {
        const told = new Promise((done) => { addEventListener("popstate", done, { once: true }); });
        history.go(entries);
        await told;
    }, entries);
}

test("of two entries that are opened at once the page shows the last", async ({ page, open }) => {
    await slowDown(page);
    await open("#words");
    await step(page, long(0));
    const last = await step(page, "0x1");
    await go(page, -1);
    await go(page, 1);
    await page.waitForTimeout(2 * SLOW);
    await expect(page.locator("#words-text")).toHaveValue("0x1");
    expect(page.url()).toBe(last);
    // It is the third step: two can be undone, and none redone.
    await page.goBack();
    await expect(page.locator("#words-text")).toHaveValue(long(0));
    await expect(page.getByRole("button", { name: "Redo" })).toBeEnabled();
    await page.goForward();
    await expect(page.getByRole("button", { name: "Redo" })).toBeDisabled();
});

test("a step that goes on while its address is compressed is undone alone", async ({ page, open }) => {
    await slowDown(page);
    await open("#words");
    const before = await step(page, "0x1");
    const entries = await page.evaluate(() => history.length);
    await paste(page, long(0), long(1));
    await expect.poll(() => page.url()).toContain("?z=");
    expect(await page.evaluate(() => history.length)).toBe(entries + 1);
    await page.goBack();
    await expect(page.locator("#words-text")).toHaveValue("0x1");
    expect(page.url()).toBe(before);
});

test("an entry that is opened keeps its address, whatever was about to be written", async ({ page, open }) => {
    await slowDown(page);
    await open("#words");
    const before = await step(page, long(0));
    await paste(page, "0x1");
    await expect.poll(() => page.url()).not.toBe(before);
    // This belongs to the step. Its address is ready before the entry is read.
    await paste(page, long(1));
    await page.waitForTimeout(SLOW / 2);
    await go(page, -1);
    await page.waitForTimeout(2 * SLOW);
    await expect(page.locator("#words-text")).toHaveValue(long(0));
    expect(page.url()).toBe(before);
});
