import { escapeHtml } from "../pages/escape-html.ts";

/** A page for people: links, a table of values, and the same as JSON behind a link. */
export type Page = {
  title: string;
  lead: string;
  links: { href: string; text: string }[];
  /** Rows of names and values, or of a header and its rows. */
  table: { header: readonly string[]; rows: readonly (readonly (string | number | boolean | null)[])[] } | undefined;
};

/** The page has no scripts and styles of its own, as the content security policy asks. */
export function htmlOf({ title, lead, links, table }: Page): string {
  const list = links.map(({ href, text }) => `<li><a href="${escapeHtml(href)}">${escapeHtml(text)}</a></li>`).join("");
  const cells = (tag: "th" | "td", row: readonly (string | number | boolean | null)[]) =>
    `<tr>${row.map((cell) => `<${tag}>${escapeHtml(String(cell ?? ""))}</${tag}>`).join("")}</tr>`;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title></head><body><h1>${escapeHtml(title)}</h1><p>${escapeHtml(lead)}</p><ul>${list}</ul>${
    table
      ? `<table border="1"><thead>${cells("th", table.header)}</thead><tbody>${table.rows.map((row) => cells("td", row)).join("")}</tbody></table>`
      : ""
  }</body></html>`;
}
