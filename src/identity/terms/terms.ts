import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { extname } from "node:path";
import MarkdownIt from "markdown-it";
import { type IdentityDb, isFound } from "../database/identity-database.ts";
import { Html, html } from "../pages/html.ts";

export type PhotoLicence = { name: string; address: string };

/** What people agree to when they sign up. */
export type Terms = {
  /** A digest of the page's content, which agreements refer to. */
  version: string;
  /** Undefined if there is only a licence. */
  text: Html | undefined;
  photoLicence: PhotoLicence | undefined;
};

const maxBytes = 500_000;

/**
 * Reads an installation's terms; undefined if it has neither terms nor a licence. `.md` files are Markdown, others
 * plain text.
 * @throws Error for a file that is unreadable, not text, or longer than 500 kB
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

/** HTML in the file is shown as text, and links can't run scripts. */
function fromMarkdown(source: string): Html {
  const markdown = new MarkdownIt("default", { html: false, linkify: true });
  // The page has its own heading, so the file's headings move down a level.
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

/** Which terms accounts agreed to, and when. */
export type TermsAgreements = ReturnType<typeof createTermsAgreements>;

export function createTermsAgreements(db: IdentityDb, clock: () => Date) {
  return {
    hasAgreed: (accountId: string, version: string): Promise<boolean> =>
      isFound(
        db
          .selectFrom("terms_agreements")
          .select("version")
          .where("account_id", "=", accountId)
          .where("version", "=", version),
      ),

    agree: (accountId: string, version: string): Promise<void> =>
      keepAgreement(db, { accountId, version, at: clock() }),
  };
}

/** Records the first agreement only. */
export async function keepAgreement(
  db: IdentityDb,
  { accountId, version, at }: { accountId: string; version: string; at: Date },
): Promise<void> {
  await db
    .insertInto("terms_agreements")
    .values({ account_id: accountId, version, agreed_at: at })
    .onConflict((conflict) => conflict.constraint("terms_agreements_pkey").doNothing())
    .execute();
}
