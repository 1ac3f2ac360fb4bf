import { expect, it } from "vitest";
import { readMarkup, withoutMarkup } from "../markup.ts";
import { readWords } from "./texts.ts";

it.each([
  ["<Name of the village>", "<Name of the village>", false],
  ["<Nom de l'établissement> or </none>", "<Nom de l'établissement> or </none>", false],
  ["a < b, and c > d", "a < b, and c > d", false],
  ["<b>Wet</ b> soil", "Wet soil", false],
  ["H<sub>2</sub>O", "H2O", true],
  ["<!-- for the team -->Soil", "Soil", true],
])("the label %s reads %s", (written, shown, hadUnknownTags) => {
  const words = readWords(written);
  expect([withoutMarkup(words.text), words.hadUnknownTags]).toEqual([shown, hadUnknownTags]);
  expect(readWords(words.text).text).toBe(words.text);
});

it.each([
  [
    'See <a target="_blank" href="https://a.org/x?a=1&amp;b=(2)">the\n<b>guide</b></a>.',
    "See [the <b>guide</b>](https://a.org/x?a=1&b=%282%29).",
  ],
  [
    "Not \\<a href='https://a.org'>\\</a>, but <a href='http://b.org'>B</a>",
    "Not \\<a href='https://a.org'>\\</a>, but [B](http://b.org)",
  ],
  [
    "<A HREF = 'mailto:a@example.org' class='x'>Write</A > or <a href=tel:+4930123></a>",
    "[Write](mailto:a@example.org) or [tel:+4930123](tel:+4930123)",
  ],
  ["<a href=“http://a.org”>A</a> <a href='http://b.org'>B</a>", "[A](http://a.org) [B](http://b.org)"],
])("the link %s reads %s", (written, text) => {
  expect(readWords(written)).toEqual({ text, hadUnknownTags: false });
  const links = readMarkup(text)
    .flatMap((block) => (block.is === "text" ? block.of : []))
    .filter((piece) => typeof piece !== "string");
  expect(links.map(({ is }) => is)).toEqual(text.match(/\]\(/g)?.map(() => "a"));
});

it.each([
  `<a href="javascript:alert('https://a.org')">x</a>`,
  '<a href="//a.org">x</a>',
  '<a data-href="https://a.org">x</a>',
  '<a name="top">x</a>',
  '<a href="https://a.org">[x]</a>',
])("%s is no link; only its text stays", (written) => {
  const { text, hadUnknownTags } = readWords(written);
  expect([text.replace(/[[\]]/g, ""), hadUnknownTags]).toEqual(["x", true]);
});

it("reads links in one pass, whatever is left open", { timeout: 10_000 }, () => {
  for (const unit of ["<a ", '<a href="https://a ', "<a href=https://a>", "<a href=https://a>x</a"])
    expect(readWords(unit.repeat(5_000 / unit.length)).text).toBeDefined();
});
