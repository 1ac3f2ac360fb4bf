import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { adminAnswers, asAdmin, quest, renderApp, serve, standInBrowser } from "../../../../test/web-app.tsx";

const german = { quest_name: "Rinde der Mangobäume", safety: "Vorsicht, Bienen!" };
const shown = quest({
  quest_description: "Measure the trunk.",
  safety: "Mind the bees.",
  equipment: null,
  study_motivation: null,
  training_requirement: null,
  language: "en",
  translations: { de: german, ar: { quest_name: "لحاء المانجو" } },
});
const history = [
  {
    id: 4,
    at: "2026-05-01T10:00:00Z",
    person: "olga",
    kind: "changed",
    locations: null,
    changes: [
      { field: "translation", language: "de", text: "safety", before: "Achtung, Bienen!", after: german.safety },
      { field: "language", before: "fr", after: "en" },
    ],
  },
];

async function edit(answers: Record<string, unknown> = {}) {
  const fetchMock = serve({
    ...adminAnswers([shown]),
    "GET /api/organizations": [{ id: 1, organization_name: "Forests", organization_email: "trees@example.org" }],
    [`GET /api/quests/${shown.id}/history`]: history,
    [`PUT /api/quests/${shown.id}`]: shown,
    ...answers,
  });
  renderApp("/admin_dashboard", asAdmin());
  await userEvent.click(await screen.findByRole("button", { name: `view/edit ${shown.quest_name}` }));
  await screen.findByRole("textbox", { name: "Quest Name" });
  const dialog = within(screen.getByRole("dialog", { name: shown.quest_name }));
  const sent = () =>
    fetchMock.mock.calls.flatMap(([, init]) => (init?.method === "PUT" ? [JSON.parse(String(init.body))] : []));
  const saved = async () => {
    await userEvent.click(dialog.getByRole("button", { name: "Save quest" }));
    await dialog.findAllByText(/^(Quest edited|Error editing|One field)/);
    return sent();
  };
  return { dialog, saved };
}
type Dialog = Awaited<ReturnType<typeof edit>>["dialog"];
const field = (dialog: Dialog, name: string) => dialog.getByRole<HTMLTextAreaElement>("textbox", { name });
const write = (dialog: Dialog, name: string, value: string) =>
  fireEvent.change(field(dialog, name), { target: { value } });
const choose = (dialog: Dialog, name: string, language: string) =>
  fireEvent.change(dialog.getByRole("combobox", { name }), { target: { value: language } });
async function add(dialog: Dialog, language: string) {
  await userEvent.click(dialog.getByRole("button", { name: "Add a translation" }));
  choose(dialog, "Add a translation", language);
  await userEvent.click(dialog.getByRole("button", { name: "Add" }));
}

beforeAll(() => import("../../pages/admin-quests-page.tsx"));
beforeEach(() => standInBrowser());
afterEach(() => vi.unstubAllGlobals());

it("[ENT-06] the editor has a tab for each language, with what is missing, and the texts beside the originals", async () => {
  const { dialog, saved } = await edit();
  const tabs = () => dialog.getAllByRole("tab").map((tab) => tab.textContent);
  expect(tabs()).toEqual(["German1 text is missing", "Arabic2 texts are missing"]);
  expect(field(dialog, "Safety (German)").value).toBe(german.safety);
  write(dialog, "Quest Description (German)", "Miss den Stamm.");
  expect(tabs()[0]).toBe("Germancomplete");
  dialog.getByRole("tab", { name: /German/ }).focus();
  await userEvent.keyboard("{ArrowRight}");
  const name = field(dialog, "Quest Name (Arabic)");
  expect([name.lang, name.dir, name.value]).toEqual(["ar", "rtl", "لحاء المانجو"]);
  const [sent] = await saved();
  expect(sent.language).toBeUndefined();
  expect(sent.translations.de).toMatchObject({ ...german, quest_description: "Miss den Stamm." });
});

it("[ENT-06] a language is added by its name, and removed with a way back", async () => {
  const { dialog, saved } = await edit();
  await add(dialog, "German");
  expect(dialog.getByText("The quest already has this language.")).toBeTruthy();
  choose(dialog, "Add a translation", "pt-BR");
  await userEvent.click(dialog.getByRole("button", { name: "Add" }));
  expect(dialog.getByRole("tab", { selected: true }).textContent).toBe("Brazilian Portuguese3 texts are missing");
  await userEvent.click(dialog.getByRole("tab", { name: /German/ }));
  await userEvent.click(dialog.getByRole("button", { name: "Remove German" }));
  await userEvent.click(dialog.getByRole("button", { name: "Undo" }));
  expect(field(dialog, "Safety (German)").value).toBe(german.safety);
  await userEvent.click(dialog.getByRole("button", { name: "Remove German" }));
  expect(Object.keys((await saved())[0].translations)).toEqual(["ar", "pt-BR"]);
});

it("[ENT-06] the quest's own language is changed without its texts", async () => {
  const { dialog, saved } = await edit();
  await userEvent.click(dialog.getByRole("button", { name: "Choose another language" }));
  choose(dialog, "Choose another language", "fr");
  await userEvent.click(dialog.getByRole("button", { name: "Choose" }));
  const [sent] = await saved();
  expect(sent).toMatchObject({ language: "fr", quest_name: shown.quest_name });
  expect(sent.translations).toBeUndefined();
});

it("[ENT-06] marks the tab of a text that can't be saved", async () => {
  const { dialog, saved } = await edit();
  write(dialog, "Quest Name (German)", "R");
  await userEvent.click(dialog.getByRole("tab", { name: /Arabic/ }));
  expect(await saved()).toEqual([]);
  await userEvent.click(await dialog.findByRole("button", { name: "German" }));
  expect(document.activeElement).toBe(dialog.getByRole("tab", { name: /German/ }));
  await userEvent.click(dialog.getByRole("tab", { name: /German/ }));
  expect(dialog.getByText("String must contain at least 3 character(s)")).toBeTruthy();
});

it("[ENT-06] shows what the server refuses where it is", async () => {
  const info = [{ path: "translations.de", message: "Use a language tag, such as en or pt-BR" }];
  const { dialog, saved } = await edit({
    [`PUT /api/quests/${shown.id}`]: new Response(JSON.stringify({ code: "validation_failed", detail: "No.", info }), {
      status: 422,
    }),
  });
  await saved();
  expect(await dialog.findByText("Use a language tag, such as en or pt-BR")).toBeTruthy();
});

it("[ENT-06] the history tells of translations, and puts earlier ones into the form", async () => {
  const { dialog, saved } = await edit();
  const details = dialog.getByRole("heading", { name: "History" }).closest("details") as HTMLDetailsElement;
  details.open = true;
  fireEvent(details, new Event("toggle"));
  expect(await dialog.findByRole("heading", { name: "Safety (German)" })).toBeTruthy();
  expect(dialog.getByText("Language: French, then English")).toBeTruthy();
  await userEvent.click(dialog.getByRole("button", { name: "Restore this text" }));
  await waitFor(() => expect(field(dialog, "Safety (German)").value).toBe("Achtung, Bienen!"));
  expect((await saved())[0].translations.de.safety).toBe("Achtung, Bienen!");
});
