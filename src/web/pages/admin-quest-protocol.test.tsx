import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import {
  adminAnswers,
  asAdmin,
  dataPoint,
  quest,
  questLocation,
  refusal,
  renderApp,
  serve,
  standInBrowser,
} from "../../../test/web-app.tsx";
import { saying } from "../../../test/web-saying.ts";
import { findTranslatable } from "../../../test/web-translator.ts";
import type { WrittenProtocol } from "../../protocol/protocol-schema.ts";

const lagoon: WrittenProtocol = {
  version: 3,
  fields: [
    { key: "depth", kind: "number", label: "Secchi depth", unit: "m", min: 0, max: 60, required: true },
    {
      key: "bottom",
      kind: "choice",
      label: "Bottom",
      options: [
        { value: "mud", label: "Mud" },
        { value: "sand", label: "Sand" },
      ],
    },
    { key: "grain", kind: "text", label: "Grain", shown_when: { field: "bottom", op: "=", value: "sand" } },
  ],
  target_count: 10,
};
const plain = quest({ id: 7, quest_type: "WATER" });
const measured = quest({
  id: 8,
  quest_name: "Clear water",
  quest_type: "WATER",
  quest_deadline: "2020-01-01",
  protocol_version: 3,
  quest_data: [dataPoint({ quest_id: 8, protocol_version: 3 })],
  locations: [questLocation({ id: 21, quest_id: 8 })],
});
const stored = { ...measured, protocol: lagoon };

function open(answers: Record<string, unknown> = {}) {
  const fetchMock = serve({
    ...adminAnswers([plain, measured]),
    "GET /api/quests/7": { ...plain, protocol: null },
    "GET /api/quests/8": stored,
    "GET /api/organizations": [
      { id: 1, organization_name: "Department of Forest Ecology", organization_email: "trees@example.org" },
    ],
    ...answers,
  });
  renderApp("/admin_dashboard", asAdmin());
  const sent = (method: string, path: string) =>
    fetchMock.mock.calls
      .filter(([url, init]) => init?.method === method && String(url) === path)
      .map(([, init]) => JSON.parse(String(init?.body)));
  return { sent };
}
async function edit(name: string) {
  await userEvent.click(await screen.findByRole("button", { name: `view/edit ${name}` }));
  await screen.findByLabelText("Quest Name", { exact: false });
  return within(screen.getByRole("dialog", { name }));
}
type Dialog = Awaited<ReturnType<typeof edit>>;
const save = (dialog: Dialog) => userEvent.click(dialog.getByRole("button", { name: /^(Save|Create) quest$/ }));
const type = (element: HTMLElement, value: string) => fireEvent.change(element, { target: { value } });
const openField = async (dialog: Dialog, name: RegExp) => {
  await userEvent.click(await dialog.findByRole("button", { name }));
  return within(dialog.getByRole("group", { name: /^Question \d/ }));
};
const rows = (dialog: Dialog) =>
  dialog.getAllByRole("button", { name: /^(Edit|Close) question \d/ }).map((row) => row.getAttribute("aria-label"));
/** Looks only in the editor: the preview has labels like them. */
const editorOf = (dialog: Dialog) => within(dialog.getByRole("region", { name: "Questions" }));

beforeAll(async () => {
  await Promise.all([
    import("./admin-quests-page.tsx"),
    import("../features/protocol-editor/protocol-editor.tsx"),
    import("../features/protocol-editor/version-changes.tsx"),
  ]);
});
beforeEach(() => standInBrowser());
afterEach(() => vi.unstubAllGlobals());

describe("the form of a data point, in the quest form", () => {
  it("is the standard form until it has questions; a template is used as a whole, and sent as written", async () => {
    const { sent } = open({ "PUT /api/quests/7": { ...plain, protocol: { ...lagoon, version: 1 } } });
    const dialog = await edit(plain.quest_name);
    const own = await dialog.findByRole("radio", { name: /Custom/ });
    expect(dialog.getByRole<HTMLInputElement>("radio", { name: /Standard form/ }).checked).toBe(true);
    await userEvent.click(own);
    await userEvent.click(await dialog.findByRole("button", { name: /^A template/ }));
    await userEvent.click(dialog.getByRole("button", { name: "Use the template Secchi depth and water temperature" }));
    expect(rows(dialog).length).toBeGreaterThan(3);
    await save(dialog);
    await screen.findByText("Quest edited successfully");
    const [payload] = sent("PUT", "/api/quests/7");
    expect(payload.protocol.fields.map(({ key }: { key: string }) => key)).toContain("secchi_depth");
  });

  it("is not sent if unchanged", async () => {
    const { sent } = open({ "PUT /api/quests/8": stored });
    const dialog = await edit("Clear water");
    await dialog.findByRole("button", { name: /^Edit question 1/ });
    type(dialog.getByLabelText("Quest Name", { exact: false }), "Clearer water");
    await save(dialog);
    await screen.findByText("Quest edited successfully");
    expect(sent("PUT", "/api/quests/8")[0]).not.toHaveProperty("protocol");
  });

  it("does not open while the quest cannot be loaded, and stays as it is if unchanged", async () => {
    let isDown = true;
    const { sent } = open({
      "GET /api/quests/8": () => (isDown ? refusal(500, "internal_error") : stored),
      "PUT /api/quests/8": stored,
    });
    await userEvent.click(await screen.findByRole("button", { name: "view/edit Clear water" }));
    expect((await screen.findByRole("alert")).textContent).toContain("The quest couldn't be loaded.");
    isDown = false;
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    await screen.findByLabelText("Quest Name", { exact: false });
    await save(within(screen.getByRole("dialog", { name: "Clear water" })));
    await screen.findByText("Quest edited successfully");
    expect(sent("PUT", "/api/quests/8")[0]).not.toHaveProperty("protocol");
  });

  it("shows the effect of an edit on existing data points before saving, and asks before a key changes", async () => {
    const saved = {
      ...lagoon,
      version: 4,
      fields: lagoon.fields.map((each) => (each.key === "depth" ? { ...each, unit: "cm", max: 50 } : each)),
    };
    const { sent } = open({ "PUT /api/quests/8": { ...stored, protocol: saved } });
    const dialog = await edit("Clear water");
    const field = await openField(dialog, /^Edit question 1: Secchi depth/);
    type(field.getByRole("combobox", { name: "Unit" }), "cm");
    type(field.getByLabelText("Largest"), "50");
    expect(await dialog.findByText("This becomes version 4.")).toBeTruthy();
    expect(dialog.getByText("Becomes version 4")).toBeTruthy();
    const changes = within(dialog.getByRole("list", { name: "Changes for existing data points" }));
    await waitFor(() =>
      expect(changes.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
        "“Secchi depth” is measured in cm instead of m: existing values keep m, in a separate column.",
      ]),
    );
    await userEvent.click(field.getByText("Key, heading and more"));
    const key = field.getByLabelText<HTMLInputElement>("Key");
    expect(key.readOnly).toBe(true);
    await userEvent.click(field.getByRole("button", { name: "Change key" }));
    type(field.getByLabelText("Key"), "secchi");
    expect(await dialog.findByText(saying(/has the key secchi instead of depth/))).toBeTruthy();
    type(field.getByLabelText("Key"), "depth");
    await save(dialog);
    await screen.findByText("Quest edited successfully");
    expect(sent("PUT", "/api/quests/8")[0].protocol.fields[0]).toMatchObject({ key: "depth", unit: "cm", max: 50 });
    await waitFor(() => expect(dialog.queryByText(/Becomes version/)).toBeNull());
  });

  it("marks and counts errors at their fields, and loses nothing", async () => {
    const { sent } = open();
    const dialog = await edit("Clear water");
    const field = await openField(dialog, /^Edit question 1/);
    type(field.getByLabelText("Smallest"), "much");
    type(field.getByRole("combobox", { name: "Unit" }), "cubits");
    await userEvent.click(field.getByRole("button", { name: "Done" }));
    await save(dialog);
    expect(await dialog.findByText("2 fields need attention.")).toBeTruthy();
    expect(dialog.getByRole("button", { name: "Question 1: Secchi depth: Accepted values: Smallest" })).toBeTruthy();
    const again = within(dialog.getByRole("group", { name: /^Question 1/ }));
    const smallest = again.getByLabelText<HTMLInputElement>("Smallest");
    expect([smallest.value, smallest.getAttribute("aria-invalid")]).toEqual(["much", "true"]);
    expect(sent("PUT", "/api/quests/8")).toEqual([]);
    type(smallest, "0");
    type(again.getByRole("combobox", { name: "Unit" }), "m");
    await waitFor(() => expect(dialog.queryByText(/needs? attention/)).toBeNull());
  });

  it("shows the server's errors at their fields", async () => {
    const body = {
      code: "validation_failed",
      detail: "No.",
      info: [{ path: "protocol.fields.1.label", message: "Not this word" }],
    };
    open({ "PUT /api/quests/8": () => new Response(JSON.stringify(body), { status: 422 }) });
    const dialog = await edit("Clear water");
    await userEvent.click(await dialog.findByRole("button", { name: "Move question 2 up" }));
    await userEvent.click(dialog.getByRole("button", { name: "Move question 1 down" }));
    const field = await openField(dialog, /^Edit question 2/);
    type(field.getByLabelText("Question", { exact: false }), "Ground");
    await save(dialog);
    expect(await dialog.findByText("Error editing quest")).toBeTruthy();
    expect(await dialog.findByText("Not this word")).toBeTruthy();
  });

  it("moves, duplicates, removes and restores questions by buttons", async () => {
    open();
    const dialog = await edit("Clear water");
    await userEvent.click(await dialog.findByRole("button", { name: "Move question 1 down" }));
    expect(rows(dialog)).toEqual([
      "Edit question 1: Bottom",
      "Edit question 2: Secchi depth",
      "Edit question 3: Grain",
    ]);
    expect(dialog.getByText("Question 2 of 3: Secchi depth")).toBeTruthy();
    const field = await openField(dialog, /^Edit question 1/);
    await userEvent.click(field.getByRole("button", { name: "Duplicate" }));
    expect(rows(dialog)).toHaveLength(4);
    const copy = within(dialog.getByRole("group", { name: /^Question 2: Bottom/ }));
    await userEvent.click(copy.getByRole("button", { name: "Remove" }));
    expect(rows(dialog)).toHaveLength(3);
    await userEvent.click(dialog.getByRole("button", { name: "Undo" }));
    expect(rows(dialog)[1]).toBe("Edit question 2: Bottom");
  });

  it("adds a question by its kind, with a key from its label", async () => {
    const { sent } = open({ "PUT /api/quests/7": plain });
    const dialog = await edit(plain.quest_name);
    await userEvent.click(await dialog.findByRole("radio", { name: /Custom/ }));
    await userEvent.click(await dialog.findByRole("button", { name: /^Empty form/ }));
    await userEvent.click(await dialog.findByRole("button", { name: /^Single choice/ }));
    const field = within(dialog.getByRole("group", { name: /^Question 1/ }));
    type(field.getByLabelText("Question", { exact: false }), "Kind of ground");
    await userEvent.click(field.getByRole("button", { name: "Paste a list" }));
    type(field.getByRole("textbox", { name: "Paste a list" }), "Soft mud\nSand");
    await userEvent.click(field.getByRole("button", { name: "Add 2 options" }));
    await save(dialog);
    await screen.findByText("Quest edited successfully");
    expect(sent("PUT", "/api/quests/7")[0].protocol).toEqual({
      fields: [
        {
          key: "kind_of_ground",
          kind: "choice",
          label: "Kind of ground",
          options: [
            { value: "soft_mud", label: "Soft mud" },
            { value: "sand", label: "Sand" },
          ],
        },
      ],
    });
  });

  it("shows languages side by side and counts missing texts; the preview works in any of them", async () => {
    open();
    const dialog = await edit("Clear water");
    await userEvent.click(await dialog.findByRole("button", { name: "Add a language" }));
    const chooser = dialog.getByRole("combobox", { name: "Add a language" });
    type(chooser, "no language");
    await userEvent.click(dialog.getByRole("button", { name: "Add" }));
    expect(dialog.getByText(/This isn't a language code/)).toBeTruthy();
    type(chooser, "de");
    await userEvent.click(dialog.getByRole("button", { name: "Add" }));
    // Three labels and two options.
    expect(dialog.getByText("5 texts are missing")).toBeTruthy();
    await userEvent.click(dialog.getByText("5 texts are missing"));
    const field = within(dialog.getByRole("group", { name: /^Question 1/ }));
    const [label] = field.getAllByLabelText("German", { exact: false });
    if (!label) throw new Error("no column");
    type(label, "Sichttiefe");
    expect(await dialog.findByText("4 texts are missing")).toBeTruthy();
    const preview = within(dialog.getAllByRole("region", { name: "Preview on a phone" })[0] ?? document.body);
    await userEvent.selectOptions(preview.getByLabelText("Preview language"), "de");
    expect(await preview.findByText("Sichttiefe")).toBeTruthy();
    expect(preview.getByText("Bottom")).toBeTruthy();
  });

  it("shows and hides questions in the preview by its answers", async () => {
    open();
    const dialog = await edit("Clear water");
    await dialog.findByRole("button", { name: /^Edit question 1/ });
    const preview = within(dialog.getAllByRole("region", { name: "Preview on a phone" })[0] ?? document.body);
    expect(preview.queryByText("Grain")).toBeNull();
    await userEvent.click(preview.getByRole("radio", { name: "Sand" }));
    expect(await preview.findByText("Grain")).toBeTruthy();
  });

  it("imports an XLSForm only after it was reviewed", async () => {
    const imported = {
      protocol: { fields: [{ key: "wind", kind: "number", label: "Wind", unit: "m/s" }] },
      report: [{ level: "warning", sheet: "survey", row: 4, column: "relevant", message: "This is asked always." }],
    };
    open({ "POST /api/protocols/xlsform": imported });
    const dialog = await edit("Clear water");
    await userEvent.click(await dialog.findByRole("button", { name: "Start over from…" }));
    await userEvent.click(dialog.getByRole("button", { name: /^An XLSForm/ }));
    const file = new File(["x"], "wind.xlsx");
    const upload = () => userEvent.upload(dialog.getByLabelText(/Choose (a|another) file/), file);
    await upload();
    expect(await dialog.findByText("This is asked always.")).toBeTruthy();
    expect(dialog.getByRole("cell", { name: "Sheet survey, Row 4, Column relevant" })).toBeTruthy();
    expect(findTranslatable(["survey", "relevant", "wind.xlsx"])).toEqual([]);
    expect(rows(dialog)).toHaveLength(3);
    await userEvent.click(dialog.getByRole("button", { name: "Don't import" }));
    expect(rows(dialog)).toHaveLength(3);
    await upload();
    await userEvent.click(await dialog.findByRole("button", { name: "Import" }));
    expect(rows(dialog)).toEqual(["Edit question 1: Wind"]);
    await userEvent.click(dialog.getByRole("button", { name: "Undo" }));
    expect(rows(dialog)).toHaveLength(3);
  });

  it("draws few of ten thousand options, and finds the others", async () => {
    const options = Array.from({ length: 10_000 }, (_, index) => ({ value: `s${index}`, label: `Species ${index}` }));
    open({
      "GET /api/quests/8": {
        ...stored,
        protocol: { version: 3, fields: [{ key: "species", kind: "choice", label: "Species", options }] },
      },
    });
    const dialog = await edit("Clear water");
    const field = await openField(dialog, /^Edit question 1/);
    expect(field.getAllByRole("textbox", { name: /^Option [\d,]+: Label/ })).toHaveLength(50);
    type(field.getByRole("searchbox", { name: "Search the 10,000 options" }), "species 9876");
    const [found] = await waitFor(() => {
      const labels = field.getAllByRole<HTMLInputElement>("textbox", { name: /^Option [\d,]+: Label/ });
      expect(labels).toHaveLength(1);
      return labels;
    });
    expect(found?.value).toBe("Species 9876");
    expect(found?.getAttribute("aria-label")).toBe("Option 9,877: Label");
  });

  it("asks before discarding entries", async () => {
    open();
    const dialog = await edit("Clear water");
    await userEvent.click(await dialog.findByRole("button", { name: "Move question 1 down" }));
    expect(await dialog.findByText("Not saved yet")).toBeTruthy();
    await userEvent.click(dialog.getAllByRole("button", { name: "Close" })[0] ?? document.body);
    await userEvent.click(screen.getByRole("button", { name: "Keep editing" }));
    expect(rows(dialog)[0]).toBe("Edit question 1: Bottom");
    expect(editorOf(dialog).getByText("3 questions")).toBeTruthy();
  });
});

describe("a duplicated quest", () => {
  it("is new and inactive, with everything but data points, people, cover and a past deadline", async () => {
    const { sent } = open({
      "GET /api/quests/8": { ...stored, quest_image: "/api/covers/1" },
      "POST /api/quests": { ...stored, id: 9, quest_data: [] },
    });
    await userEvent.click(await screen.findByRole("button", { name: "duplicate Clear water" }));
    const dialog = within(screen.getByRole("dialog", { name: "New quest" }));
    await dialog.findByRole("button", { name: /^Edit question 1/ });
    expect(dialog.queryByText(/Becomes/)).toBeNull();
    await save(dialog);
    await screen.findByText("Quest created successfully");
    const { version: _version, ...asked } = lagoon;
    expect(sent("POST", "/api/quests")).toEqual([
      expect.objectContaining({
        quest_name: "Clear water (copy)",
        quest_status: "INACTIVE",
        quest_deadline: null,
        locations: [expect.objectContaining({ id: null, locality: "Lihue" })],
        protocol: asked,
      }),
    ]);
  });

  it("keeps the standard form if the quest has it, and also opens from the quest's own dialog", async () => {
    const { sent } = open({ "POST /api/quests": { ...plain, id: 9, protocol: null } });
    const dialog = await edit(plain.quest_name);
    await userEvent.click(dialog.getByRole("button", { name: "Duplicate quest" }));
    const copy = within(await screen.findByRole("dialog", { name: "New quest" }));
    await copy.findByRole("radio", { name: /Standard form/ });
    await save(copy);
    await screen.findByText("Quest created successfully");
    expect(sent("POST", "/api/quests")[0]).not.toHaveProperty("protocol");
    expect(sent("POST", "/api/quests")[0].quest_deadline).toBe("2031-05-09");
  });
});
