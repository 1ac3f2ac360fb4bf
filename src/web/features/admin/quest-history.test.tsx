import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { adminAnswers, asAdmin, quest, refusal, renderApp, serve, standInBrowser } from "../../../../test/web-app.tsx";
import { saying } from "../../../../test/web-saying.ts";
import type { QuestHistoryEntry } from "../../../contract/quest-history.ts";

const shown = quest({ quest_description: "Measure the trunk.", safety: null });
const entry = (changes: Partial<QuestHistoryEntry>): QuestHistoryEntry => ({
  id: 1,
  at: "2026-05-01T10:00:00Z",
  person: "olga",
  kind: "changed",
  changes: [],
  locations: null,
  ...changes,
});
const history = [
  entry({
    id: 3,
    changes: [
      { field: "quest_description", before: "Photograph the bark.", after: "Measure the trunk." },
      { field: "safety", before: "Mind the bees.", after: null },
      { field: "quest_status", before: "INACTIVE", after: "IN_PROGRESS" },
      { field: "adventurer_limit", before: null, after: 5 },
      { field: "protocol_version", before: null, after: 1 },
      { field: "lesson_version", before: 2, after: null },
      { field: "quest_image", before: true, after: true },
    ],
    locations: { added: 1, changed: 2, removed: 0, names: ["Hilo", "Lihue"] },
  }),
  entry({ id: 2, kind: "created" }),
  entry({ id: 1, stations: { added: 2, changed: 0, removed: 1, names: ["F-1 Ford"] } }),
];

async function openHistory(answer: unknown) {
  const fetchMock = serve({
    ...adminAnswers([shown]),
    "GET /api/organizations": [{ id: 1, organization_name: "Forests", organization_email: "trees@example.org" }],
    [`GET /api/quests/${shown.id}/life`]: {
      quest_status: "IN_PROGRESS",
      published_at: null,
      archived_at: null,
      adventurer_count: 1,
      sample_count: 0,
    },
    [`GET /api/quests/${shown.id}/history`]: answer,
    [`PUT /api/quests/${shown.id}`]: shown,
  });
  renderApp("/admin_dashboard", asAdmin());
  await userEvent.click(await screen.findByRole("button", { name: `view/edit ${shown.quest_name}` }));
  await screen.findByLabelText("Quest Name", { exact: false });
  const form = within(screen.getByRole("dialog", { name: shown.quest_name }));
  const details = form.getByRole("heading", { name: "History" }).closest("details") as HTMLDetailsElement;
  details.open = true;
  fireEvent(details, new Event("toggle"));
  const field = (name: string) => form.getByRole<HTMLTextAreaElement>("textbox", { name });
  const saved = () =>
    fetchMock.mock.calls.flatMap(([, init]) => (init?.method === "PUT" ? [JSON.parse(String(init.body))] : []));
  return { form, field, saved };
}

beforeAll(() => import("../../pages/admin-quests-page.tsx"));
beforeEach(() => standInBrowser());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const changeOf = async (form: Awaited<ReturnType<typeof openHistory>>["form"], name: string) =>
  within((await form.findByRole("heading", { name })).parentElement as HTMLElement);

it("says in words who changed what", async () => {
  const { form } = await openHistory(history);
  expect(await form.findByText("Created this quest.")).toBeTruthy();
  const items = form.getAllByRole("listitem").map((item) => item.textContent);
  expect(items.filter((text) => text?.startsWith("olga, May 1, 2026"))).toHaveLength(3);
  const lines = [
    "Quest Status: Inactive, then In progress",
    "Adventurer limit: none, then 5",
    "Form: standard form, then version 1",
    "Lesson: version 2, then none",
    "Cover photo replaced",
    "1 location added",
    "2 locations changed",
    "Hilo, Lihue",
    "2 stations added",
    "1 station removed",
    "F-1 Ford",
  ];
  for (const line of lines) expect(form.getByText(line)).toBeTruthy();
});

it("puts an earlier text into the form, where it can be undone or saved like any change", async () => {
  const { form, field, saved } = await openHistory(history);
  const change = await changeOf(form, "Quest Description");
  fireEvent.change(field("Quest Description"), { target: { value: "Typed meanwhile." } });
  await userEvent.click(change.getByRole("button", { name: "Restore this text" }));
  expect(field("Quest Description").value).toBe("Photograph the bark.");
  expect(document.activeElement).toBe(field("Quest Description"));
  expect(form.getByText("Not saved yet")).toBeTruthy();
  await userEvent.click(change.getByRole("button", { name: "Undo" }));
  expect(field("Quest Description").value).toBe("Typed meanwhile.");
  await userEvent.click(form.getByRole("button", { name: "Restore all 2 texts" }));
  expect(saved()).toEqual([]);
  await userEvent.click(form.getByRole("button", { name: "Save quest" }));
  await form.findByText("Quest edited successfully");
  expect(saved()).toMatchObject([{ quest_description: "Photograph the bark.", safety: "Mind the bees." }]);
});

it("says that there is none, or that it couldn't be loaded", async () => {
  expect(await (await openHistory([])).form.findByText(/^No changes yet/)).toBeTruthy();
  cleanup();
  const { form } = await openHistory(() => refusal(500, "internal", ""));
  expect(await form.findByRole("button", { name: "Try again" })).toBeTruthy();
});

it("[CALL-38] keeps what was typed if somebody saved the quest meanwhile, shows it, and saves on request", async () => {
  const newer = entry({
    id: 9,
    person: "hugo",
    changes: [{ field: "safety", before: "Mind the bees.", after: "Mind the wasps." }],
  });
  const fetchMock = serve({
    ...adminAnswers([{ ...shown, revision: 3 }]),
    "GET /api/organizations": [{ id: 1, organization_name: "Forests", organization_email: "trees@example.org" }],
    [`GET /api/quests/${shown.id}/history`]: [newer],
    [`PUT /api/quests/${shown.id}`]: (_: URL, init?: RequestInit) =>
      JSON.parse(String(init?.body)).seen_revision === 9 ? { ...shown, revision: 10 } : refusal(409, "quest_changed"),
  });
  renderApp("/admin_dashboard", asAdmin());
  await userEvent.click(await screen.findByRole("button", { name: `view/edit ${shown.quest_name}` }));
  const field = await screen.findByRole<HTMLTextAreaElement>("textbox", { name: "Equipment" });
  fireEvent.change(field, { target: { value: "A long tape." } });
  await userEvent.click(screen.getByRole("button", { name: "Save quest" }));
  const told = await screen.findByText(saying(/^hugo changed this quest while you were editing it/));
  expect(within(told).getByText("hugo").getAttribute("translate")).toBe("no");
  expect(field.value).toBe("A long tape.");
  await userEvent.click(screen.getByRole("button", { name: "Show what changed" }));
  expect(await screen.findByText("Mind the wasps.")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Save mine anyway" }));
  expect(await screen.findByText("Quest edited successfully")).toBeTruthy();
  expect(screen.queryByText(/^hugo changed this quest/)).toBeNull();
  const saved = fetchMock.mock.calls.flatMap(([, init]) =>
    init?.method === "PUT" ? [JSON.parse(String(init.body))] : [],
  );
  expect(saved).toMatchObject([{ seen_revision: 3 }, { seen_revision: 9, equipment: "A long tape." }]);
});
