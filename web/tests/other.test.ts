// Dividing, varyings, what is taken away, links.

import { expect, paste, plain, test, unfold } from "./page";

test("double precision is wrong for 4,971,027, first at id 3,623,878,683", async ({ open }) => {
    const page = await open("#divisor");
    const rows = await page.locator("#multipliers tbody tr").allInnerTexts();
    expect(rows[0]).toContain("exact for every id");
    expect(rows[1]).toContain("exact for every id");
    expect(plain(rows[2] ?? "")).toContain("id3623878683isthefirst");
    await page.fill("#divisor", "216");
    await expect(page.locator("#multipliers").getByText("exact for every id")).toHaveCount(3);
    await page.fill("#divisor", "0");
    await expect(page.locator("#divisor-error")).toHaveText(/1 to 4294967295 are allowed/);
    await expect(page.locator("main .stale")).toHaveCount(1);
});

test("two shaders become bytes and registers, linked or separate", async ({ open }) => {
    const page = await open("#varyings");
    await expect(page.locator(".code pre")).toContainText(/^v10 with panfrost of Mesa 26, linked together: \d+ bytes of each vertex/);
    expect(await page.locator(".bytes li").count()).toBeGreaterThan(3);
    await expect(page.locator(".registers .box")).toHaveCount(4);
    await page.check("#separable");
    await expect(page.locator(".code pre")).not.toContainText("linked together");
    await expect.poll(() => page.url()).toContain("separable=true");
    await page.fill("#fragment-shader", "in vec4 normal;");
    await expect(page.locator("#varyings-error")).toContainText("normal");
});

test("slots become bytes and words, without a name", async ({ open }) => {
    const page = await open("#varyings");
    await page.getByRole("button", { name: "Slots" }).click();
    // A float at 0, twelve bytes at a multiple of 16, and four bytes after them.
    await expect(page.locator(".code pre")).toContainText(/^v10 with panfrost of Mesa 26, linked together: 32 bytes of each vertex/);
    await expect(page.locator(".bytes li")).toHaveCount(3);
    await expect.poll(() => page.url()).toContain("slots=");
    await page.fill("#slots", "slot = [{ stage = \"in\", location = 64, type = \"vec2\" }]");
    await expect(page.locator("#varyings-error")).toContainText("location");
});

test("the draw is taken away as the macro, the manifest, C, Rust, JSON and functions of every shader language", { tag: "@chromium" }, async ({ open }) => {
    const page = await open();
    for (const [name, part] of [
        ["Macro", "pub static CUBE: arch = v7, vertices = 70, instances = 100;"], ["Manifest", "[[vertex_input]]"],
        ["C header", "struct CUBE_TABLES"], ["Rust", "pub static CUBE: CUBE_TABLES"], ["Words", '"0x17b425ed"'],
        ["GLSL", "uint mali_inst_padded_bits(uint vertices"], ["GLSL ES", "precision highp int;"],
        ["WGSL", "fn mali_inst_padded_bits(vertices: u32"], ["OpenCL", "mul_hi(left, right)"],
    ] as const) {
        await page.getByRole("button", { name, exact: true }).click();
        await expect(page.locator(".code pre")).toContainText(part);
    }
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.click(".copy");
    await expect(page.locator(".copy")).toHaveText("Copied");
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain("mul_hi");
});

for (const [how, script] of [
    ["there is none", "Object.defineProperty(navigator, 'clipboard', { value: undefined })"],
    ["the browser refuses it", "if (navigator.clipboard) navigator.clipboard.writeText = () => Promise.reject(new Error('no'))"],
] as const) {
    test(`without a clipboard, ${how}, nothing is said to be copied, and the text and the link are there`, async ({ open, page }) => {
        await page.addInitScript(script);
        await open();
        await page.click(".copy");
        await expect(page.locator(".said")).toContainText("Ctrl and C");
        await expect(page.locator(".copy")).toHaveText("Copy");
        expect(await page.evaluate(() => String(getSelection()))).toContain("vertex_input!");
        await page.getByRole("button", { name: "Share" }).click();
        await expect(page.locator(".shared input")).toHaveValue(/^http/);
    });
}

const edit = "edit=buffers~1~0x84000000";
for (const [view, fragment, look] of [
    ["draw", `#draw?name=a&arch=v7&vertices=70&instances=100&buffer=b~20~vertex~~9000~0x1000&attribute=p~b~R32_UINT~0&${edit}&code=rust&thread=5~3&color=kept&zoom=7`, { "#thread": "363", "#color-by": "-1", "#zoom": "7" }],
    ["words", "#words?arch=v6&table=attributes&number=0&words=0x2dc04200+12&zoom=4", { "#words-arch": "v6", "#words-kind": "attributes", "#words-text": "0x2dc04200 12" }],
    ["dividing", "#divisor?divisor=641", { "#divisor": "641" }],
    ["varyings", "#varyings?arch=v7&separable=true&vertex=out+vec2+a;&fragment=in+vec2+a;", { "#varyings-arch": "v7", "#vertex-shader": "out vec2 a;" }],
] as const) {
    test(`a link shows the same again: ${view}`, async ({ open }) => {
        const page = await open(fragment);
        for (const [selector, value] of Object.entries(look)) await expect(page.locator(selector)).toHaveValue(value);
        if (view === "draw") await expect(page.getByRole("button", { name: "Rust", exact: true })).toHaveAttribute("aria-pressed", "true");
        const shown = await page.locator("main").innerText();
        const again = await open(new URL(page.url()).hash);
        for (const [selector, value] of Object.entries(look)) await expect(again.locator(selector)).toHaveValue(value);
        await expect.poll(() => again.locator("main").innerText()).toBe(shown);
        expect(await again.title()).not.toBe("An instanced draw on a Mali");
    });
}

test("the link of a draw has what differs from the first draw, and nothing else", async ({ open }) => {
    const page = await open();
    await expect.poll(() => new URL(page.url()).hash).toBe("#draw");
    await page.fill("#thread", "75");
    await expect.poll(() => new URL(page.url()).hash).toBe("#draw?thread=1~3");
    await page.fill("#vertices", "71");
    await expect.poll(() => new URL(page.url()).hash).toBe("#draw?vertices=71&thread=1~3");
    await unfold(page);
    await page.selectOption("#padding", "tight");
    await page.fill("#instances", "");
    await expect.poll(() => new URL(page.url()).hash).toBe("#draw?vertices=71&instances=&padding=tight&thread=1~3");
    const again = await open(new URL(page.url()).hash);
    await unfold(again);
    for (const [selector, value] of [["#vertices", "71"], ["#instances", ""], ["#padding", "tight"], ["#name", "cube"], ["#buffer-1-name", "model"]] as const) await expect(again.locator(selector)).toHaveValue(value);
    for (const name of ["mesh", "model"]) await again.getByRole("button", { name: `Remove ${name}` }).click();
    await expect.poll(() => new URL(again.url()).hash).toContain("buffers=none");
    const empty = await open(new URL(again.url()).hash);
    await unfold(empty);
    await expect(empty.getByRole("button", { name: /^Remove/ })).toHaveCount(0);
});

test("a text of any length is in the link", async ({ open }) => {
    const page = await open("#words");
    const text = Array.from({ length: 4000 }, (_, number) => `0x${(number * 2654435761 % 2 ** 32).toString(16).padStart(8, "0")}`).join("\n");
    await paste(page, text);
    await expect.poll(() => page.url()).toContain("#words?z=");
    const again = await open(new URL(page.url()).hash);
    await expect(again.locator("#words-text")).toHaveValue(text);
});

test("what is typed in a view is kept while others are looked at, and undone step by step", async ({ open }) => {
    const page = await open();
    await page.fill("#vertices", "99");
    for (const [name, heading] of [["Dividing", "Dividing by multiplying"], ["Varyings", "Varyings"], ["Paste a dump", "What is wrong with a draw: paste its dump"]] as const) {
        await page.getByRole("link", { name, exact: true }).click();
        await expect(page.locator("main h2").first()).toHaveText(heading);
    }
    await page.getByRole("link", { name: "A draw" }).click();
    await expect(page.locator("#vertices")).toHaveValue("99");
    await page.waitForTimeout(1000);
    await page.fill("#vertices", "101");
    await expect.poll(() => page.url()).toContain("vertices=101");
    await page.waitForTimeout(1000);
    await page.fill("#vertices", "102");
    await expect.poll(() => page.url()).toContain("vertices=102");
    await page.goBack();
    await expect(page.locator("#vertices")).toHaveValue("101");
    await page.goForward();
    await expect(page.locator("#vertices")).toHaveValue("102");
});

test("an address that nobody wrote opens a page", async ({ open }) => {
    for (const fragment of ["#", "#%f", "#?a=%zz", "#nothing", "#draw?vertices=%", "#draw?buffer=&attribute=~&edit=x~y", "#words?arch=v99", "#draw?z=AAAA", "#draw?thread=-1~x&zoom=1e9&vertices=7"]) {
        const page = await open(fragment);
        await expect(page.locator("main")).toBeVisible();
    }
});

for (const [view, heading] of [["words", "What is wrong with a draw: paste its dump"], ["divisor", "Dividing by multiplying"], ["varyings", "Varyings"]] as const) {
    test(`the view ${view} has a file of its own, with a title and a picture for whoever shows links`, async ({ page, request }) => {
        const html = await (await request.get(`/${view}.html`)).text();
        expect(html).not.toContain("<title>An instanced draw on a Mali</title>");
        const picture = /og:image" content="\.\/([^"]+)"/.exec(html)?.[1] ?? "";
        const answer = await request.get(`/${picture}`);
        expect(answer.headers()["content-type"]).toBe("image/png");
        await page.goto(`/${view}.html`);
        await expect(page.locator("main h2").first()).toHaveText(heading);
    });
}

test("every page of the documentation is there, and every link in it leads to a section", async ({ request }) => {
    const texts = new Map<string, string>();
    const open = async (path: string): Promise<string> => {
        const known = texts.get(path);
        if (known !== undefined) return known;
        const answer = await request.get(path);
        expect(answer.ok(), path).toBe(true);
        const text = await answer.text();
        texts.set(path, text);
        return text;
    };
    const todo = ["/docs/index.html"];
    for (const path of todo) {
        const text = await open(path);
        for (const [, link = ""] of text.matchAll(/ (?:href|src)="([^"]+)"/g)) {
            if (link.startsWith("https:")) continue;
            const { pathname, hash } = new URL(link, `http://page${path}`);
            const isNew = !texts.has(pathname) && !todo.includes(pathname);
            const linked = await open(pathname);
            if (isNew && pathname.startsWith("/docs/") && pathname.endsWith(".html")) todo.push(pathname);
            if (hash) expect(linked, `${path}: ${link}`).toContain(`id="${hash.slice(1)}"`);
        }
    }
    expect(todo.length).toBeGreaterThan(30);
});
