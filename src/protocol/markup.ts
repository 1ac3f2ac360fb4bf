/**
 * Markup in the texts of a protocol, as authors of XLSForms write it: a part of Markdown and a few HTML tags. Bold,
 * emphasis, links and lists are shown; of other known tags, only the text. Runs in linear time.
 */
export type Piece = string | { is: "strong" | "em"; of: Piece[] } | { is: "a"; href: string; of: Piece[] };
export type Block =
  | { is: "text"; of: Piece[] }
  /** `mark` is a bullet or the written number with a full stop. */
  | { is: "list"; items: { mark: string; of: Piece[] }[] };

const bullet = "•";
/** Texts without any of these are shown as they are. */
const mayBeMarked = /[\\*_[<#\n]/;
const escaped = "\\\\[!-/:-@[-`{-~]";
const attributes = "(?:\\s[^<>]*)?/?>";
/** Tags that only separate lines, or have no effect. */
const lineTag = new RegExp(
  `${escaped}|<(/?)(br|p|div|center|li|ul|ol|h[1-6]|span|font|u|small|big)${attributes}`,
  "gi",
);
const inlineMark = new RegExp(`${escaped}|\\*+|_+|<(/?)(?:(b|strong)|i|em)${attributes}|\\[`, "gi");
const anyTag = new RegExp(`${escaped}|<[a-z/!][^<>]*>`, "gi");
const address = /(?:https?:\/\/|mailto:|tel:)(?:[^\s()<>[\]\\]|\\[!-/:-@[-`{-~]|\([^\s()<>[\]\\]*\))+/iy;
const listItem = /^(?:([-*•])|(\d{1,9})[.)])\s+(\S.*)$/;
/** `# of birds` is no heading. */
const heading = /^(?!#\s+\p{Ll})#{1,6}\s+(\S.*)$/u;
const word = /[\p{L}\p{M}\p{N}]/u;
const space = /\s/;
/** Marks within each other. */
const depthMax = 16;

/** Whether a text has tags that are neither shown nor known. */
export const hasUnknownTag = (text: string): boolean =>
  /<[a-z/!]/i.test(text.replace(lineTag, " ").replace(inlineMark, " "));

/** The text without complete tags that aren't known. */
export const withoutUnknownTags = (text: string): string =>
  text.replace(anyTag, (written) => (written.startsWith("<") && hasUnknownTag(written) ? "" : written));

/** The text of an answer as it is shown, whatever it contains. */
export const withoutEffect = (answer: string): string => answer.replace(/[!-/:-@[-`{-~]/g, "\\$&");

/** A text without its markup, one line for each line and list item. */
export function withoutMarkup(text: string): string {
  return mayBeMarked.test(text) ? readMarkup(text).map(linesOf).join("\n") : text;
}

function linesOf(block: Block): string {
  if (block.is === "text") return wordsOf(block.of);
  return block.items.map(({ mark, of }) => `${mark} ${wordsOf(of)}`).join("\n");
}

export const wordsOf = (pieces: readonly Piece[]): string =>
  pieces.map((piece) => (typeof piece === "string" ? piece : wordsOf(piece.of))).join("");

/** Paragraphs and lists of a text. A line feed in a piece starts a new line. */
export function readMarkup(text: string): Block[] {
  if (!mayBeMarked.test(text)) return [{ is: "text", of: [text] }];
  const lines = text
    .replace(lineTag, linesOfTag)
    .split(/\r?\n/)
    .map((line) => line.trim());
  // A number before a single line is that of its question.
  const canBeList = lines.filter((line) => line !== "").length > 1;
  const blocks: Block[] = [];
  let paragraph: string[] = [];
  const endParagraph = () => {
    if (paragraph.length > 0) blocks.push({ is: "text", of: readPieces(paragraph.join("\n")) });
    paragraph = [];
  };
  for (const line of lines) {
    const [, title] = heading.exec(line) ?? [];
    const [, isBullet, number, words] = (canBeList && listItem.exec(line)) || [];
    if (line !== "" && title === undefined && words === undefined) {
      paragraph.push(line);
      continue;
    }
    endParagraph();
    if (title !== undefined) blocks.push({ is: "text", of: [{ is: "strong", of: readPieces(title) }] });
    if (words !== undefined) addItem(blocks, { mark: isBullet ? bullet : `${number}.`, of: readPieces(words) });
  }
  endParagraph();
  return blocks;
}

function linesOfTag(written: string, slash: string | undefined, tag: string | undefined): string {
  const name = tag?.toLowerCase();
  if (name === undefined) return written;
  if (/^(span|font|u|small|big)$/.test(name)) return "";
  if (slash) return "\n";
  if (name === "li") return "\n- ";
  return /^h\d/.test(name) ? "\n## " : "\n";
}

function addItem(blocks: Block[], item: { mark: string; of: Piece[] }): void {
  const last = blocks.at(-1);
  const isNext = last?.is === "list" && (last.items[0]?.mark === bullet) === (item.mark === bullet);
  if (isNext) last.items.push(item);
  else blocks.push({ is: "list", items: [item] });
}

type Mark = { written: string; is: "strong" | "em"; pair?: "start" | "end" };
type Token = string | Mark | Exclude<Piece, string>;

function readPieces(text: string): Piece[] {
  return nest(readTokens(text));
}

function readTokens(text: string): Token[] {
  const tokens: Token[] = [];
  const open: (Mark & { name: string })[] = [];
  const readLink = linksIn(text);

  function close(name: string, mark: Mark): void {
    const start = open.findLastIndex((each) => each.name === name);
    const [begun] = open.splice(start < 0 ? open.length : start);
    if (begun) {
      begun.pair = "start";
      mark.pair = "end";
    }
    tokens.push(mark);
  }

  function begin(name: string, mark: Mark): void {
    const begun = Object.assign(mark, { name });
    if (open.length < depthMax) open.push(begun);
    tokens.push(begun);
  }

  function readRun(run: string, at: number): void {
    const [before = " ", after = " "] = [text[at - 1], text[at + run.length]];
    // Two asterisks are bold within a word too, as in ODK. `5*3*2` and `tree_height_cm` have no marks.
    const isLoose = run === "**";
    const canStart = !space.test(after) && (isLoose || !word.test(before));
    const canEnd = !space.test(before) && (isLoose || !word.test(after));
    const marks = (run.length === 3 ? [run.slice(1), run.slice(2)] : [run]).map((written): Mark & { name: string } => ({
      written,
      name: written,
      is: written.length === 2 ? "strong" : "em",
    }));
    const isOpen = marks.some(({ name }) => open.some((each) => each.name === name));
    if (run.length > 3 || !(canStart || (canEnd && isOpen))) tokens.push(run);
    else if (canEnd && isOpen) for (const { name, ...mark } of marks.toReversed()) close(name, mark);
    else for (const { name, ...mark } of marks) begin(name, mark);
  }

  let at = 0;
  for (const match of text.matchAll(inlineMark)) {
    const [written, slash, bold] = match;
    if (match.index < at) continue;
    tokens.push(text.slice(at, match.index));
    at = match.index + written.length;
    if (written.startsWith("\\")) tokens.push(written.slice(1));
    else if (written === "[") {
      const link = readLink(match.index);
      tokens.push(link?.piece ?? written);
      at = link?.end ?? at;
    } else if (!written.startsWith("<")) readRun(written, match.index);
    else {
      const is = bold ? "strong" : "em";
      if (slash) close(`<${is}>`, { written: "", is });
      else begin(`<${is}>`, { written: "", is });
    }
  }
  tokens.push(text.slice(at));
  return tokens;
}

/** Finds `[text](https://…)` at increasing places; each character is read a few times at most. */
function linksIn(text: string): (at: number) => { piece: Piece; end: number } | undefined {
  let middle = -1;
  return (at) => {
    if (middle >= 0 && middle < at) middle = -1;
    if (middle < 0) middle = text.indexOf("](", at);
    if (middle < 0) middle = Number.POSITIVE_INFINITY;
    const next = text.indexOf("[", at + 1);
    if (middle === Number.POSITIVE_INFINITY || (next >= 0 && next < middle)) return undefined;
    address.lastIndex = middle + 2;
    const written = address.exec(text)?.[0];
    const end = middle + 2 + (written?.length ?? 0);
    const words = text.slice(at + 1, middle);
    if (written === undefined || text[end] !== ")" || words.trim() === "") return undefined;
    const href = written.replace(/\\(.)/g, "$1");
    return { piece: { is: "a", href, of: readPieces(words) }, end: end + 1 };
  };
}

/** Marks without their other half are text. */
function nest(tokens: readonly Token[]): Piece[] {
  const root: Piece[] = [];
  const around = [root];
  for (const token of tokens) {
    const pieces = around.at(-1) ?? root;
    if (typeof token === "string") addText(pieces, token);
    else if (!("written" in token)) pieces.push(token);
    else if (token.pair === "end") around.pop();
    else if (token.pair === "start") {
      const of: Piece[] = [];
      pieces.push({ is: token.is, of });
      around.push(of);
    } else addText(pieces, token.written);
  }
  return root;
}

function addText(pieces: Piece[], text: string): void {
  const last = pieces.at(-1);
  if (text === "") return;
  if (typeof last === "string") pieces[pieces.length - 1] = last + text;
  else pieces.push(text);
}
