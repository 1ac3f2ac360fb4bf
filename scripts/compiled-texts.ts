import { readFileSync } from "node:fs";
import type { Plugin } from "vite";
import { compileTexts } from "../src/texts/compile-texts.ts";

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
 * Fills texts into `index.html` and removes its indentation. Parses the English texts at build time, so that browsers
 * need no parser; the server parses those of other languages.
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
      filter: { id: /\/src\/texts\/en\/[^/]+\.json$/ },
      handler(id) {
        return JSON.stringify(compileTexts(JSON.parse(readFileSync(id, "utf8")) as Record<string, string>));
      },
    },
  };
}
