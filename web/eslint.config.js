import svelte from "eslint-plugin-svelte";
import globals from "globals";
import typescript from "typescript-eslint";
import config from "./svelte.config.js";

export default typescript.config(
    { ignores: ["dist", "node_modules", "src/generated", "wasm", "test-results", "screenshots"] },
    ...typescript.configs.strict,
    ...svelte.configs.recommended,
    { languageOptions: { globals: { ...globals.browser, ...globals.node } } },
    {
        files: ["**/*.svelte", "**/*.svelte.ts"],
        languageOptions: {
            parserOptions: { extraFileExtensions: [".svelte"], parser: typescript.parser, svelteConfig: config },
        },
    },
);
