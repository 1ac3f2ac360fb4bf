import type { Language } from "../../texts/languages.ts";

export type Mail = {
  to: string;
  subject: string;
  /** Plain text with `\n` line breaks. */
  text: string;
  /** The language of subject and text. */
  language: Language;
  /** `<…@…>`; generated if omitted. */
  messageId?: string;
  /** Additional headers by name. */
  headers?: Readonly<Record<string, string>>;
};

/** Sends email. Resolves when the mail server accepts it, otherwise rejects. */
export type Mailer = {
  send(mail: Mail): Promise<void>;
};

const link = /(https?:\/\/[^\s<>"]*[\w/=-])/;

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

/**
 * The text as HTML, for languages from right to left: many mail programs show plain text from left to right. Undefined
 * for other languages.
 */
export function rightToLeftPart({ text, language }: { text: string; language: Language }): string | undefined {
  if (language.direction === "ltr") return undefined;
  const pieces = text
    .split(link)
    .map(escaped)
    .map((piece, index) => (index % 2 === 1 ? `<a href="${piece}" dir="ltr">${piece}</a>` : piece));
  return `<!doctype html>
<html lang="${language.code}" dir="rtl"><body>
<div dir="rtl" style="white-space: pre-wrap; font-family: sans-serif">${pieces.join("")}</div>
</body></html>
`;
}
