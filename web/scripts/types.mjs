// Makes TypeScript's types of the JSON Schemas that are checked in. They are closed: a field that was renamed is
// no field, and the build fails where the page uses it.

import { mkdir, readFile, writeFile } from "node:fs/promises";
import { compile } from "json-schema-to-typescript";

const crates = new URL("../../crates/", import.meta.url);
const schemas = {
    page: new URL("../wasm/page.schema.json", import.meta.url),
    manifest: new URL("mali-instancing-codegen/schemas/manifest.json", crates),
    varyings: new URL("mali-instancing-inspect/schemas/varyings.json", crates),
};
const folder = new URL("../src/generated/", import.meta.url);
await mkdir(folder, { recursive: true });
for (const [name, schema] of Object.entries(schemas)) {
    const types = await compile(JSON.parse(await readFile(schema, "utf8")), name, {
        additionalProperties: false,
        bannerComment: "",
        format: false,
        unreachableDefinitions: false,
    });
    await writeFile(new URL(`${name}.ts`, folder), types);
}
