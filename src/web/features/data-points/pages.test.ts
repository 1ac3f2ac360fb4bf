import { expect, it } from "vitest";
import type { Field } from "../../../protocol/field.ts";
import { pagesOf, shownPages } from "./form-pages.tsx";

const text = (key: string, more: object = {}): Field => ({ key, kind: "text", label: key, ...more });
const calculated = (key: string): Field => ({ key, kind: "calculated", label: key, expression: "1" });

it("each question has a page, with those that stay on it and with results; headings begin one", () => {
  const [a, b, c, d] = [text("a"), text("b", { same_page: true }), calculated("c"), text("d")];
  const e = text("e", { same_page: true, heading: "More" });
  const pages = pagesOf([a, b, c, d, e]);
  expect(pages.map(({ id, fields }) => [id, fields.map(({ key }) => key).join("")])).toEqual([
    ["a", "abc"],
    ["d", "d"],
    ["e", "e"],
  ]);
  // A page keeps its id while its first question is hidden, and questions their page.
  expect(shownPages(pages, [b, e])).toEqual([
    { id: "a", fields: [b] },
    { id: "e", fields: [e] },
  ]);
});
