import { join } from "node:path";
import type { Plugin } from "vite";

const folder = join(import.meta.dirname, "..", "src", "web", "foundation", "jsx");
const source = join(import.meta.dirname, "..", "src", "web");

/** Lets all JSX of `src/web` pass through `src/web/foundation/jsx`, which puts texts into elements of their own. */
export function textsInElements(): Plugin {
  return {
    name: "texts-in-elements",
    enforce: "pre",
    resolveId: {
      filter: { id: /^react\/jsx-(dev-)?runtime$/ },
      handler(id, importer = "") {
        const isOurs = importer.startsWith(source) && !importer.startsWith(folder);
        return isOurs ? join(folder, `${id.slice("react/".length)}.ts`) : null;
      },
    },
  };
}
