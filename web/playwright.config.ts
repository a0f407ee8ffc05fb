import { defineConfig } from "@playwright/test";

const executablePath = process.env["CHROMIUM"] ?? "/usr/bin/chromium";

export default defineConfig({
    testDir: "tests",
    workers: 2,
    fullyParallel: true,
    timeout: 60_000,
    reporter: process.env["CI"] ? "dot" : "line",
    use: {
        baseURL: "http://127.0.0.1:4173/",
        viewport: { width: 1280, height: 800 },
        launchOptions: { executablePath, args: ["--no-sandbox"] },
    },
    webServer: { command: "node_modules/.bin/vite preview --host 127.0.0.1 --port 4173 --strictPort", url: "http://127.0.0.1:4173/" },
});
