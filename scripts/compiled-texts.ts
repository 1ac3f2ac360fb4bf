import { readFileSync } from "node:fs";
import type { Plugin } from "vite";
import { compileTexts } from "../src/texts/compile-texts.ts";
import { toPseudo } from "../src/texts/pseudo.ts";

/** Parses the texts when the web is built, so that browsers need no parser; with `?pseudo`, in the pseudo-language. */
export function compiledTexts(): Plugin {
  return {
    name: "compiled-texts",
    enforce: "pre",
    load: {
      filter: { id: /\/src\/texts\/[^/]+\/[^/]+\.json(\?|$)/ },
      handler(id) {
        const [file = "", query = ""] = id.split("?");
        const messages = JSON.parse(readFileSync(file, "utf8")) as Record<string, string>;
        if (!query.includes("pseudo")) return JSON.stringify(compileTexts(messages));
        return { code: `export default ${JSON.stringify(compileTexts(messages, toPseudo))};`, moduleType: "js" };
      },
    },
  };
}
