// The story: six steps, each a state of the page that can be changed.

import { expect, plain, test } from "./page";

const TITLES = ["One line of ids", "Dividing is dear", "1, 3, 5, 7, 9 times a power of two", "R, E and D", "The descriptor", "From V9 on"];

test("how a Mali finds an element is told in six steps, and each is a state of the page", async ({ open }) => {
    const page = await open();
    await page.getByRole("link", { name: "How it works" }).click();
    for (const [number, title] of TITLES.entries()) {
        await expect(page.locator("#why-title")).toHaveText(title);
        await expect(page.locator(".dots [aria-current]")).toHaveText(String(number + 1));
        if (number < 5) await page.getByRole("link", { name: /^Next/ }).click();
    }
    // The last step is of V9: no thread is discarded, and the instance is divided by 3: 2^33 / 3 without its highest bit.
    await expect.poll(async () => plain(await page.locator("#threads-total").innerText())).toBe("7000");
    await expect(page.locator(".steps li").first()).toHaveText(/instance\s*3/);
    await expect(page.locator(".steps li", { hasText: "2^31 + D" })).toContainText("0xaaaaaaaa");
    await expect(page.getByRole("link", { name: "The guide has it in detail" })).toHaveAttribute("href", /guide\/instancing/);
    await page.getByRole("link", { name: "Back", exact: true }).click();
    await expect(page.locator("#why-title")).toHaveText("The descriptor");
    expect(plain(await page.locator("#threads-total").innerText())).toBe("7200");
});

test("the step of the descriptor lights R, E and D, and a flipped bit shows who reads wrongly", async ({ open }) => {
    const page = await open("#story?step=5&thread=3~0&color=2");
    const model = page.locator('.descriptor[data-part="buffers"][data-word="8"]');
    await expect(model.locator("tr.lit th")).toHaveText(["divisor R", "divisor E", "divisor D"]);
    // Five bits, one, and 31.
    await expect(model.locator(".bit.lit")).toHaveCount(37);
    await model.getByRole("switch", { name: "bit 29 of word 9, divisor E" }).click();
    // Without E, the multiples of 216 read the element before theirs.
    await expect(page.locator("#wrong-threads")).toContainText("33 of 7\u202f000 threads read a wrong element of row0");
    await expect(page.locator("#why-title")).toHaveText("The descriptor");
});

test("a step can be changed, its link has the change, and the next step begins anew", async ({ open }) => {
    const page = await open("#story?step=3&color=kept&thread=50~71");
    await page.fill("#vertices", "65");
    await expect.poll(() => page.url()).toMatch(/#story\?step=3&vertices=65&/);
    const again = await open(new URL(page.url()).hash);
    await expect(again.locator("#why-title")).toHaveText(TITLES[2] ?? "");
    await expect(again.locator("#vertices")).toHaveValue("65");
    await again.getByRole("link", { name: /^Next/ }).click();
    await expect(again.locator("#vertices")).toHaveValue("70");
    await expect(again.locator(".why-arithmetic")).toBeVisible();
    await again.goBack();
    await expect(again.locator("#vertices")).toHaveValue("65");
});
