// A fault is seen: which threads read wrongly, how many, and by what arithmetic.

import { readFileSync } from "node:fs";
import { expect, pixel, plain, test, words, write } from "./page";

/** The threads of the faulty example that should be kept: 80 vertices of 100 instances, of 96 threads each. */
const THREADS = Array.from({ length: 8000 }, (_, kept) => 96 * Math.floor(kept / 80) + (kept % 80));

test("of the faulty example the page says how many threads read wrongly, and shows the first, with both ways of arithmetic", async ({ open }) => {
    const page = await open("#words");
    // The tables divide by 72 where the draw has 96 threads per instance.
    const vertex = THREADS.filter((id) => id % 72 !== id % 96).length;
    const instance = THREADS.filter((id) => Math.floor(id / 216) !== Math.floor(id / 288)).length;
    await expect.poll(async () => plain(await page.locator("#wrong-threads").innerText())).toBe(
        `${vertex}of8000threadsreadawrongelementofattribute0.Showthefirst${instance}of8000threadsreadawrongelementofattribute1.Showthefirst`,
    );
    await expect(page.locator("#wrong-sentence")).toHaveText("Thread 72 reads element 0; the API defines element 72 for vertex 72 of instance 0.");
    await expect(page.locator("#thread")).toHaveValue("72");
    const [is, should] = [page.getByRole("list", { name: "The arithmetic of attribute 0 as it is" }), page.getByRole("list", { name: "The arithmetic of attribute 0 as it should be" })];
    await expect(is.locator("li.index")).toHaveText(/mod 72 \(9·2\^3\)\s*0/);
    await expect(should.locator("li.index")).toHaveText(/mod 96 \(3·2\^5\)\s*72/);
    await page.getByRole("button", { name: "Show the first" }).last().click();
    const first = THREADS.find((id) => Math.floor(id / 216) !== Math.floor(id / 288));
    await expect(page.locator("#thread")).toHaveValue(String(first));
});

test("threads that read what they should are faint, and disappear on request", async ({ open }) => {
    const page = await open("#words?fault=no-e");
    await expect(page.locator("#wrong-sentence")).toHaveText("Thread 216 reads element 0; the API defines element 1 for vertex 0 of instance 3.");
    // Only vertex 0 of every third instance is wrong.
    await page.fill("#thread", "0");
    await expect.poll(() => pixel(page, 1, 1, 1)).not.toEqual([255, 255, 255]);
    expect(await pixel(page, 0, 3, 0)).not.toEqual(await pixel(page, 1, 3, 0));
    await expect.poll(async () => ((await pixel(page, 0, 1, 1))[0] ?? 0) - ((await pixel(page, 1, 1, 1))[0] ?? 255)).toBeGreaterThan(0);
    await page.check("#only-wrong");
    await expect.poll(async () => Math.min(...(await pixel(page, 0, 1, 1)))).toBeGreaterThan(240);
    expect(Math.min(...(await pixel(page, 0, 3, 0)))).toBeLessThan(240);
    await expect.poll(() => page.url()).toContain("only=wrong");
});

test("where no thread reads anything else, the page says so", async ({ open }) => {
    const page = await open("#words?fault=no-end");
    await expect(page.locator("#findings")).toContainText("no empty descriptor ends the table");
    await expect(page.locator("#wrong-threads")).toContainText("No thread reads anything else.");
    await expect(page.locator("#only-wrong")).toHaveCount(0);
});

test("a bit that is flipped in a draw shows the threads that it misleads", async ({ open }) => {
    const page = await open();
    // P = 2: 40 threads per instance instead of 72.
    await write(page, "buffers, word 1", "0x43000000");
    const wrong = Array.from({ length: 7000 }, (_, kept) => 72 * Math.floor(kept / 70) + (kept % 70)).filter((id) => id % 40 !== id % 72).length;
    await expect.poll(async () => plain(await page.locator("#wrong-threads").innerText())).toContain(`${wrong}of7000threadsreadawrongelementofposition.`);
    await expect(page.locator("#wrong-sentence")).toHaveText("Thread 40 reads element 0; the API defines element 40 for vertex 40 of instance 0.");
    await expect(page.locator(".grid")).toHaveCount(2);
});

/** What each typical fault does to the first thread that it misleads, by plain arithmetic; the check's rule, if it can see it. */
const FAULTS: Record<string, [title: string, sentence: RegExp, rule: string]> = {
    "kept-tables": ["Tables kept from the draw before", /^Thread 72 reads element 0; the API defines element 72 /, "nearest-draw"],
    // 216 · 0x97b425ed is just below 2^39.
    "no-e": ["E forgotten", /^Thread 216 reads element 0; the API defines element 1 /, "nearest-draw"],
    "rounded-up": ["Multiplier rounded up, E still set", /as the API defines/, "nearest-draw"],
    "small-r": ["R one too small", /^Thread 108 reads element 1; the API defines element 0 /, "nearest-draw"],
    "divisor-alone": ["Divided by the divisor alone", /^Thread 3 reads element 1; the API defines element 0 /, "nearest-draw"],
    "not-padded": ["Divided by the vertices, not padded", /^Thread 210 reads element 1; the API defines element 0 /, "nearest-draw"],
    "small-size": ["Instance size below the vertices", /^Instance 0 has no thread for vertex 64\.$/, "nearest-draw"],
    linear: ["Per-vertex data read by the thread’s number", /^Thread 72 reads nothing; the API defines element 0 /, "nearest-draw"],
    "one-instance": ["Stride of a draw of one instance", /^Thread 216 reads element 0; the API defines element 1 /, ""],
    "buffer-index": ["Buffer index counts buffers", /^Thread 0 reads element 0, 16 bytes at 0x10000000; the API defines element 0, 16 bytes at 0x20000000, /, "nearest-draw"],
    "short-buffer": ["Size without the last element", /^Thread 69 reads nothing; the API defines element 69 /, "out-of-bounds"],
    "no-continuation": ["Continuation left out", /^Thread 0 reads nothing; the API defines element 0 /, "nearest-draw"],
    "first-vertex": ["First vertex not subtracted", /^Thread 0 reads element 8; the API defines element 0 /, "offset-start"],
    unaligned: ["Floats at any byte", /^Thread 1 reads nothing; the API defines element 1 /, "element-alignment"],
    "no-end": ["Table without a null terminator", /as the API defines/, "null-terminator"],
};

test("each typical fault is one click away, has a short link, and is seen", async ({ open }) => {
    const page = await open("#words");
    await expect(page.locator(".gallery .strip button")).toHaveText(Object.values(FAULTS).map(([title]) => title));
    for (const [name, [title, sentence, rule]] of Object.entries(FAULTS)) {
        await page.getByRole("button", { name: title, exact: true }).click();
        await expect(page.locator("#wrong-sentence")).toHaveText(sentence);
        if (rule) await expect(page.locator("#findings .where").first()).toHaveText(new RegExp(`^${rule}:`));
        else await expect(page.getByText("the check cannot see this fault")).toBeVisible();
        await expect.poll(() => new URL(page.url()).hash).toBe(`#words?fault=${name}`);
    }
});

test("what one sees leads to the fault that shows it, in the words of the guide", async ({ open }) => {
    const page = await open("#words");
    await page.getByText("From what you see").click();
    // A row of the guide: what is seen, what to look at, a command, and the title of a fault or a dash.
    const rows = readFileSync("../docs/guide/black-screen.md", "utf8").split("## From what you see")[1]?.split("\n## ")[0]?.split("\n").filter((line) => line.startsWith("|")).slice(2) ?? [];
    expect(rows.length).toBeGreaterThan(10);
    await expect(page.locator(".symptoms dt")).toHaveCount(rows.length);
    for (const [number, row] of rows.entries()) {
        const [, seen = "", , , title = ""] = row.split("|").map((cell) => cell.trim());
        const term = page.locator(".symptoms dt").nth(number);
        await expect(term).toHaveText(seen);
        if (title === "–") {
            await expect(term.locator("button")).toHaveCount(0);
            continue;
        }
        await term.locator("button").click();
        await expect(page.locator(".gallery [aria-pressed=true]")).toHaveText(title);
    }
});

test("everything is fixed at once, in the text too, and what changed is listed", async ({ open }) => {
    const page = await open("#words");
    await page.getByRole("button", { name: "Fix everything" }).click();
    await expect(page.locator("#findings")).toHaveText("The check finds nothing wrong with these words.");
    await expect(page.locator(".compared")).toHaveCount(0);
    // 72 becomes 96 = 3 · 2^5, and 216 becomes 288: 2^40 / 288 is 0xe38e38e3. No attribute names the copy at word 4.
    const fixed = await words(page, "buffers");
    expect([fixed[1], fixed[9]]).toEqual(["0x25000000", "0x28000000"]);
    await expect(page.locator("#changed li")).toHaveText(["buffers, word 1: 0x83000000 0x25000000", "buffers, word 9: 0x27000000 0x28000000", "buffers, word 13: 0x17b425ed 0x638e38e3"]);
    await expect(page.locator("#words-text")).toHaveValue(/0x25000000, 20, 1600,\n/);
    await page.getByRole("button", { name: "Back to the text’s words" }).click();
    await expect(page.locator("#changed")).toHaveCount(0);
    await expect(page.locator("#words-text")).not.toHaveValue(/0x25000000/);
});

test("a text that cannot be read says so where the verdict is", async ({ open }) => {
    const page = await open("#words");
    await page.fill("#words-text", "a dump of another program");
    await expect(page.locator("#unread")).toContainText("This text cannot be read");
});

test("where a thread does not run, its arithmetic says so", async ({ open }) => {
    const page = await open("#words?fault=small-size");
    await expect(page.locator(".ways")).toContainText("No thread runs for this vertex.");
});
