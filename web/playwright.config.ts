import { defineConfig } from "@playwright/test";

const { CHROMIUM, FIREFOX, PORT = "4173", CI } = process.env;

export default defineConfig({
    testDir: "tests",
    workers: 2,
    fullyParallel: true,
    // A machine that also builds may be slow. Nothing waits longer than it must.
    timeout: 180_000,
    expect: { timeout: 30_000 },
    reporter: CI ? "dot" : "line",
    use: { baseURL: `http://127.0.0.1:${PORT}/`, viewport: { width: 1280, height: 800 } },
    projects: [
        { name: "chromium", use: { browserName: "chromium", launchOptions: { executablePath: CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] } } },
        // Debian's Firefox cannot be told a colour scheme, less movement or a clipboard; the tests of these are tagged.
        ...(FIREFOX ? [{ name: "firefox", grepInvert: /@chromium/, use: { browserName: "firefox" as const, channel: "moz-firefox", launchOptions: { executablePath: "tests/firefox.mjs" } } }] : []),
    ],
    webServer: { command: `node_modules/.bin/vite preview --host 127.0.0.1 --port ${PORT} --strictPort`, url: `http://127.0.0.1:${PORT}/` },
});
