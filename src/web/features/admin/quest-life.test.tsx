import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import {
  adminAnswers,
  asAdmin,
  asAdventurer,
  quest,
  refusal,
  renderApp,
  serve,
  standInBrowser,
} from "../../../../test/web-app.tsx";
import type { QuestLife } from "../../../contract/quest-life.ts";

const draft = quest({
  quest_status: "INACTIVE",
  quest_deadline: null,
  adventurer_count: 0,
  active_adventurer_count: 0,
});
const lifeOf = (changes: Partial<QuestLife> = {}): QuestLife => ({
  quest_status: "INACTIVE",
  published_at: null,
  archived_at: null,
  adventurer_count: 0,
  sample_count: 0,
  ...changes,
});

function open(shown = draft, life = lifeOf(), answers: Record<string, unknown> = {}) {
  const fetchMock = serve({
    ...adminAnswers([shown]),
    "GET /api/organizations": [{ id: 1, organization_name: "Forests", organization_email: "trees@example.org" }],
    [`GET /api/quests/${shown.id}/life`]: life,
    ...answers,
  });
  renderApp("/admin_dashboard", asAdmin());
  return (method: string, path: string) =>
    fetchMock.mock.calls
      .filter(([url, init]) => (init?.method ?? "GET") === method && String(url).startsWith(path))
      .map(([url, init]) => (init?.body ? JSON.parse(String(init.body)) : String(url)));
}
async function edit(shown = draft) {
  await userEvent.click(await screen.findByRole("button", { name: `view/edit ${shown.quest_name}` }));
  await screen.findByLabelText("Quest Name", { exact: false });
  const form = within(screen.getByRole("dialog", { name: shown.quest_name }));
  return { form, life: within(await form.findByRole("region", { name: "Publishing" })) };
}

beforeAll(() => import("../../pages/admin-quests-page.tsx"));
beforeEach(() => standInBrowser());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe("publishing", () => {
  it("the table says that volunteers don't see a draft, and publishes it after saying what happens", async () => {
    const sent = open(draft, lifeOf(), {
      [`POST /api/quests/${draft.id}/steps`]: lifeOf({ quest_status: "ACCEPTING_APPLICATIONS" }),
    });
    expect(await screen.findByText("Draft: volunteers don't see it")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: `publish ${draft.quest_name}` }));
    const dialog = within(await screen.findByRole("dialog", { name: `Publish ${draft.quest_name}?` }));
    expect(dialog.getByText(/^Everyone will find it/)).toBeTruthy();
    expect(dialog.getByText("Volunteers can join at any time: it has no deadline.")).toBeTruthy();
    await userEvent.click(dialog.getByRole("button", { name: "Publish" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(sent("POST", `/api/quests/${draft.id}/steps`)).toEqual([{ step: "publish", seen: "INACTIVE" }]);
  });

  it("can't be done while something needed is missing; advice doesn't stop it", async () => {
    const bare = { ...draft, quest_description: null, quest_deadline: "2020-01-01", safety: null };
    open(bare);
    await userEvent.click(await screen.findByRole("button", { name: `publish ${bare.quest_name}` }));
    const dialog = within(await screen.findByRole("dialog", { name: `Publish ${bare.quest_name}?` }));
    expect(dialog.getByText("A deadline that hasn't passed, or none.")).toBeTruthy();
    expect(dialog.getByText("Safety: what volunteers should look out for.")).toBeTruthy();
    expect(dialog.getByRole<HTMLButtonElement>("button", { name: "Publish" }).disabled).toBe(true);
  });

  it("a refusal stays in the dialog with its reason", async () => {
    open(draft, lifeOf(), {
      [`POST /api/quests/${draft.id}/steps`]: () => refusal(409, "quest_step_refused", "Somebody was faster."),
    });
    await userEvent.click(await screen.findByRole("button", { name: `publish ${draft.quest_name}` }));
    const dialog = within(await screen.findByRole("dialog", { name: `Publish ${draft.quest_name}?` }));
    await userEvent.click(dialog.getByRole("button", { name: "Publish" }));
    expect((await dialog.findByRole("alert")).textContent).toContain("Somebody was faster.");
  });
});

describe("the life of a quest in its form", () => {
  it("takes a step for the saved quest; the form then has the new status and stays unchanged otherwise", async () => {
    const shown = quest({ quest_status: "ACCEPTING_APPLICATIONS" });
    const published_at = "2026-05-01T08:00:00Z";
    let now = lifeOf({ quest_status: "ACCEPTING_APPLICATIONS", published_at, adventurer_count: 4 });
    const sent = open(shown, now, {
      [`GET /api/quests/${shown.id}/life`]: () => now,
      [`POST /api/quests/${shown.id}/steps`]: () => {
        now = { ...now, quest_status: "IN_PROGRESS" };
        return now;
      },
    });
    const { form, life } = await edit(shown);
    expect(await life.findByText(/First published May 1, 2026/)).toBeTruthy();
    expect(life.queryByRole("button", { name: "Delete" })).toBeNull();
    await userEvent.click(life.getByRole("button", { name: "Pause joining" }));
    const dialog = within(await screen.findByRole("dialog", { name: `Pause joining for ${shown.quest_name}?` }));
    expect(dialog.getByText(/The 3 volunteers who joined can continue measuring/)).toBeTruthy();
    await userEvent.click(dialog.getByRole("button", { name: "Pause joining" }));
    expect(await life.findByText("Joining paused")).toBeTruthy();
    expect(form.getByLabelText<HTMLInputElement>("In progress").checked).toBe(true);
    expect(form.queryByText("Not saved yet")).toBeNull();
    expect(sent("POST", "/api/quests")).toEqual([{ step: "pause", seen: "ACCEPTING_APPLICATIONS" }]);
  });

  it("waits until changes are saved", async () => {
    open();
    const { form, life } = await edit();
    fireEvent.change(form.getByLabelText("Quest Name", { exact: false }), { target: { value: "Another name" } });
    expect((await life.findByRole<HTMLButtonElement>("button", { name: "Publish" })).disabled).toBe(true);
    expect(life.getByText("Save your changes first.")).toBeTruthy();
  });

  it("deletes a quest that nobody joined, and closes the form", async () => {
    const sent = open(draft, lifeOf(), { [`DELETE /api/quests/${draft.id}`]: new Response(null, { status: 204 }) });
    const { life } = await edit();
    await userEvent.click(await life.findByRole("button", { name: "Delete" }));
    const dialog = within(await screen.findByRole("dialog", { name: `Delete ${draft.quest_name}?` }));
    await userEvent.click(dialog.getByRole("button", { name: "Delete" }));
    expect(sent("DELETE", "/api/quests")).toHaveLength(1);
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});

describe("the target for everyone together", () => {
  it("is shown beside what is accepted, sent as typed, and removed when emptied", async () => {
    const shown = quest({ target_total: 1000, accepted_total: 312 });
    const sent = open(shown, lifeOf(), { [`PUT /api/quests/${shown.id}`]: { ...shown, target_total: null } });
    const { form } = await edit(shown);
    const target = form.getByLabelText<HTMLInputElement>("Data points in total", { exact: false });
    expect(target.value).toBe("1000");
    fireEvent.change(target, { target: { value: "" } });
    await userEvent.click(form.getByRole("button", { name: "Save quest" }));
    await form.findByText("Quest edited successfully");
    expect(sent("PUT", "/api/quests")).toMatchObject([{ target_total: null }]);
    expect(target.value).toBe("");
  });
});

describe("who sees the results", () => {
  it("is asked, with how exactly places are shown, and sent only when changed", async () => {
    const shown = quest({ results: { visibility: "hidden", positions: "hidden" } });
    const results = { visibility: "public", positions: 0.01 } as const;
    const sent = open(shown, lifeOf(), { [`PUT /api/quests/${shown.id}`]: { ...shown, results } });
    const { form } = await edit(shown);
    expect(form.queryByRole("group", { name: /^How exactly does everybody see/ })).toBeNull();
    await userEvent.click(form.getByLabelText("Everybody"));
    const where = within(form.getByRole("group", { name: /^How exactly does everybody see/ }));
    expect(where.getByLabelText<HTMLInputElement>("Not at all").checked).toBe(true);
    await userEvent.click(where.getByLabelText("To 0.01 degrees, about 1 kilometer"));
    expect(where.getByText(/^Everybody sees the middle of the square/)).toBeTruthy();
    await userEvent.click(form.getByRole("button", { name: "Save quest" }));
    await form.findByText("Quest edited successfully");
    fireEvent.change(form.getByLabelText("Safety"), { target: { value: "Mind the bees." } });
    await userEvent.click(form.getByRole("button", { name: "Save quest" }));
    await waitFor(() => expect(sent("PUT", "/api/quests")).toHaveLength(2));
    const [first, second] = sent("PUT", "/api/quests") as { results?: unknown }[];
    expect(first?.results).toEqual(results);
    expect(second).not.toHaveProperty("results");
  });
});

describe("the table's filter", () => {
  it("asks for archived quests, and keeps that in the address", async () => {
    const sent = open();
    await userEvent.selectOptions(await screen.findByLabelText("Show"), "Archived quests");
    expect(sent("GET", "/api/admin/quests/summaries").at(-1)).toContain("archived=only");
  });
});

describe("the page of a draft", () => {
  it("tells its team that volunteers don't see it, and nobody else", async () => {
    const apart = () => refusal(404, "not_joined", "");
    const serveTo = (teams: unknown[]) =>
      serve({
        [`GET /api/quests/${draft.id}`]: draft,
        [`GET /api/adventurers/admin/quests/${draft.id}`]: apart,
        [`GET /api/adventurers/alice/quests/${draft.id}`]: apart,
        "GET /api/account/teams": teams,
      });
    serveTo([]);
    renderApp(`/quests/${draft.id}`, asAdmin());
    expect(await screen.findByText(/^Volunteers don't see this quest/)).toBeTruthy();
    cleanup();
    serveTo([{ organization_id: draft.organization_id, organization_name: "Forests", role: "coordinator" }]);
    renderApp(`/quests/${draft.id}`, asAdventurer());
    expect(await screen.findByText(/^Volunteers don't see this quest/)).toBeTruthy();
    cleanup();
    serveTo([
      { organization_id: draft.organization_id, organization_name: "Forests", role: "viewer" },
      { organization_id: draft.organization_id + 1, organization_name: "Rivers", role: "owner" },
    ]);
    renderApp(`/quests/${draft.id}`, asAdventurer());
    await screen.findByRole("heading", { level: 1, name: draft.quest_name });
    expect(screen.queryByText(/^Volunteers don't see this quest/)).toBeNull();
  });
});
