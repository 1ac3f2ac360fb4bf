import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { settingsExample, settingsPage } from "./settings-documents.ts";

const pathOf = (name: string) => fileURLToPath(new URL(`../${name}`, import.meta.url));

writeFileSync(pathOf("docs/settings.md"), settingsPage());
writeFileSync(pathOf("deploy/cairn.env.example"), settingsExample());
