// The page in a real browser: what it says of draws, of mistakes and of words is what the libraries say.

import { after, before, describe, test } from "node:test";
import { equal, deepEqual, ok, match } from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, writeFileSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createRequire } from "node:module";
import { launch, open, serve } from "./browser.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const command = process.env.MALI_INSTANCING;
let server, browser;

before(async () => {
    server = await serve();
    browser = await launch();
});
after(async () => {
    await browser?.close();
    server?.close();
});

/** Opens a view, does something, and wants no complaint and no request to anybody else. */
async function within(fragment, look, options) {
    const page = await open(browser, server.address, fragment, options);
    try {
        await look(page);
        deepEqual(page.complaints, []);
    } finally {
        await page.context().close();
    }
}

const text = (page, selector) => page.locator(selector).innerText();
const plain = (number) => number.replace(/\s/g, "");

/** The words that the page shows of a part of the draw. */
const wordsOf = (page, part) =>
    page.locator(`.descriptor[data-part="${part}"] .word input`).evaluateAll((inputs) => inputs.map((input) => input.value));

describe("a draw", () => {
    test("is shown as the page opens: 100 instances of 72 threads, 70 of them kept", () =>
        within("", async (page) => {
            equal(plain(await text(page, "#threads-total")), "7200");
            equal(plain(await text(page, "#threads-kept")), "7000");
            match(await text(page, "#threads-wasted"), /^200\s/);
            deepEqual((await wordsOf(page, "buffers")).slice(0, 4), ["0x10000003", "0x83000000", "0x00000014", "0x00000574"]);
            equal(await text(page, "#findings"), "The check finds nothing wrong with these words.");
        }));

    test("follows every field, and the address has it all", () =>
        within("", async (page) => {
            for (const [id, value] of [
                ["vertices", "80"], ["instances", "7"], ["first_vertex", "3"], ["first_instance", "2"], ["name", "tree"],
                ["primitive_vertices", "3"], ["buffer-1-divisor", "2"], ["buffer-0-stride", "24"], ["buffer-0-address", "0x4000"],
                ["buffer-0-size", "9000"], ["buffer-1-name", "matrices"], ["attribute-1-offset", "16"], ["attribute-1-name", "ä & b=c?#%+"],
            ]) {
                await page.fill(`#${id}`, value);
            }
            for (const [id, value] of [
                ["padding", "mesa"], ["rounding", "nearest"], ["arch", "v6"], ["attribute-1-format", "R16G16_SNORM"],
                ["attribute-2-buffer", "mesh"], ["buffer-1-rate", "constant"],
            ]) {
                await page.selectOption(`#${id}`, value);
            }
            await page.check("#idvs");
            equal(plain(await text(page, "#threads-total")), String(96 * 7));
            const address = page.url();
            const words = await wordsOf(page, "buffers");
            await within(address.slice(address.indexOf("#")), async (other) => {
                deepEqual(await wordsOf(other, "buffers"), words);
                equal(await other.inputValue("#name"), "tree");
                equal(await other.inputValue("#attribute-1-name"), "ä & b=c?#%+");
                equal(await other.inputValue("#attribute-2-buffer"), "mesh");
                equal(await other.isChecked("#idvs"), true);
            });
        }));

    test("has as many buffers and attributes as one likes", () =>
        within("", async (page) => {
            await page.click("#add-buffer");
            await page.click("#add-attribute");
            equal(await page.inputValue("#attribute-3-buffer"), "buffer1");
            equal(await page.locator('.descriptor[data-part="attributes"]').count(), 4);
            await page.getByRole("button", { name: "Remove mesh" }).click();
            equal(await page.locator('.descriptor[data-part="attributes"]').count(), 2);
            equal(await page.inputValue("#attribute-0-buffer"), await page.inputValue("#buffer-0-name"));
        }));

    test("says at the field what is wrong with it, in the library's words", () =>
        within("", async (page) => {
            for (const [id, value, message] of [
                ["vertices", "0", /0 vertices/], ["vertices", "70x", /70x/], ["instances", "59652324", /instances/],
                ["buffer-1-divisor", "0", /divisor|0/], ["buffer-0-address", "0x100000000000000", /address|bits/],
                ["attribute-1-offset", "17", /byte 21 of an element of 20 bytes/], ["primitive_vertices", "0", /0/],
                ["vertices", "", /missing/], ["vertices", 'a"b\\', /a/], ["buffer-0-stride", "-1", /-1/],
            ]) {
                const before = await page.inputValue(`#${id}`);
                await page.fill(`#${id}`, value);
                match(await text(page, `#${id}-error`), message);
                equal(await page.getAttribute(`#${id}`, "aria-invalid"), "true");
                equal(await page.getAttribute(`#${id}`, "aria-describedby"), `${id}-error`);
                await page.fill(`#${id}`, before);
                equal(await page.locator(".draw-form .error").count(), 0);
            }
        }));

    test("says at a choice that nobody offered what is allowed", async () => {
        const draw = (idvs, format) => `#draw?arch=v7&vertices=7&instances=2&name=a&idvs=${idvs}&buffer=b~4~vertex~~~0&attribute=c~b~${format}~0`;
        await within(draw("maybe", "R32_UINT"), async (page) => match(await text(page, "#idvs-error"), /true/));
        await within(draw("false", "R8"), async (page) => match(await text(page, "#attribute-0-format-error"), /R8/));
    });

    test("pads nothing from V9 on", () =>
        within("", async (page) => {
            await page.selectOption("#arch", "v10");
            equal(plain(await text(page, "#threads-total")), "7000");
            equal(await page.locator("#padding").count(), 0);
        }));

    test("says which rule would do, and goes to a count that wastes less", () =>
        within("#draw?arch=v7&vertices=16&instances=9&name=a&padding=hardware&buffer=b~4~vertex~~~0&attribute=c~b~R32_UINT~0", async (page) => {
            match(await text(page, "#rule-hint"), /`tight` or `mesa` would do with 16 threads/);
            await page.locator("tr.own button.count").last().click();
            equal(await page.inputValue("#vertices"), "17");
        }));
});

describe("the threads", () => {
    test("are the reference model's: thread 431 of 72 an instance reads row 1 of model", () =>
        within("", async (page) => {
            await page.fill("#thread", "431");
            match(await text(page, ".which output"), /vertex 71 of instance 5: thrown away/);
            const row = page.locator(".reads tbody tr").nth(2);
            match(await row.innerText(), /row0\s+1\s+16 bytes at 0x20000040/);
            match(await row.innerText(), /431.*\+ E, E = 1.*432.*>> \(32 \+ R\), R = 7.*1.*64/s);
            await page.fill("#thread", "432");
            match(await page.locator(".reads tbody tr").nth(2).innerText(), /row0\s+2/);
            await page.fill("#thread", "7200");
            match(await text(page, ".which output"), /no such thread/);
        }));

    test("are under the pointer", () =>
        within("", async (page) => {
            const size = Number(await page.inputValue("#zoom"));
            await page.hover(".grid", { position: { x: 52 + 3.5 * size, y: 20 + 2.5 * size } });
            equal(await page.inputValue("#thread"), String(2 * 72 + 3));
        }));

    test("are reached by the keys", () =>
        within("", async (page) => {
            await page.focus(".grid");
            for (const key of ["ArrowDown", "ArrowDown", "ArrowRight", "End", "ArrowLeft"]) await page.keyboard.press(key);
            equal(await page.inputValue("#thread"), String(2 * 72 + 70));
        }));

    test("are a table for whoever does not see the grid", () =>
        within("", async (page) => {
            await page.click(".as-table summary");
            const row = page.locator(".as-table tbody tr").nth(3);
            match(plain(await row.innerText()), /^3216to285286to2870to690to691$/);
            await page.getByRole("button", { name: "Later instances" }).click();
            match(await page.locator(".as-table tbody tr").first().innerText(), /^20\s/);
        }));

    test("are drawn without a stutter, a million instances of them", () =>
        within("#draw?arch=v7&vertices=70&instances=1000000&name=a&buffer=b~4~instance~3~~0&attribute=c~b~R32_UINT~0", async (page) => {
            equal((await text(page, ".legend")).replace(/\s+/g, " ").trim(), "kept thrown away");
            await page.selectOption("#color-by", "0");
            match(await text(page, ".legend"), /an element.*faint: thrown away/s);
            const longest = await page.evaluate(async () => {
                const grid = document.querySelector(".grid");
                let longest = 0, last = performance.now();
                for (let frame = 0; frame < 60; frame++) {
                    grid.scrollTop = (frame * 9999991) % grid.scrollHeight;
                    await new Promise(requestAnimationFrame);
                    const now = performance.now();
                    longest = Math.max(longest, frame > 2 ? now - last : 0);
                    last = now;
                }
                return longest;
            });
            ok(longest < 200, `a frame took ${longest} ms`);
            await page.focus(".grid");
            await page.keyboard.press("PageDown");
            equal(await page.inputValue("#thread"), String(72 * 10));
        }));

    test("of a number of instances that is not known are none", () =>
        within("", async (page) => {
            await page.fill("#instances", "");
            match(await text(page, "section >> nth=0"), /number of instances is not known/i);
            equal(await page.locator('.descriptor[data-part="invocation"]').count(), 0);
        }));
});

describe("the words", () => {
    const edit = async (page, label, value) => {
        await page.fill(`[aria-label="${label}"]`, value);
        await page.keyboard.press("Enter");
    };

    test("take the draw with them where they are a draw's", () =>
        within("", async (page) => {
            for (const [label, word, id, value] of [
                ["buffers, word 2", "24", "buffer-0-stride", "24"], ["buffers, word 3", "6400", "buffer-0-size", "6400"],
                ["attributes, word 3", "8", "attribute-1-offset", "8"], ["invocation, word 0", "0x31c6", "vertices", "71"],
            ]) {
                await edit(page, label, word);
                equal(await page.inputValue(`#${id}`), value);
                equal(await page.locator("#edited").count(), 0);
            }
        }));

    test("take the divisor with them where they are another multiplier", () =>
        within("", async (page) => {
            await page.selectOption("#arch", "v9");
            await page.fill("#buffer-1-divisor", "5");
            // 2^34 / 5 without its highest bit; 2^34 / 7 follows, which is rounded down too.
            equal((await wordsOf(page, "attributes"))[21], "0x4ccccccc");
            await edit(page, "attributes, word 21", "0x12492492");
            equal(await page.inputValue("#buffer-1-divisor"), "7");
            equal(await page.inputValue("#rounding"), "round-down");
            equal(await page.locator("#edited").count(), 0);
            await edit(page, "attributes, word 21", "0x12492493");
            equal(await page.locator("#edited").count(), 1);
        }));

    test("stay by themselves where they contradict each other", () =>
        within("", async (page) => {
            for (const [label, word] of [["buffers, word 1", "0"], ["draw, word 0", "0x00840000"], ["buffers, word 0", "9"]]) {
                await edit(page, label, word);
                equal(await page.locator("#edited").count(), 1);
                await page.getByRole("button", { name: "Back to the draw's words" }).click();
                equal(await page.locator("#edited").count(), 0);
            }
        }));

    test("are checked where they are none, and the threads are what the hardware makes of them", () =>
        within("", async (page) => {
            await page.fill("#buffer-0-size", "9000");
            await page.fill('[aria-label="buffers, word 1"]', "0x84000000");
            await page.keyboard.press("Enter");
            match(await text(page, "#findings"), /the modulus is not the instance size/);
            ok((await page.locator(".descriptor-fields tr.bad").count()) > 0);
            await page.fill("#thread", "72");
            match(await page.locator(".reads tbody tr").first().innerText(), /position\s+72/);
            match(page.url(), /edit=buffers~1~0x84000000/);
            await page.getByRole("button", { name: "Back to the draw's words" }).click();
            equal(await page.locator("#edited").count(), 0);
        }));

    test("that are no number are refused in the library's words", () =>
        within("", async (page) => {
            await page.fill('[aria-label="draw, word 0"]', "0x1_0000_0000");
            await page.keyboard.press("Enter");
            match(await text(page, '.descriptor[data-part="draw"] .error'), /word 0: .*4294967295/);
        }));

    test("are pointed at: a bit names its field", () =>
        within("", async (page) => {
            const bits = page.locator('.descriptor[data-part="draw"] .bits span[title^="instance size"]');
            await bits.hover();
            match(await bits.getAttribute("title"), /^instance size: 72/);
            match(await text(page, '.descriptor[data-part="draw"] tr.pointed'), /instance size\s+72.*word 0, bits 16 to 23/);
        }));

    test("can be pasted as source, and are checked", () =>
        within("#words", async (page) => {
            match(await text(page, "#findings"), /error/);
            for (const [source, first] of [
                ["0x10000003 0x83000000 20 1400", "0x10000003"],
                ["const B: [u32; 4] = [3, 0x8300_0000_u32, 20, 1400];", "0x00000003"],
                ["uint32_t attributes[2] = {0x2dc04200u, 12};", "0x2dc04200"],
            ]) {
                await page.fill("#words-text", source);
                equal(await page.locator(".descriptor .word input").first().inputValue(), first);
            }
            await page.fill("#words-text", "27000000");
            match(await text(page, "#words-text-error"), /could be hexadecimal: 0x27000000 is allowed/);
        }));

    test("of a dump are decoded, and the findings have its lines", () =>
        within("#words", async (page) => {
            await page.fill("#words-text", readFileSync(new URL("../../tests/dumps/kept_tables.txt", import.meta.url), "utf8"));
            match(await text(page, ".report"), /error\[modulus\]: attribute 0: the modulus is not the instance size\s+--> dump:64/);
            ok((await page.locator(".descriptor").count()) > 4);
        }));
});

describe("to take away", () => {
    test("there is the macro, the manifest, C, Rust, JSON and the functions of every shader language", () =>
        within("", async (page) => {
            for (const [name, part] of [
                ["Macro", "pub static CUBE: arch = v7, vertices = 70, instances = 100, layout = fixed;"], ["Manifest", "[[vertex_input]]"],
                ["C header", "struct CUBE_TABLES"], ["Rust", "pub static CUBE: CUBE_TABLES"], ["Words", '"0x17b425ed"'],
                ["GLSL", "uint mali_inst_padded_bits(uint vertices"], ["GLSL ES", "precision highp int;"],
                ["WGSL", "fn mali_inst_padded_bits(vertices: u32"], ["OpenCL", "mul_hi(left, right)"],
            ]) {
                await page.getByRole("button", { name, exact: true }).click();
                ok((await text(page, ".code pre")).includes(part), name);
            }
            await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
            await page.click(".copy");
            match(await page.evaluate(() => navigator.clipboard.readText()), /mul_hi/);
        }));
});

describe("dividing and varyings", () => {
    test("double precision is wrong for 4,971,027, first at id 3,623,878,683", () =>
        within("#divisor", async (page) => {
            const rows = await page.locator("#multipliers tbody tr").allInnerTexts();
            match(rows[0], /exact for every id/);
            match(rows[1], /exact for every id/);
            match(plain(rows[2]), /id3623878683isthefirst/);
            await page.fill("#divisor", "216");
            equal(await page.locator("#multipliers").getByText("exact for every id").count(), 3);
            await page.fill("#divisor", "0");
            match(await text(page, "#divisor-error"), /1 to 4294967295 are allowed/);
        }));

    test("two shaders become bytes and registers", () =>
        within("#varyings", async (page) => {
            match(await text(page, ".report"), /^v10, linked together: \d+ bytes of each vertex/);
            ok((await page.locator(".bytes li").count()) > 3);
            equal(await page.locator(".picture svg").count(), 1);
            await page.fill("#fragment-shader", "in vec4 normal;");
            match(await text(page, "#varyings-error"), /normal/);
        }));

    test("each view is reached by its link, and keeps what was said", () =>
        within("", async (page) => {
            await page.fill("#vertices", "99");
            for (const [name, heading] of [["Dividing", "Dividing by multiplying"], ["Varyings", "Varyings"], ["Words", "Words from elsewhere"]]) {
                await page.getByRole("link", { name, exact: true }).click();
                equal(await page.locator("main h2").first().innerText(), heading);
            }
            await page.getByRole("link", { name: "A draw" }).click();
            equal(await page.inputValue("#vertices"), "99");
        }));
});

describe("for everybody", () => {
    for (const fragment of ["", "#words", "#divisor", "#varyings", "#draw?arch=v7&vertices=0&name=a&buffer=b~4~vertex~~~0"]) {
        for (const colorScheme of ["light", "dark"]) {
            test(`axe finds nothing, ${fragment || "a draw"}, ${colorScheme}`, () =>
                within(fragment, async (page) => {
                    // The Content-Security-Policy lets no script in but the page's own; this one comes by the driver.
                    await page.evaluate(axe);
                    const { violations } = await page.evaluate(() => axe.run());
                    deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join("; ")}`), []);
                }, { colorScheme }));
        }
    }

    for (const fragment of ["", "#words", "#divisor", "#varyings"]) {
        test(`nothing is wider than a phone, ${fragment || "a draw"}`, () =>
            within(fragment, async (page) => {
                ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
            }, { viewport: { width: 360, height: 740 } }));
    }

    test("the first paint is within a second", () =>
        within("", async (page) => {
            const paint = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0].startTime);
            ok(paint < 1000, `${paint} ms`);
            console.log(`first paint after ${Math.round(paint)} ms`);
        }));

    test("an address that nobody wrote opens a page", async () => {
        for (const fragment of ["#", "#%f", "#?a=%zz", "#nothing", "#draw?vertices=%", "#draw?buffer=&attribute=~&edit=x~y", "#words?arch=v99"]) {
            await within(fragment, async (page) => ok(await page.locator("main").isVisible()));
        }
    });
});

test("the words are those of the command, for 100 random draws", { skip: command ? false : "MALI_INSTANCING names no command" }, () =>
    within("", async (page) => {
        let state = 0x2545_f491;
        const random = (below) => {
            state ^= state << 13; state ^= state >>> 17; state ^= state << 5;
            return (state >>> 0) % below;
        };
        const of = (list) => list[random(list.length)];
        const folder = mkdtempSync(join(tmpdir(), "draws-"));
        for (let number = 0; number < 100; number++) {
            const arch = of(["v4", "v5", "v6", "v7", "v9", "v10", "v11", "v12", "v13", "v14"]);
            const draw = {
                name: `d${number}`, arch, vertices: 1 + random(of([10, 100, 100000])), instances: 1 + random(of([2, 50, 5000])),
                first_vertex: random(50), first_instance: random(9), padding: of(["hardware", "tight", "mesa"]),
                rounding: of(["round-down", "nearest"]),
            };
            const buffers = Array.from({ length: 1 + random(4) }, (_, index) => {
                const rate = of(["vertex", "instance", "constant"]);
                return {
                    name: `b${index}`, stride: 32 + 4 * random(20), rate, divisor: rate === "instance" ? 1 + random(of([3, 60])) : undefined,
                    size: random(1 << 20), address: 4 * random(1 << 24),
                };
            });
            const attributes = Array.from({ length: 1 + random(5) }, (_, index) => ({
                name: `a${index}`, buffer: `b${random(buffers.length)}`, format: of(["R32_SFLOAT", "R8G8B8A8_UNORM", "R32G32B32_SFLOAT"]),
                offset: 4 * random(4),
            }));
            const pair = ([key, value]) => `${key}=${value}`;
            const fields = (part, keys) => keys.map((key) => part[key] ?? "").join("~");
            const fragment = "#draw?" + [
                ...Object.entries(draw).map(pair),
                ...buffers.map((buffer) => `buffer=${fields(buffer, ["name", "stride", "rate", "divisor", "size", "address"])}`),
                ...attributes.map((attribute) => `attribute=${fields(attribute, ["name", "buffer", "format", "offset"])}`),
            ].join("&");
            const file = join(folder, "draw.json");
            // From V9 on they have no effect, and a manifest must not have them. The page leaves them out.
            const { first_vertex, padding, ...used } = draw;
            // The page's words keep their places.
            const keys = Number(arch.slice(1)) < 9 ? { ...draw, layout: "fixed" } : used;
            writeFileSync(file, JSON.stringify({ vertex_input: [{ ...keys, buffers, attributes }] }));
            const [packed] = JSON.parse(execFileSync(command, ["gen", file])).vertex_inputs;
            await page.evaluate((fragment) => { location.hash = fragment; }, fragment);
            await page.waitForFunction((name) => document.querySelector("#name").value === name, draw.name);
            await page.getByRole("button", { name: "Words", exact: true }).click();
            const [shown] = JSON.parse(await text(page, ".code pre")).vertex_inputs;
            deepEqual(shown, packed, fragment);
            const bits = await page.evaluate(() => [...document.querySelectorAll('.descriptor[data-part="attributes"] .word input')].map((input) => input.value));
            deepEqual(bits, packed.attribute_words, fragment);
        }
    }));
