// Words: edited, linked with the arithmetic, pasted and put right.

import { readFileSync } from "node:fs";
import { draw, expect, plain, test, unfold, words, write } from "./page";

test("words that are a draw's take the draw with them", async ({ open }) => {
    const page = await open();
    await unfold(page);
    for (const [label, word, id, value] of [
        ["buffers, word 2", "24", "buffer-0-stride", "24"], ["buffers, word 3", "6400", "buffer-0-size", "6400"],
        ["attributes, word 3", "8", "attribute-1-offset", "8"], ["invocation, word 0", "0x31c6", "vertices", "71"],
    ] as const) {
        await write(page, label, word);
        await expect(page.locator(`#${id}`)).toHaveValue(value);
        await expect(page.locator("#edited")).toHaveCount(0);
    }
});

test("a table has the layout that is chosen, and its words take the draw with them in both", async ({ open }) => {
    // Two buffers per vertex, and one per 3 instances: a gap comes before its pair, which begins at an even number.
    const buffers = [["mesh", 20, "vertex", "", 9000, 0x1000_0000], ["tint", 4, "vertex", "", 9000, 0x2000_0000], ["light", 8, "vertex", "", 9000, 0x3000_0000], ["model", 64, "instance", 3, 640, 0x4000_0000]];
    const attributes = buffers.map(([name]) => [`of_${String(name)}`, String(name), "R32_SFLOAT", 0]);
    const page = await open(draw({ name: "four", arch: "v7", vertices: 70, instances: 30, all: "true" }, buffers, attributes));
    await unfold(page);
    const pointers = async () => {
        const table = await words(page, "buffers");
        return [0, 4, 8, 12, 16, 24].map((word) => table[word]?.replace(/.$/, ""));
    };
    const indices = async () => (await words(page, "attributes")).filter((_, word) => word % 2 === 0).map((word) => Number(word) & 0x1ff);
    // Addresses without the last digit, which has the type. The null terminator is not shown.
    await expect.poll(indices).toEqual([0, 1, 2, 4]);
    expect(await pointers()).toEqual(["0x1000000", "0x2000000", "0x3000000", "0x3000000", "0x4000000", undefined]);
    await write(page, "buffers, word 6", "8");
    await expect(page.locator("#buffer-1-stride")).toHaveValue("8");
    await write(page, "buffers, word 10", "12");
    await expect(page.locator("#buffer-2-stride")).toHaveValue("12");
    await expect(page.locator("#edited")).toHaveCount(0);
    await page.selectOption("#layout", "fixed");
    await expect.poll(indices).toEqual([0, 2, 4, 6]);
    expect(await pointers()).toEqual(["0x1000000", "0x1000000", "0x2000000", "0x2000000", "0x3000000", "0x4000000"]);
    await write(page, "buffers, word 10", "4");
    await expect(page.locator("#buffer-1-stride")).toHaveValue("4");
    await expect(page.locator("#edited")).toHaveCount(0);
    await expect.poll(() => page.url()).toContain("layout=fixed");
    await page.selectOption("#arch", "v9");
    await expect(page.locator("#layout")).toHaveCount(0);
    await expect(page.locator("#findings")).toHaveText("The check finds nothing wrong with these words.");
});

test("another multiplier is another divisor, if it is one", async ({ open }) => {
    const page = await open();
    await unfold(page);
    await page.selectOption("#arch", "v9");
    await page.fill("#buffer-1-divisor", "5");
    // 2^34 / 5 without its highest bit; 2^34 / 7 follows, which is rounded down too.
    await expect.poll(async () => (await words(page, "attributes"))[21]).toBe("0x4ccccccc");
    await write(page, "attributes, word 21", "0x12492492");
    await expect(page.locator("#buffer-1-divisor")).toHaveValue("7");
    await expect(page.locator("#edited")).toHaveCount(0);
    await write(page, "attributes, word 21", "0x12492493");
    await expect(page.locator("#edited")).toHaveCount(1);
});

test("words that contradict each other stay by themselves, and their link has them", async ({ open }) => {
    const page = await open();
    await unfold(page);
    await page.fill("#buffer-0-size", "9000");
    await write(page, "buffers, word 1", "0x84000000");
    await expect(page.locator("#findings")).toContainText("the modulus is not the instance size");
    await expect(page.locator(".fields-of tr.bad").first()).toBeVisible();
    await page.fill("#thread", "72");
    await expect(page.locator(".reads tbody tr").first()).toHaveText(/position\s*72/);
    await expect.poll(() => page.url()).toContain("edit=buffers~1~0x84000000");
    // A name changes no word.
    await page.fill("#name", "other");
    await expect(page.locator("#edited")).toHaveCount(1);
    await page.getByRole("button", { name: "Fix", exact: true }).first().click();
    await expect(page.locator("#findings")).toHaveText("The check finds nothing wrong with these words.");
    await expect(page.locator("#edited")).toHaveCount(0);
});

test("a word that is no number is refused", async ({ open }) => {
    const page = await open();
    await write(page, "draw, word 0", "0x1_0000_0000");
    await expect(page.locator('.descriptor[data-part="draw"] .error')).toHaveText(/word 0: .*4294967295/);
});

test("a bit, its field, the arithmetic and the code are one", async ({ open }) => {
    const page = await open();
    await page.getByRole("button", { name: "Rust", exact: true }).click();
    // Word 9 of the buffers has R in its bits 24 to 28.
    await page.locator(".steps li.index button").hover();
    const model = page.locator('.descriptor[data-part="buffers"][data-word="8"]');
    await expect(model.locator("tr.lit")).toHaveText(/divisor R\s*7\s*word 9, bits 24 to 28/);
    await expect(model.locator(".bit.lit")).toHaveText(["0", "0", "1", "1", "1"]);
    await expect(page.locator(".code .lit")).toContainText("0x27000000");
    await model.locator("tr", { hasText: "stride" }).hover();
    await expect(page.locator(".steps li.lit")).toHaveText(/stride\s*64/);
    // A bit lights its step, and a step that uses two fields lights both.
    await model.locator('[data-at="1 29"]').hover();
    await expect(page.locator(".steps li.lit")).toHaveText(/\+ E E = 1/);
    await page.getByRole("button", { name: "position", exact: true }).click();
    await page.locator(".steps li.index button").hover();
    await expect(page.locator('.descriptor[data-part="buffers"][data-word="0"] tr.lit')).toHaveText([/divisor R\s*3/, /divisor P\s*4/]);
});

test("why 1 is added is seen in a division by 3 of few bits", async ({ open }) => {
    const page = await open();
    await page.getByRole("button", { name: "Why + 1, and why >> 39?" }).click();
    const why = page.locator(".why-arithmetic");
    await expect(why).toContainText("divide by 216");
    await page.getByRole("button", { name: "Stop the example" }).click();
    const quotients = async () => (await why.locator("li b").allInnerTexts()).map(Number);
    const ids = Array.from({ length: 15 }, (_, id) => id);
    // 2^5 / 3, rounded down, is 10.
    expect(await quotients()).toEqual(ids.map((id) => (id * 10) >> 5));
    await expect(why.locator("li.wrong")).toHaveCount(4);
    await why.locator("li button").nth(6).click();
    await expect(why.locator(".sum")).toHaveText("(6) · 10 = 60, >> 5: 1.88 → 1, not 2");
    await page.check("#why-add");
    expect(await quotients()).toEqual(ids.map((id) => Math.floor(id / 3)));
    await expect(page.locator("#why-wrong")).toHaveText("Every quotient is right.");
});

test("the bytes that a thread reads are marked in memory, in the element", async ({ open }) => {
    const page = await open();
    await page.fill("#thread", "3669");
    const memory = page.locator(".memory");
    await expect(memory.locator("figcaption")).toHaveText(/elements of 64 bytes. The thread reads 16 bytes at 0x20000400 of element 16/);
    await expect(memory.locator(".number")).toHaveText(["14", "15", "16", "17", "18"]);
    await expect(memory.locator("li.own .address")).toHaveText("0x20000400");
    const share = await memory.locator("li.own .read").evaluate((part) => part.getBoundingClientRect().width / (part.parentElement?.clientWidth ?? 1));
    expect(share).toBeCloseTo(16 / 64, 1);
    // uv is after position in the same element.
    await page.getByRole("button", { name: "uv", exact: true }).click();
    await expect(memory.locator("li.own .part")).toHaveText(["position", "uv"]);
    await expect(memory.locator("li.own .read")).toHaveText("uv");
});

test("no colour of a descriptor's fields is there twice", async ({ open }) => {
    const page = await open();
    const colors = await page.locator('.descriptor[data-part="buffers"][data-word="8"] .swatch').evaluateAll((swatches) => swatches.map((swatch) => getComputedStyle(swatch).backgroundColor));
    expect(colors.length).toBeGreaterThan(8);
    expect(new Set(colors).size).toBe(colors.length);
});

test("pasted source is read and checked", async ({ open }) => {
    const page = await open("#words");
    await expect(page.locator("#findings")).toContainText("error");
    for (const [source, first] of [
        ["0x10000003 0x83000000 20 1400", "0x10000003"],
        ["const B: [u32; 4] = [3, 0x8300_0000_u32, 20, 1400];", "0x00000003"],
        ["uint32_t attributes[2] = {0x2dc04200u, 12};", "0x2dc04200"],
    ] as const) {
        await page.fill("#words-text", source);
        await expect(page.locator(".descriptor .word input").first()).toHaveValue(first);
    }
    await page.fill("#words-text", "27000000");
    await expect(page.locator("#words-text-error")).toHaveText(/is ambiguous: write 0x27000000/);
    await page.fill("#words-text", "0x2dc04200 12");
    await page.selectOption("#words-kind", "attributes");
    await expect(page.locator('.descriptor[data-part="attributes"]')).toHaveCount(1);
});

test("a broken draw is beside the right one, and the values of its nearest draw are written together", async ({ open }) => {
    const page = await open("#words");
    await expect(page.locator(".grid")).toHaveCount(2);
    await expect(page.locator(".findings li")).toHaveCount(2);
    await page.getByRole("button", { name: "Fix", exact: true }).first().click();
    await expect(page.locator("#findings")).toHaveText("The check finds nothing wrong with these words.");
    await expect(page.locator(".grid")).toHaveCount(1);
    await expect(page.locator(".compared")).toHaveCount(0);
    // 80 vertices pad to 96 by the rule of the hardware: R = 5, P = 1.
    expect((await words(page, "buffers"))[1]).toBe("0x25000000");
    await page.getByRole("button", { name: "Open as a draw" }).click();
    await expect(page.locator("#vertices")).toHaveValue("80");
    await expect(page.locator("#instances")).toHaveValue("100");
    await expect(page.locator("#divisor-short")).toHaveValue("3");
    expect(plain(await page.locator("#threads-total").innerText())).toBe("9600");
    await expect(page.locator("#findings")).toHaveText("The check finds nothing wrong with these words.");
});

test("a dump is decoded, checked with its lines, and opened as a draw", async ({ open }) => {
    const page = await open("#words");
    await page.fill("#words-text", readFileSync(new URL("../../tests/dumps/kept_tables.txt", import.meta.url), "utf8"));
    await expect(page.locator(".report")).toContainText(/note\[nearest-draw\]: attribute 0: the modulus is not the instance size\s+--> dump:64/);
    expect(await page.locator(".descriptor").count()).toBeGreaterThan(4);
    await page.getByRole("button", { name: "Open it as it should be" }).click();
    await expect(page.locator("#findings")).toHaveText("The check finds nothing wrong with these words.");
});

test("the descriptor of the README is explained, and not checked as a table", async ({ open }) => {
    const page = await open("#words");
    await page.fill("#words-text", "4 0x27000000 64 0 0x20 0x17b425ed 0 3");
    await expect(page.locator("#findings")).toHaveText("These words are descriptors without a draw: they are explained below, and not checked as a table.");
    await expect(page.getByRole("button", { name: "Fix everything" })).toHaveCount(0);
    await expect(page.locator('.descriptor[data-part="buffers"]')).toHaveCount(1);
});
