// A draw: its counts, its form, its threads.

import { draw, expect, plain, ready, test, unfold, words, write } from "./page";

test("the page opens with 100 instances of 72 threads, 70 of them kept", async ({ open }) => {
    const page = await open();
    expect(plain(await page.locator("#threads-total").innerText())).toBe("7200");
    expect(plain(await page.locator("#threads-kept").innerText())).toBe("7000");
    await expect(page.locator("#threads-wasted")).toHaveText(/^200\s/);
    expect((await words(page, "buffers")).slice(0, 4)).toEqual(["0x10000003", "0x83000000", "0x00000014", "0x00000574"]);
    await expect(page.locator("#findings")).toHaveText("The check finds nothing wrong with these words.");
    await expect(page.locator("#why-title")).toHaveText("Why 70 vertices run as 72 threads");
});

test("every field is followed, and the address has it all", async ({ open }) => {
    const page = await open();
    await unfold(page);
    for (const [id, value] of [
        ["vertices", "80"], ["instances", "7"], ["first_vertex", "3"], ["first_instance", "2"], ["name", "tree"],
        ["primitive_vertices", "3"], ["buffer-1-divisor", "2"], ["buffer-0-stride", "24"], ["buffer-0-address", "0x4000"],
        ["buffer-0-size", "9000"], ["buffer-1-name", "matrices"], ["attribute-1-offset", "16"], ["attribute-1-name", "uv1"],
        ["attribute-1-format", "R16G16_SNORM"],
    ] as const) await page.fill(`#${id}`, value);
    for (const [id, value] of [["padding", "mesa"], ["rounding", "nearest"], ["arch", "v6"], ["attribute-2-buffer", "mesh"], ["buffer-1-rate", "constant"]] as const) {
        await page.selectOption(`#${id}`, value);
    }
    await page.check("#idvs");
    await expect.poll(async () => plain(await page.locator("#threads-total").innerText())).toBe(String(96 * 7));
    const shown = await words(page, "buffers");
    await expect.poll(() => page.url()).toContain("idvs=true");
    const other = await open(new URL(page.url()).hash);
    expect(await words(other, "buffers")).toEqual(shown);
    await unfold(other);
    for (const [id, value] of [["name", "tree"], ["buffer-1-name", "matrices"], ["attribute-2-buffer", "mesh"], ["padding", "mesa"]] as const) {
        await expect(other.locator(`#${id}`)).toHaveValue(value);
    }
    await expect(other.locator("#idvs")).toBeChecked();
});

test("a draw has as many buffers and attributes as one likes, and undo brings back what was removed", async ({ open }) => {
    const page = await open();
    await unfold(page);
    await page.click("#add-buffer");
    await page.click("#add-attribute");
    await expect(page.locator("#attribute-3-buffer")).toHaveValue("buffer1");
    await expect(page.locator('.descriptor[data-part="attributes"]')).toHaveCount(4);
    await page.waitForTimeout(1000);
    await page.getByRole("button", { name: "Remove mesh" }).click();
    await expect(page.locator('.descriptor[data-part="attributes"]')).toHaveCount(2);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.locator('.descriptor[data-part="attributes"]')).toHaveCount(4);
    await expect(page.locator("#buffer-0-name")).toHaveValue("mesh");
    await page.getByRole("button", { name: "Redo" }).click();
    await expect(page.locator('.descriptor[data-part="attributes"]')).toHaveCount(2);
});

test("what is wrong is said at its field, in the library's words, and results are dimmed until it is right", async ({ open }) => {
    const page = await open();
    await unfold(page);
    for (const [id, value, message] of [
        ["vertices", "0", /0 vertices/], ["vertices", "70x", /70x/], ["instances", "59652324", /59652324 instances of 72 padded vertices/],
        ["buffer-1-divisor", "0", /divisor 0 is not allowed/], ["buffer-0-address", "0x100000000000000", /has more than 56 bits/],
        ["attribute-1-offset", "17", /byte 21 of an element of 20 bytes/], ["primitive_vertices", "0", /0 is below 1/],
        ["vertices", "", /missing/], ["vertices", 'a"b\\', /is not a whole number/], ["buffer-0-stride", "-1", /-1 is below 0/], ["attribute-0-format", "R8", /R8/],
    ] as const) {
        const field = page.locator(`#${id}`);
        const before = await field.inputValue();
        await field.fill(value);
        await expect(page.locator(`#${id}-error`)).toHaveText(message);
        await expect(field).toHaveAttribute("aria-invalid", "true");
        await expect(field).toHaveAttribute("aria-describedby", `${id}-error`);
        await expect(page.locator(".results > .stale")).toHaveCount(1);
        await field.fill(before);
        await expect(page.locator(".say .error")).toHaveCount(0);
        await expect(page.locator(".results > .stale")).toHaveCount(0);
    }
});

test("a name that Rust or C cannot have is refused at its field, and the draw is shown", async ({ open }) => {
    const page = await open();
    await unfold(page);
    // In upper case, the first is a macro of C's `errno.h`.
    for (const name of ["edom", "1 & 2", "größe"]) {
        await page.fill("#name", name);
        await expect(page.locator("#name-error")).toBeVisible();
        await expect(page.locator("#name")).toHaveAttribute("aria-invalid", "true");
        await expect(page.locator(".results > .stale")).toHaveCount(0);
    }
    await page.fill("#name", "cube");
    await expect(page.locator("#name-error")).toHaveCount(0);
});

test("a thread that is typed is shown, also if the picture has moved to another one", async ({ open }) => {
    const page = await open();
    const sum = page.locator(".as-line .sum");
    const before = await sum.innerText();
    await page.getByRole("button", { name: "Move the picture" }).click();
    await expect(sum).not.toHaveText(before, { useInnerText: true });
    await page.fill("#thread", "72");
    await expect(page.locator("#thread-is")).toHaveText(/^\s*vertex 0 of instance 1:/);
    await expect(sum).toContainText("instance 1,");
});

test("an address without padding or rounding has the rules that are meant then", async ({ open }) => {
    const page = await open(draw({ arch: "v7", vertices: 70, instances: 9, name: "a" }, [["b", 4, "", "", "", ""]], [["c", "b", "R32_UINT", 0]]));
    await unfold(page);
    await expect(page.locator("#padding")).toHaveValue("hardware");
    await expect(page.locator("#rounding")).toHaveValue("round-down");
    await expect(page.locator("#buffer-0-rate")).toHaveValue("vertex");
});

test("names with any character stay as they are in a link", async ({ open }) => {
    const name = "a~b & c=d?#%+ü ~~";
    const page = await open(draw({ arch: "v7", vertices: 70, instances: 9, name: "a" }, [[name, 4, "vertex", "", "", ""]], [["c~", name, "R32_UINT", 0]]));
    await unfold(page);
    await expect(page.locator("#buffer-0-name")).toHaveValue(name);
    await expect(page.locator("#attribute-0-name")).toHaveValue("c~");
    await expect(page.locator("#attribute-0-buffer")).toHaveValue(name);
});

test("nothing is padded from V9 on", async ({ open }) => {
    const page = await open();
    await unfold(page);
    await page.selectOption("#arch", "v10");
    await expect.poll(async () => plain(await page.locator("#threads-total").innerText())).toBe("7000");
    await expect(page.locator("#padding")).toHaveCount(0);
    await expect(page.locator("#why-title")).toHaveText("Why this Mali pads nothing");
});

test("ids above 32 bits are whole: V10, 2^20 vertices of 2^31 instances", async ({ open }) => {
    const page = await open(draw({ arch: "v10", vertices: 1 << 20, instances: 2 ** 31, name: "a" }, [["b", 4, "instance", 3, "0xf000_0000", "0x1000"]], [["c", "b", "R32_UINT", 0]]));
    expect(plain(await page.locator("#threads-total").innerText())).toBe(String(2 ** 51));
    await page.fill("#thread", String(2 ** 51 - 1));
    await expect(page.locator("#thread-is")).toHaveText(/vertex 1\s048\s575 of instance 2\s147\s483\s647/);
    // (2^31 − 1) / 3 of 4 bytes, from 0x1000 on.
    const element = Math.floor((2 ** 31 - 1) / 3);
    const row = page.locator(".reads tbody tr").first();
    expect(plain(await row.innerText())).toBe(`c${element}4bytesat0x${(0x1000 + 4 * element).toString(16)}`);
    // The labels of rows have all their digits: the margin is as wide as the last instance.
    expect(Number(await page.locator(".grid").getAttribute("data-margin"))).toBeGreaterThan(80);
    const last = page.locator(".as-table");
    await last.locator("summary").click();
    await expect(last.locator("tbody tr")).toHaveCount(20);
    expect(plain(await last.locator("tbody tr").nth(3).innerText())).toBe("3314572" + "8to4194303none1");
});

test("a rule that would do is named, and a count that wastes less is one click away", async ({ open }) => {
    const page = await open(draw({ arch: "v7", vertices: 16, instances: 9, name: "a", padding: "hardware" }, [["b", 4, "vertex", "", "", ""]], [["c", "b", "R32_UINT", 0]]));
    await expect(page.locator("#rule-hint")).toHaveText(/tight or mesa needs only 16 threads/);
    await page.locator(".rules tr.own button.count").last().click();
    await expect(page.locator("#vertices")).toHaveValue("17");
});

test("edited words say how many threads there are, and which rule it is", async ({ open }) => {
    const page = await open();
    // An instance size of 16: fewer than the 70 vertices.
    await write(page, "draw, word 0", "0x00040000");
    await expect(page.locator("#edited")).toBeVisible();
    await expect.poll(async () => plain(await page.locator("#threads-total").innerText())).toBe("1600");
    expect(plain(await page.locator("#threads-kept").innerText())).toBe("1600");
    await expect(page.locator("#threads-wasted")).toHaveText(/^0\s/);
    await expect(page.locator("#rule-hint")).toHaveText(/No rule gives this count: by the words an instance takes 16 threads, fewer than its 70 vertices: 54 of them never run/);
    await expect(page.locator(".rules tr.own")).toHaveCount(0);
});

test("thread 431 reads row 1 of model by dividing", async ({ open }) => {
    const page = await open();
    await page.fill("#thread", "431");
    await expect(page.locator("#thread-is")).toHaveText("vertex 71 of instance 5: discarded");
    await expect(page.locator(".reads tbody tr").nth(2)).toHaveText(/row0\s*1\s*16 bytes at 0x20000040/);
    const steps = (await page.locator(".steps li .value").allInnerTexts()).map(plain);
    expect(steps).toEqual(["431", "432", String(432 * 0x97b4_25ed), "1element", "64", "64", "0x20000040"]);
    await page.fill("#thread", "432");
    await expect(page.locator(".reads tbody tr").nth(2)).toHaveText(/row0\s*2/);
    await page.fill("#thread", "7200");
    await expect(page.locator("#thread-is")).toHaveText(/no such thread/);
});

test("a thread is under the pointer, and reached by the keys", async ({ open }) => {
    const page = await open();
    const grid = page.locator(".grid");
    await page.fill("#thread", "0");
    const size = Number(await grid.getAttribute("data-size"));
    const margin = Number(await grid.getAttribute("data-margin"));
    await grid.hover({ position: { x: margin + 3.5 * size, y: 20 + 2.5 * size } });
    await expect(page.locator("#thread")).toHaveValue(String(2 * 72 + 3));
    await page.mouse.move(5, 5);
    await expect(page.locator("#thread")).toHaveValue("0");
    await grid.focus();
    for (const key of ["ArrowDown", "ArrowDown", "ArrowRight", "End", "ArrowLeft"]) await page.keyboard.press(key);
    await expect(page.locator("#thread")).toHaveValue(String(2 * 72 + 70));
});

test("the threads are a table, too", async ({ open }) => {
    const page = await open();
    await page.click(".as-table summary");
    expect(plain(await page.locator(".as-table tbody tr").nth(3).innerText())).toBe("3216to285286to2870to690to691");
    await page.getByRole("button", { name: "Later instances" }).click();
    await expect(page.locator(".as-table tbody tr").first()).toHaveText(/^20/);
});

test("of a number of instances that is not known there are no threads", async ({ open }) => {
    const page = await open();
    await page.fill("#instances", "");
    await expect(page.locator(".results")).toContainText("number of instances is not known");
    await expect(page.locator('.descriptor[data-part="invocation"]')).toHaveCount(0);
    await ready(page);
});

test("the grid is painted anew when the colour scheme changes, also after its view was left", { tag: "@chromium" }, async ({ open }) => {
    const page = await open();
    await expect(page.locator(".grid")).toHaveAttribute("data-painted", /\d+ \d+/);
    await page.getByRole("link", { name: "Dividing" }).click();
    await page.emulateMedia({ colorScheme: "dark" });
    await page.getByRole("link", { name: "A draw" }).click();
    await expect(page.locator(".grid")).toHaveAttribute("data-painted", /\d+ \d+/);
    const pixels = () => page.locator(".grid canvas").evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL());
    const dark = await pixels();
    await page.emulateMedia({ colorScheme: "light" });
    await expect.poll(async () => (await pixels()) === dark).toBe(false);
});
