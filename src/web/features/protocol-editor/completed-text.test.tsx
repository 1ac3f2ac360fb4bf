// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions refer to answers with them
import { fireEvent, render, screen } from "@testing-library/react";
import { useRef, useState } from "react";
import { beforeEach, expect, it } from "vitest";
import { Field } from "../../ui/field.tsx";
import { CompletedText, completionsAt } from "./completed-text.tsx";
import { EditorContext, type EditorContextValue } from "./editor-context.ts";

const answers = [
  { key: "depth", label: "Water depth" },
  { key: "adults", label: "Adult birds" },
  { key: "site", label: "Name of the site" },
];

it.each([
  ["${|", ["depth", "adults", "site"]],
  ["1 + $|", ["depth", "adults", "site"]],
  ["${de|", ["depth"]],
  ["${bir|", ["adults"]],
  ["${te|", ["depth", "site"]],
  ["2-wat|", ["depth"]],
  ["da|", ["date()", "date-time()"]],
  ["not(sel|", ["selected()", "selected-at()"]],
  // Nothing to complete.
  ["|", undefined],
  ["1 |", undefined],
  ["${depth}|", undefined],
  ["1 or|", undefined],
  ["'de|", undefined],
  ["\"it's de|", undefined],
  ["zzz|", undefined],
])("%s", (written, expected) => {
  const caret = written.indexOf("|");
  const found = completionsAt(written.replace("|", ""), caret, answers)?.found;
  expect(found?.map(({ sign }) => sign)).toEqual(expected);
});

const said: string[] = [];
let text = "";
const context = {
  announce: (words: string) => said.push(words),
  lists: [
    { name: "regions", id: 7 },
    { name: "", id: 0 },
  ],
} as unknown as EditorContextValue;

function Editor() {
  const [written, setWritten] = useState("");
  const input = useRef<HTMLTextAreaElement>(null);
  text = written;
  return (
    <EditorContext value={context}>
      <Field label="Rule">
        {(control) => (
          <CompletedText {...control} text={written} answers={answers} input={input} onChange={setWritten} />
        )}
      </Field>
    </EditorContext>
  );
}

beforeEach(() => {
  said.length = 0;
});

function type(written: string) {
  const input = screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Rule" });
  const caret = written.indexOf("|");
  fireEvent.change(input, { target: { value: written.replace("|", ""), selectionStart: caret, selectionEnd: caret } });
  return input;
}

it("answers and functions are completed by keyboard", () => {
  render(<Editor />);
  const input = type("${|");
  expect(said).toEqual(["3 suggestions"]);
  expect(input.getAttribute("aria-activedescendant")).toBe(screen.getByRole("option", { selected: true }).id);
  fireEvent.keyDown(input, { key: "ArrowDown" });
  expect(screen.getByRole("option", { selected: true }).textContent).toBe("adultsAdult birds");
  expect(fireEvent.keyDown(input, { key: "Enter" })).toBe(false);
  expect([text, input.selectionStart]).toEqual(["${adults}", 9]);
  expect(screen.queryByRole("listbox")).toBeNull();
  // Enter is a new line again.
  expect(fireEvent.keyDown(input, { key: "Enter" })).toBe(true);

  type("rou|(${depth})");
  fireEvent.keyDown(input, { key: "Tab" });
  expect([text, input.selectionStart]).toEqual(["round(${depth})", 5]);
  type("${adults} > su|");
  fireEvent.keyDown(input, { key: "ArrowUp" });
  fireEvent.keyDown(input, { key: "ArrowDown" });
  expect(screen.getByRole("option", { selected: true }).textContent).toBe("sum()Function");
  fireEvent.keyDown(input, { key: "Tab" });
  expect([text, input.selectionStart]).toEqual(["${adults} > sum()", 16]);
});

it("Escape and moving the caret close the list; a click takes a suggestion", () => {
  let escapes = 0;
  render(
    // biome-ignore lint/a11y/noStaticElementInteractions: stands for the dialog.
    <div onKeyDown={() => escapes++}>
      <Editor />
    </div>,
  );
  const input = type("${de|pt} > 2");
  expect(screen.getByRole("listbox", { name: "Answers and functions" })).toBeTruthy();
  fireEvent.keyDown(input, { key: "Escape" });
  expect(screen.queryByRole("listbox")).toBeNull();
  expect(escapes).toBe(0);
  fireEvent.keyDown(input, { key: "Escape" });
  expect(escapes).toBe(1);

  type("${s|");
  input.setSelectionRange(0, 0);
  fireEvent.select(input);
  expect(screen.queryByRole("listbox")).toBeNull();

  type("${de|pt} > 2");
  const option = screen.getByRole("option", { name: /depth/ });
  expect(fireEvent.mouseDown(option)).toBe(false);
  fireEvent.click(option);
  expect(text).toBe("${depth} > 2");
});

it("a list that the form names is completed, up to its column", () => {
  render(<Editor />);
  const input = screen.getByLabelText<HTMLTextAreaElement>("Rule");
  fireEvent.change(input, { target: { value: "look", selectionStart: 4 } });
  expect(screen.getAllByRole("option").map((option) => option.textContent)).toEqual([
    "lookup('regions', …)Function",
    "lookup()Function",
  ]);
  fireEvent.keyDown(input, { key: "Enter" });
  expect([text, input.selectionStart]).toEqual(["lookup('regions', '', )", "lookup('regions', '".length]);
});
