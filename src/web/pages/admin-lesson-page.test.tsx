import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  asAdventurer,
  press,
  quest,
  refusal,
  renderApp,
  sampleDetail,
  serve,
  standInBrowser,
  teamsOf,
} from "../../../test/web-app.tsx";
import type { Lesson } from "../../contract/lessons.ts";

const path = "/quests/7/lesson";
const address = "/admin_dashboard/quests/7/lesson";
const lesson: Lesson = {
  version: 4,
  asked: "never",
  cards: [
    { key: "intro", text: "Bark" },
    { key: "width", text: "How wide?", value: { unit: "cm", reference: 12.5, tolerance: 0.5 } },
  ],
};
const sampleId = "0b0e7c1e-9f5e-4b57-8d3e-0b2f6f3a9a01";
const picture = { id: "1b0e7c1e-9f5e-4b57-8d3e-0b2f6f3a9a01", width: 400, height: 300 };

function open(
  answers: Record<string, unknown> = {},
  at = address,
  role: Parameters<typeof teamsOf>[0] = "coordinator",
) {
  const mock = serve({
    "GET /api/account/teams": teamsOf(role),
    "GET /api/quests/7": quest({ organization: { id: 1, organization_name: "Forest Ecology" } }),
    [`GET /api${path}`]: lesson,
    [`PUT /api${path}`]: (_url: URL, init: RequestInit) => {
      const { seen_version, ...sent } = JSON.parse(String(init.body));
      return { ...sent, version: seen_version + 1 };
    },
    ...answers,
  });
  const sent = () =>
    mock.mock.calls.flatMap(([, init]) => (init?.method === "PUT" ? [JSON.parse(String(init.body))] : []));
  return { sent, ...renderApp(at, asAdventurer({ username: "cora" })) };
}
const type = async (label: string | RegExp, text: string) => {
  await userEvent.clear(screen.getByLabelText(label));
  await userEvent.type(screen.getByLabelText(label), text);
};
const none = { [`GET /api${path}`]: refusal(404, "lesson_not_found") };

beforeAll(() => Promise.all([import("./admin-lesson-page.tsx"), import("../app/desk-routes.tsx")]));
beforeEach(() => {
  standInBrowser({ wide: true });
  sessionStorage.clear();
});

describe("the editor of a lesson", () => {
  it("[CALL-60] makes the first version, once every card is whole and one asks something", async () => {
    const { sent } = open(none);
    await press("Add a card");
    await press("Save the lesson");
    expect(screen.getByRole("button", { name: "Card 1: enter a text." })).toBeTruthy();
    expect(screen.getByText("Add at least one card that asks a choice or a value.")).toBeTruthy();
    await type(/^Text/, "Which one?");
    await userEvent.selectOptions(screen.getByLabelText("What it asks"), "A choice");
    for (const [name, text] of [
      [/^Option 1/, "This"],
      [/^Option 2/, "That"],
    ] as const) {
      await userEvent.type(screen.getByRole("textbox", { name }), text);
    }
    await press("Save the lesson");
    expect(screen.getByText("Card 1: mark at least one option as right.")).toBeTruthy();
    await userEvent.click(screen.getByRole("checkbox", { name: "Option 2 is right" }));
    await type("Reason for option 1", "Too thin.");
    await userEvent.selectOptions(screen.getByLabelText("When it is asked for"), "After denied data points");
    await type(/^How many denied data points/, "21");
    await press("Save the lesson");
    expect(screen.getByText("Enter the number of denied data points, 1 to 20.")).toBeTruthy();
    await type(/^How many denied data points/, "2");
    await press("Save the lesson");
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(sent()[0]).toEqual({
      seen_version: 0,
      asked: "after_denied",
      denied_count: 2,
      cards: [
        {
          key: expect.any(String),
          text: "Which one?",
          choice: {
            options: [
              { text: "This", is_right: false, reason: "Too thin." },
              { text: "That", is_right: true },
            ],
          },
        },
      ],
    });
    await waitFor(() =>
      expect(screen.getByTestId("live-region").textContent).toBe("The lesson is saved as version 1."),
    );
  });

  it("shows a card as the phone does, which can be answered", async () => {
    open();
    await press("Edit: card 2");
    const preview = screen.getByRole("region", { name: "As the phone shows it" });
    await userEvent.type(within(preview).getByLabelText("Your value"), "13");
    await userEvent.click(within(preview).getByRole("button", { name: "Check" }));
    expect(within(preview).getByText("That's right.")).toBeTruthy();
    expect(within(preview).getByLabelText<HTMLInputElement>("Your value").value).toBe("13");
    await press("Answer again");
    expect(within(preview).getByLabelText<HTMLInputElement>("Your value").value).toBe("");
    await type(/^Tolerance/, "-1");
    await press("Save the lesson");
    expect(screen.getByText("Card 2: enter the tolerance as a number, 0 or more.")).toBeTruthy();
  });

  it("takes a question of the quest's form, with its unit or options", async () => {
    const options = ["Mud", "Sand"].map((label) => ({ value: label, label }));
    const protocol = {
      version: 1,
      fields: [
        { key: "notes", kind: "text", label: "Notes" },
        { key: "depth", kind: "number", label: { en: "**Depth**" }, unit: "Cel" },
        { key: "ground", kind: "choice", label: "Ground", options },
      ],
    };
    const organization = { id: 1, organization_name: "Forest Ecology" };
    const { sent } = open({ ...none, "GET /api/quests/7": { ...quest({ organization }), protocol } });
    await press("Add a card");
    const choice = screen.getByLabelText<HTMLSelectElement>("Take a question of the quest's form");
    expect([...choice.options].map(({ text }) => text)).toEqual(["None", "Depth", "Ground"]);
    await userEvent.selectOptions(choice, "Ground");
    await userEvent.selectOptions(choice, "Depth");
    await type(/^Reference/, "12");
    await type(/^Tolerance/, "1");
    await press("Add a card");
    await type(/^Text/, "What is it?");
    await userEvent.selectOptions(screen.getByLabelText("Take a question of the quest's form"), "Ground");
    await userEvent.click(screen.getByRole("checkbox", { name: "Option 2 is right" }));
    await press("Edit: card 1");
    expect(screen.queryByLabelText("Take a question of the quest's form")).toBeNull();
    await press("Save the lesson");
    await waitFor(() =>
      expect(sent()[0]?.cards).toMatchObject([
        { text: "Depth", value: { unit: "°C", reference: 12, tolerance: 1 } },
        {
          text: "What is it?",
          choice: {
            options: [
              { text: "Mud", is_right: false },
              { text: "Sand", is_right: true },
            ],
          },
        },
      ]),
    );
  });

  it("moves and removes cards by the keyboard, and says so", async () => {
    const { sent } = open();
    (await screen.findByRole("button", { name: "Move down: card 1" })).focus();
    await userEvent.keyboard("{Enter}");
    expect(screen.getByTestId("live-region").textContent).toBe("Now card 2 of 2.");
    await press("Save the lesson");
    await waitFor(() => expect(sent()[0]?.cards.map(({ key }: { key: string }) => key)).toEqual(["width", "intro"]));
    await press("Remove: card 2");
    await press("Save the lesson");
    await waitFor(() => expect(sent()[1]).toMatchObject({ seen_version: 5, cards: [{ key: "width" }] }));
  });

  it("keeps what was typed after a reload, and when somebody else has saved", async () => {
    const { unmount } = open();
    await press("Edit: card 1");
    await type(/^Text/, "Bark of oaks");
    unmount();
    open({ [`PUT /api${path}`]: refusal(409, "lesson_changed", "Somebody else saved this lesson meanwhile.") });
    expect(await screen.findByText("Bark of oaks")).toBeTruthy();
    await press("Save the lesson");
    expect(await screen.findByText(/^The lesson wasn't saved: Somebody else saved/)).toBeTruthy();
    expect(screen.getByText("Bark of oaks")).toBeTruthy();
    await press("Discard my changes and load the newest version");
    expect(await screen.findByText("Bark", { selector: "p" })).toBeTruthy();
    expect(screen.queryByText("Bark of oaks")).toBeNull();
  });

  it("offers the newest version only if it is another one", async () => {
    open({ [`PUT /api${path}`]: refusal(503, "unavailable") });
    await press("Remove: card 1");
    await press("Save the lesson");
    expect(await screen.findByText(/^The lesson wasn't saved: /)).toBeTruthy();
    expect(screen.queryByRole("button", { name: /^Discard my changes and/ })).toBeNull();
    expect(screen.queryByText("Bark")).toBeNull();
  });

  it("[CALL-62] takes a denied data point as a bad example with the reviewer's reason", async () => {
    const review = {
      decision: "denied",
      comment: "Too dark.",
      reviewed_by: "rita",
      reviewed_at: "2026-05-02T10:00:00Z",
    } as const;
    const { sent } = open(
      {
        [`GET /api/quest_data/${sampleId}`]: sampleDetail({ review }),
        [`POST /api/quest_data/${sampleId}/picture`]: picture,
      },
      `${address}?sample=${sampleId}`,
    );
    expect(await screen.findByText(/^The data point's photo is the last card now\./)).toBeTruthy();
    await press("Save the lesson");
    await waitFor(() =>
      expect(sent()[0]?.cards[2]).toEqual({
        key: `s-${sampleId}`,
        text: "A bad example",
        picture: { ...picture, alt: "Photo of a bad example" },
        example: { is_good: false, reason: "Too dark." },
      }),
    );
  });

  it("[CALL-68] deletes the lesson after a question, and begins with none", async () => {
    let isDeleted = false;
    const asked: unknown[] = [];
    open({
      [`GET /api${path}`]: () => (isDeleted ? refusal(404, "lesson_not_found") : lesson),
      [`DELETE /api${path}`]: (_url: URL, init: RequestInit) => {
        asked.push(JSON.parse(String(init.body)));
        isDeleted = true;
      },
    });
    await press("Remove: card 1");
    await press("Delete the lesson");
    const dialog = await screen.findByRole("dialog", { name: "Delete this lesson?" });
    expect(within(dialog).getByText("Your unsaved changes are deleted too.")).toBeTruthy();
    expect(within(dialog).getByText(/stays in review and in releases/)).toBeTruthy();
    expect(asked).toEqual([]);
    await userEvent.click(within(dialog).getByRole("button", { name: "Delete the lesson" }));
    expect(await screen.findByText("No cards yet.")).toBeTruthy();
    expect(asked).toEqual([{ seen_version: 4 }]);
    expect(screen.queryByRole("button", { name: "Delete the lesson" })).toBeNull();
  });

  it("[CALL-68] keeps the lesson if somebody else has changed it meanwhile", async () => {
    open({ [`DELETE /api${path}`]: refusal(409, "lesson_changed", "Somebody else changed it.") });
    await press("Delete the lesson");
    const dialog = await screen.findByRole("dialog", { name: "Delete this lesson?" });
    await userEvent.click(within(dialog).getByRole("button", { name: "Delete the lesson" }));
    expect(await within(dialog).findByText("The lesson wasn't deleted: Somebody else changed it.")).toBeTruthy();
    await userEvent.click(within(dialog).getByRole("button", { name: "Keep it" }));
    expect(screen.getByText("Bark", { selector: "p" })).toBeTruthy();
  });

  it("is for coordinators of the quest's organization", async () => {
    open({}, address, "reviewer");
    expect(await screen.findByText(/not authorized/)).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Add a card" })).toBeNull();
  });
});
