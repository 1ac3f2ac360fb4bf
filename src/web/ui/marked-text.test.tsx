// biome-ignore-all lint/suspicious/noTemplateCurlyInString: texts refer to answers with them
import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { Field } from "../../protocol/field.ts";
import { filledField } from "../capture/fields/known-answers.ts";
import { ProtocolField } from "../capture/fields/protocol-field.tsx";

const show = (field: Field) => render(<ProtocolField field={field} answer={undefined} onAnswer={() => {}} />).container;

it("a control is named by its label without markup; links of the label are in its hint", () => {
  const shown = show({
    key: "depth",
    kind: "text",
    label: "**Depth** of the [lake](https://example.org/lake)<br>_today_",
    hint: "Take:\n1. a rope\n2. a <span style='color:red'>lead</span>\n\nCall [us](tel:+4930).",
    required: true,
  });
  const input = screen.getByRole("textbox", { name: /^Depth of the lake\stoday/ });
  expect(input.getAttribute("aria-describedby")).toBe(screen.getByText("Take:").parentElement?.id);
  expect([...shown.querySelectorAll("strong, em, li")].map(({ textContent }) => textContent)).toEqual([
    ...["Depth", "today", "a rope", "a lead", "lake"],
  ]);
  expect(screen.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
    ["us", "tel:+4930"],
    ["lake", "https://example.org/lake"],
  ]);
  expect(screen.getByRole("link", { name: "lake" }).getAttribute("rel")).toBe("noopener noreferrer");
  expect(shown.querySelector("label a, span[style]")).toBeNull();
});

it("options have markup without links, and a group of buttons may have links in its label", () => {
  const options = [{ value: "a", label: "an **oak** ([like this](https://example.org))" }];
  show({ key: "tree", kind: "choice", label: "Which [tree](https://example.org/trees)?", options, required: true });
  expect(screen.getByRole("radio", { name: "an oak (like this)" })).toBeTruthy();
  expect(screen.getAllByRole("link").map(({ textContent }) => textContent)).toEqual(["tree"]);
});

it("an answer in a text is shown as it was typed", () => {
  const site: Field = { key: "site", kind: "text", label: "Site" };
  const note: Field = { key: "note", kind: "note", label: "At **${site}**" };
  const answer = "**x** [y](https://z.example) <b>_w_</b>\n- v";
  const shown = show(filledField(note, [site, note], { answerOf: () => answer }));
  expect(shown.querySelector("strong")?.textContent).toBe(answer);
  expect(shown.querySelectorAll("a, b, em, li")).toHaveLength(0);
});
