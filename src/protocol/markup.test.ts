import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Block, hasUnknownTag, type Piece, readMarkup, withoutEffect, withoutMarkup, wordsOf } from "./markup.ts";
import { fillReferences } from "./references.ts";

/** Marks as tags, to read them in a test. */
const tagged = (pieces: readonly Piece[]): string =>
  pieces
    .map((piece) =>
      typeof piece === "string"
        ? piece
        : `{${piece.is}${piece.is === "a" ? ` ${piece.href}` : ""}:${tagged(piece.of)}}`,
    )
    .join("");
const shown = (text: string) =>
  readMarkup(text).map((block: Block) =>
    block.is === "text" ? tagged(block.of) : block.items.map(({ mark, of }) => `${mark}|${tagged(of)}`),
  );

describe("markup in texts of a protocol", () => {
  it.each([
    ["**Depth** in __cm__", "{strong:Depth} in {strong:cm}"],
    ["*all* of _them_", "{em:all} of {em:them}"],
    ["***both*** and **a *b* c**", "{strong:{em:both}} and {strong:a {em:b} c}"],
    ["**Name:**first name", "{strong:Name:}first name"],
    [
      "<b>Bold</b>, <STRONG>too</STRONG>, <i>so</i> <em class='x'>and</em>",
      "{strong:Bold}, {strong:too}, {em:so} {em:and}",
    ],
    [`<span style="color:red">**Stop**</span>`, "{strong:Stop}"],
    [
      "see [the **guide**](https://example.org/a_(b)?c=*d*)",
      "see {a https://example.org/a_(b)?c=*d*:the {strong:guide}}",
    ],
    [
      "[call](tel:+4930123) or [write](mailto:a@example.org)",
      "{a tel:+4930123:call} or {a mailto:a@example.org:write}",
    ],
    [
      "[x](javascript:alert(1)) [y](data:text/html,z) [z](//evil)",
      "[x](javascript:alert(1)) [y](data:text/html,z) [z](//evil)",
    ],
    ["[[a](https://example.org)", "[{a https://example.org:a}"],
    ["[a](https://example.org", "[a](https://example.org"],
    ["\\*not\\* \\_this\\_ \\<b> C:\\dir", "*not* _this_ <b> C:\\dir"],
    ["## Section two ##", "{strong:Section two ##}"],
    ["# of birds", "# of birds"],
    ["1. How many?", "1. How many?"],
    ["- none", "- none"],
    ["**a\nb**", "{strong:a\nb}"],
    ["a<br>b<br/>c", "a\nb\nc"],
    ["<b>open, and *open", "open, and *open"],
    ["</b>**a *b**", "{strong:a *b}"],
    // These are no marks.
    ["tree_height_cm", "tree_height_cm"],
    ["5 * 3 * 2 and 5*3*2", "5 * 3 * 2 and 5*3*2"],
    ["Name* and age*", "Name* and age*"],
    ["* Required", "* Required"],
    ["2 < 3, x <5 and a > b", "2 < 3, x <5 and a > b"],
    ["____ cm, ***** stars", "____ cm, ***** stars"],
  ])("%s", (text, expected) => {
    expect(shown(text)).toEqual([expected]);
  });

  it("has paragraphs and lists", () => {
    const text = "**Note**\nbring:\n- a *net*\n* a jar\n\n3. one\n4) two\n<ul><li>tag</li></ul>\nend";
    const list = ["•|a {em:net}", "•|a jar"];
    expect(shown(text)).toEqual(["{strong:Note}\nbring:", list, ["3.|one", "4.|two"], ["•|tag"], "end"]);
    expect(withoutMarkup(text)).toBe("Note\nbring:\n• a net\n• a jar\n3. one\n4. two\n• tag\nend");
  });

  it("knows tags that aren't shown", () => {
    expect(["<img src=x>", "<!-- x -->", "</p x <script>", "a <y"].map(hasUnknownTag)).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(
      ["<b>x</b>", "<span style='color:red'>x</span>", "a < b", "\\<img>", "x<br />y", "<*img>"].some(hasUnknownTag),
    ).toBe(false);
  });
});

const pieceOfMarkup = fc.constantFrom(
  ...["*", "**", "_", "__", "[", "]", "](", "https://a.b/", ")", "(", "<b>", "</b>", "<i", ">", "<br>", "</i>", "<li>"],
  ...["\\", "\n", "- ", "1. ", "# ", " ", "a", "é", "5", "😀", `\${a}`, "&lt;"],
);
const markedText = fc.array(pieceOfMarkup, { maxLength: 60 }).map((pieces) => pieces.join(""));

describe("any text", () => {
  it("is read, and its plain text has no marks left to read", () => {
    fc.assert(
      fc.property(fc.oneof(markedText, fc.string()), (text) => {
        const words = readMarkup(text).flatMap((block) =>
          block.is === "text" ? [block.of] : block.items.map(({ of }) => of),
        );
        const marks = /[^\\]<\/?(b|i)>/;
        // A tag within another one: without it, the pieces around it are one. Nobody reads the plain text again.
        const isNested = /<[^>]*</.test(text);
        for (const pieces of words)
          for (const link of linksOf(pieces)) expect(link).toMatch(/^(https?:\/\/|mailto:|tel:)[^\s<>]+$/);
        expect(text.includes("\\") || isNested || !marks.test(withoutMarkup(text))).toBe(true);
      }),
    );
  });

  it("has answers in it that stay as they are", () => {
    fc.assert(
      fc.property(fc.oneof(markedText, fc.string()), (answer) => {
        const line = answer.replace(/\s+/g, " ");
        const filled = fillReferences(`**Of \${key}**, [x](https://a.b), _\${key}_: \${key}.`, () => line) as string;
        const text = readMarkup(filled);
        expect(withoutMarkup(`a ${withoutEffect(line)} b`)).toBe(`a ${line} b`);
        expect(text.flatMap((block) => (block.is === "text" ? linksOf(block.of) : ["list"]))).toEqual(["https://a.b"]);
      }),
    );
  });

  it("has at most 16 marks within each other", () => {
    const depthOf = (pieces: readonly Piece[]): number =>
      Math.max(0, ...pieces.map((piece) => (typeof piece === "string" ? 0 : 1 + depthOf(piece.of))));
    const [block] = readMarkup(`${"<b>".repeat(40)}heron${"</b>".repeat(40)}`);
    expect(block?.is === "text" && depthOf(block.of)).toBe(16);
    expect(block?.is === "text" && wordsOf(block.of)).toBe("heron");
  });

  it("is read in one pass, whatever is left open", { timeout: 10_000 }, () => {
    // Going back over the rest for each mark would take minutes.
    for (const unit of ["*a ", "**a", "[", "[a](https://", "[a](https://(", "<b>", "<b ", "\\", "- a\n", "#  "])
      expect(withoutMarkup(unit.repeat(50_000 / unit.length))).toBeDefined();
  });
});

const linksOf = (pieces: readonly Piece[]): string[] =>
  pieces.flatMap((piece) =>
    typeof piece === "string" ? [] : [...(piece.is === "a" ? [piece.href] : []), ...linksOf(piece.of)],
  );
