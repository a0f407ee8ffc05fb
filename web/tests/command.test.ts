// The words are those of the command, for random draws.

import { execFileSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { draw, expect, test, words } from "./page";

const command = process.env["MALI_INSTANCING"];

test("the words are those of the command, for random draws", async ({ open, browserName }) => {
    test.skip(!command, "MALI_INSTANCING names no command");
    // The whole page shows each draw, which takes Firefox a second. The library that packs is the same in both.
    const count = browserName === "chromium" ? 100 : 25;
    const page = await open("#draw?vertices=1&code=words&all=true");
    let state = 0x2545_f491;
    const random = (below: number) => {
        state ^= state << 13;
        state ^= state >>> 17;
        state ^= state << 5;
        return (state >>> 0) % below;
    };
    const of = <T>(list: readonly T[]) => list[random(list.length)] as T;
    const folder = mkdtempSync(join(tmpdir(), "draws-"));
    const draws = Array.from({ length: count }, (_, number) => {
        const arch = of(["v4", "v5", "v6", "v7", "v9", "v10", "v11", "v12", "v13", "v14", "v15"]);
        const keys = {
            name: `d${number}`, arch, vertices: 1 + random(of([10, 100, 100_000])), instances: 1 + random(of([2, 50, 5000])),
            first_vertex: random(50), first_instance: random(9), padding: of(["hardware", "tight", "mesa"]),
            rounding: of(["round-down", "nearest"]), layout: of(["driver", "fixed"]),
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
        const fragment = draw(
            { ...keys, code: "words", all: "true" },
            buffers.map(({ name, stride, rate, divisor, size, address }) => [name, stride, rate, divisor ?? "", size, address]),
            attributes.map(({ name, buffer, format, offset }) => [name, buffer, format, offset]),
        );
        // From V9 on some have no effect, and a manifest must not have them: the page leaves them out.
        const { name, vertices, instances, first_instance, rounding } = keys;
        const said = Number(arch.slice(1)) < 9 ? keys : { name, arch, vertices, instances, first_instance, rounding };
        return { name, fragment, manifest: { ...said, buffers, attributes } };
    });
    // The command packs all of them at once.
    const file = join(folder, "draws.json");
    writeFileSync(file, JSON.stringify({ vertex_input: draws.map(({ manifest }) => manifest) }));
    const packed = JSON.parse(execFileSync(command ?? "", ["gen", file], { encoding: "utf8", maxBuffer: 1 << 28 })).vertex_inputs;
    expect(packed).toHaveLength(draws.length);
    for (const [number, { name, fragment }] of draws.entries()) {
        await page.evaluate((to) => { location.hash = to; }, fragment);
        await page.waitForFunction((name) => document.querySelector(".code pre")?.textContent?.includes(`"name":"${name}"`), name);
        const [shown] = JSON.parse((await page.locator(".code pre").textContent()) ?? "").vertex_inputs;
        expect(shown, fragment).toEqual(packed[number]);
        // The bits, too, for some of them: they are the same words, drawn.
        if (number % 10 === 0) await expect.poll(() => words(page, "attributes"), { message: fragment }).toEqual(packed[number].attribute_words);
    }
});
