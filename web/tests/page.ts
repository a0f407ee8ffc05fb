// What the tests share: a page that complains of nothing and asks nobody else.

import { expect, test as base, type Page } from "@playwright/test";

export const plain = (text: string) => text.replaceAll(/\s/g, "");

/** Firefox reports that a compressed link ends too early, which the page handles. */
const isOfAStream = (message: string) => message.includes("input is ended without reaching the stream end");

export const test = base.extend<{ open: (fragment?: string) => Promise<Page> }>({
    open: async ({ page, baseURL }, use) => {
        const complaints: string[] = [];
        page.on("console", (message) => {
            if (["error", "warning"].includes(message.type()) && !isOfAStream(message.text())) complaints.push(message.text());
        });
        page.on("pageerror", (error) => {
            if (!isOfAStream(error.message)) complaints.push(String(error));
        });
        page.on("request", (request) => {
            if (!request.url().startsWith(baseURL ?? "") && !/^(data|blob):/.test(request.url())) complaints.push(`asks ${request.url()}`);
        });
        await use(async (fragment = "") => {
            await page.goto("about:blank");
            await page.goto(`/${fragment}`);
            await ready(page);
            return page;
        });
        expect(complaints).toEqual([]);
    },
});

/** Waits until the libraries have answered. */
export async function ready(page: Page): Promise<void> {
    await page.locator("#threads-total, #findings, #multipliers tbody tr, .bytes, #mistake, .results .hint:not(:has-text('Loading'))").first().waitFor();
}

/** The words that the page shows of a table of the draw, in their order. */
export async function words(page: Page, table: string): Promise<string[]> {
    const descriptors = await page.locator(`.descriptor[data-part="${table}"]`).evaluateAll((articles) =>
        articles.map((article) => ({
            first: Number((article as HTMLElement).dataset["word"]),
            words: [...article.querySelectorAll<HTMLInputElement>(".word input")].map(({ value }) => value),
        })),
    );
    return descriptors.sort((a, b) => a.first - b.first).flatMap(({ words }) => words);
}

/** The colour of a thread in a grid that is scrolled to the first one: red, green and blue. */
export async function pixel(page: Page, grid: number, row: number, column: number): Promise<number[]> {
    return page.locator(".grid").nth(grid).evaluate((element, [row, column]) => {
        const canvas = element.querySelector("canvas");
        const [size, margin] = [Number(element.dataset["size"]), Number(element.dataset["margin"])];
        const at = (length: number) => Math.round(length * devicePixelRatio);
        const [x, y] = [margin + column * size + size / 2 - 0.5, 20 + row * size + size / 2 - 0.5];
        const one = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
        if (canvas) one?.drawImage(canvas, at(x), at(y), 1, 1, 0, 0, 1, 1);
        return [...(one?.getImageData(0, 0, 1, 1).data ?? [])].slice(0, 3);
    }, [row, column] as const);
}

/** Unfolds the whole form. */
export async function unfold(page: Page): Promise<void> {
    // A mistake in it unfolds it by itself.
    if (!(await page.locator(".whole").evaluate((whole) => (whole as HTMLDetailsElement).open))) await page.locator(".whole summary").click();
    await page.locator(".draw-form").waitFor();
}

/** Writes a word and leaves it. */
export async function write(page: Page, label: string, value: string): Promise<void> {
    const input = page.getByLabel(label, { exact: true });
    // Typed key by key: Firefox reports no change of a value that a script has set.
    await input.fill("");
    await input.pressSequentially(value);
    await input.press("Enter");
}

/** Changes the text as pasting does, to one text soon after the other: typing a long one takes the browser a minute. */
export async function paste(page: Page, ...texts: string[]): Promise<void> {
    await page.locator("#words-text").evaluate(async (area, texts) => {
        for (const text of texts) {
            (area as HTMLTextAreaElement).value = text;
            area.dispatchEvent(new InputEvent("input", { bubbles: true }));
            await new Promise((done) => setTimeout(done, 100));
        }
    }, texts);
}

/** The fragment of a draw. */
export function draw(keys: Record<string, string | number>, buffers: (string | number)[][], attributes: (string | number)[][]): string {
    const escape = (value: string | number) => encodeURIComponent(String(value)).replaceAll("~", "%7E");
    const pair = (key: string, values: (string | number)[]) => `${key}=${values.map(escape).join("~")}`;
    return `#draw?${[
        ...Object.entries(keys).map(([key, value]) => pair(key, [value])),
        ...buffers.map((buffer) => pair("buffer", buffer)),
        ...attributes.map((attribute) => pair("attribute", attribute)),
    ].join("&")}`;
}

export { expect };
