import { readFileSync } from "node:fs";
import type { Plugin } from "vite";
import { compileTexts } from "../src/texts/compile-texts.ts";
import { toPseudo } from "../src/texts/pseudo.ts";

const documentTexts = JSON.parse(
  readFileSync(new URL("../src/texts/en/document.json", import.meta.url), "utf8"),
) as Record<string, string>;

/** The text for `{{key}}` in `index.html`. */
function documentText(key: string): string {
  const text = documentTexts[key];
  if (text === undefined || /[<&"]/.test(text)) throw new Error(`${key} can't be used in index.html.`);
  return text;
}

/**
 * Fills texts into `index.html` and removes its indentation. Parses the other texts at build time, so that browsers
 * need no parser; `?pseudo` selects the pseudo-language.
 */
export function compiledTexts(): Plugin {
  return {
    name: "compiled-texts",
    enforce: "pre",
    transformIndexHtml: {
      order: "pre",
      handler: (html) => html.replace(/\{\{([\w.]+)\}\}|^ +/gm, (_, key) => (key ? documentText(key) : "")),
    },
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
