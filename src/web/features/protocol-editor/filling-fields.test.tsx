// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions refer to answers with them
import { cleanup, render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { Protocol } from "../../../protocol/field.ts";
import { isOpened, sourcesOf } from "../../../protocol/public-fields.ts";
import { EditorContext, type EditorContextValue } from "./editor-context.ts";
import { FillingFields } from "./filling-fields.tsx";
import { draftOf } from "./protocol-draft.ts";

/** The last question's part about the public. */
function show(open: boolean, expression?: string): void {
  const protocol: Protocol = {
    fields: [
      { key: "name", kind: "text", label: "Name" },
      { key: "depth", kind: "number", label: "Depth" },
      { key: "site", kind: "text", label: "Site", public: open, ...(expression && { default: { expression } }) },
    ],
  };
  const draft = draftOf(protocol, "en");
  const sources = sourcesOf(protocol, { isOpen: isOpened, hasPlaces: () => false });
  const field = draft.fields[2];
  if (!field) throw new Error("no field");
  render(
    <EditorContext value={{ sources } as Partial<EditorContextValue> as EditorContextValue}>
      <FillingFields draft={draft} field={field} onChange={() => {}} />
    </EditorContext>,
  );
}
const isPublic = () => screen.getByRole("checkbox", { name: /^Answers are part of public results/ });

it.each<[string, boolean, string | undefined, RegExp]>([
  ["who sees it", true, undefined, /so only the team sees them unless you say so/],
  ["who sees it", true, "string(${depth})", /so only the team sees them unless you say so/],
  ["that it is closed anyway", true, "${name}", /so they aren't public either/],
  ["that it needs exact positions", true, "string(decimal-time(now()))", /public only with exact positions/],
  ["nothing of that", false, "string(decimal-time(now()))", /so only the team sees them unless you say so/],
])("a question that is marked as public says %s (%s, %s)", (_, open, expression, said) => {
  show(open, expression);
  expect(isPublic().closest("label")?.textContent).toMatch(said);
});

const fileField = (kind: "audio" | "file", open: boolean) => {
  const protocol: Protocol = { fields: [{ key: "proof", kind, label: "Proof", public: open }] };
  const [field] = draftOf(protocol, "en").fields;
  if (!field) throw new Error("no field");
  const sources = sourcesOf(protocol, { isOpen: isOpened, hasPlaces: () => false });
  render(
    <EditorContext value={{ sources } as Partial<EditorContextValue> as EditorContextValue}>
      <FillingFields draft={draftOf(protocol, "en")} field={field} onChange={() => {}} />
    </EditorContext>,
  );
};

it("a recording can be made public, a PDF can't; who marked one can take that back", () => {
  fileField("audio", true);
  expect(isPublic().closest("label")?.textContent).toMatch(/copies without metadata/);
  cleanup();
  fileField("file", false);
  expect(screen.queryByRole("checkbox", { name: /^Answers are part of public results/ })).toBeNull();
  cleanup();
  fileField("file", true);
  expect(isPublic().closest("label")?.textContent).toMatch(/PDF holds where, when and by whom/);
});
