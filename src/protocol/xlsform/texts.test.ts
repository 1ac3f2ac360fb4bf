import { expect, it } from "vitest";
import { withoutMarkup } from "../markup.ts";
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
