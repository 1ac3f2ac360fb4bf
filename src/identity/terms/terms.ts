import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { extname } from "node:path";
import MarkdownIt from "markdown-it";
import { Html, html } from "../pages/html.ts";

export type PhotoLicence = { name: string; address: string };

/** What people agree to when they sign up. */
export type Terms = {
  /** A digest of all that the page says: agreements name it. */
  version: string;
  /** Undefined where there is only a licence. */
  text: Html | undefined;
  photoLicence: PhotoLicence | undefined;
};

const maxBytes = 500_000;

/**
 * Reads the terms of an installation; undefined where it has neither terms nor a licence. A file named `.md` is Markdown,
 * every other one plain text.
 * @throws Error for a file that cannot be read, is no text, or is longer than 500 kB.
 */
export async function readTerms(settings: {
  file: string | undefined;
  photoLicence: PhotoLicence | undefined;
}): Promise<Terms | undefined> {
  const { file, photoLicence } = settings;
  if (file === undefined && photoLicence === undefined) return undefined;
  const source = file === undefined ? undefined : await readText(file);
  const version = createHash("sha256")
    .update(JSON.stringify([source ?? null, photoLicence ?? null]))
    .digest("hex");
  const isMarkdown = extname(file ?? "").toLowerCase() === ".md";
  return {
    version,
    text: source === undefined ? undefined : (isMarkdown ? fromMarkdown : fromText)(source),
    photoLicence,
  };
}

async function readText(file: string): Promise<string> {
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw new Error(`TERMS_FILE cannot be read: ${file} (${error.code})`);
  });
  if (bytes.length > maxBytes) throw new Error(`TERMS_FILE is longer than ${maxBytes / 1000} kB: ${file}`);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new Error(`TERMS_FILE is not UTF-8 text: ${file}`);
  }
}

/** Markup in the file is shown as it is written, and no link runs script. */
function fromMarkdown(source: string): Html {
  const markdown = new MarkdownIt("default", { html: false, linkify: true });
  // The page has a heading of its own; those of the file stand below it.
  markdown.core.ruler.push("lower-headings", ({ tokens }) => {
    for (const token of tokens) {
      if (token.type.startsWith("heading_")) token.tag = `h${Math.min(Number(token.tag.slice(1)) + 1, 6)}`;
    }
  });
  return new Html(markdown.render(source));
}

function fromText(source: string): Html {
  const paragraphs = source.split(/\r?\n\s*\n/).filter((paragraph) => paragraph.trim() !== "");
  return html`${paragraphs.map((paragraph) => html`<p class="lines">${paragraph.trim()}</p>`)}`;
}
