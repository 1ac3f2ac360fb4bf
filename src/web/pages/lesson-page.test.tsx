import { forgetAccount, saveAttempt } from "../outbox/saved-records.ts";
import "../../../test/web-database.ts";
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { IDBFactory } from "fake-indexeddb";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { standInGeolocation } from "../../../test/field-device.ts";
import {
  asAdventurer,
  asVisitor,
  joined,
  press,
  quest,
  refusal,
  renderApp,
  serve,
  standInBrowser,
} from "../../../test/web-app.tsx";
import type { Lesson, LessonState } from "../../contract/lessons.ts";
import { refetch } from "../foundation/api/answers-by-call.ts";
import { newDraft } from "../outbox/new-records.ts";
import { keepDraft, listRecords } from "../outbox/outbox.ts";

const base = "GET /api/adventurers/alice/quests/7";
const address = "/quests/7/lesson";

const lesson: Lesson = {
  version: 2,
  asked: "never",
  cards: [
    { key: "intro", text: "Bark is measured at **breast height**." },
    {
      key: "bark",
      text: "Which photo shows it?",
      choice: {
        options: [
          { text: "From near", is_right: true, reason: "Every crack is seen." },
          { text: "From afar", is_right: false, reason: "Nothing is seen." },
        ],
      },
    },
    {
      key: "tools",
      text: "What do you take along?",
      choice: {
        options: [
          { text: "Tape", is_right: true },
          { text: "Phone", is_right: true },
          { text: "Axe", is_right: false, reason: "Trees stay whole." },
        ],
      },
    },
    {
      key: "width",
      text: "How wide?",
      value: { unit: "cm", reference: 12.5, tolerance: 0.5, reason: "At the scale." },
    },
    { key: "bad", text: "Blurred", example: { is_good: false, reason: "Hold still." } },
  ],
};
const state: LessonState = { version: 2, cards: 5 };

const open = (answers: Record<string, unknown> = {}, auth = asAdventurer(), at = address) =>
  renderAppWith({ [base]: { ...joined(), lesson: state }, "GET /api/quests/7/lesson": lesson, ...answers }, auth, at);
function renderAppWith(answers: Record<string, unknown>, auth = asAdventurer(), at = address) {
  serve({ [`${base}/data`]: [], "GET /api/quests/7": quest(), ...answers });
  return renderApp(at, auth);
}
const attempts = async () => (await listRecords("alice")).filter(({ kind }) => kind === "attempt");
/** Up to the question about a value. */
async function goOnToValue() {
  await press("Continue");
  await press("From near");
  await press("Continue");
  for (const name of ["Tape", "Phone"]) await userEvent.click(screen.getByRole("checkbox", { name }));
  await press("Check");
  await press("Continue");
}
async function answerValue(value: string) {
  await userEvent.type(screen.getByLabelText("Your value"), value);
  await press("Check");
}

beforeAll(() =>
  Promise.all([import("./lesson-page.tsx"), import("./quest-data-page.tsx"), import("../app/desk-routes.tsx")]),
);
beforeEach(() => {
  standInBrowser({ wide: false });
  sessionStorage.clear();
  vi.stubGlobal("indexedDB", new IDBFactory());
  vi.stubGlobal("scrollTo", () => {});
  standInGeolocation({ latitude: 21.9712, longitude: -159.3701, accuracy: 8 });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("a lesson", () => {
  it("[CALL-61] shows a card at a time, says what is right and why, and repeats what was wrong until it is passed", async () => {
    open();
    expect(await screen.findByRole("heading", { name: "Card 1 of 5" })).toBeTruthy();
    expect(screen.getByText("breast height").tagName).toBe("STRONG");
    await press("Continue");
    await press("From afar");
    expect(
      screen.getByText("That isn't right. This card comes again at the end.", { selector: "strong" }),
    ).toBeTruthy();
    expect(screen.getByTestId("live-region").textContent).toBe("That isn't right. This card comes again at the end.");
    expect(screen.getByText("Nothing is seen.")).toBeTruthy();
    expect(document.activeElement?.textContent).toBe("Continue");
    await press("Continue");
    expect(document.activeElement?.textContent).toBe("Card 3 of 5");
    await press("Check");
    expect(screen.getByText("Choose at least one.")).toBeTruthy();
    for (const name of ["Tape", "Phone"]) await userEvent.click(screen.getByRole("checkbox", { name }));
    await press("Check");
    expect(screen.getByText("That's right.", { selector: "strong" })).toBeTruthy();
    await press("Continue");
    expect(screen.getByText("Practice: this goes to nobody's data.")).toBeTruthy();
    await press("Check");
    expect(screen.getByText("Enter a number.")).toBeTruthy();
    await answerValue("12,9");
    expect(screen.getByText("The reference is 12.5 cm. Up to 0.5 cm more or less is right.")).toBeTruthy();
    await press("Continue");
    expect(screen.getByText("Bad example")).toBeTruthy();
    await press("Continue");
    expect(screen.getByRole("heading", { name: "1 card once more" })).toBeTruthy();
    await press("From near");
    await press("Continue");
    expect(await screen.findByRole("heading", { name: "You passed the lesson" })).toBeTruthy();
    expect(screen.getByText("1 card wasn't right the first time.")).toBeTruthy();
    expect(await screen.findByText("It's saved on this phone and will be sent when you're online.")).toBeTruthy();
    expect(await attempts()).toMatchObject([
      { questId: 7, version: 2, answers: { bark: [[1], [0]], tools: [[0, 1]], width: [12.9] } },
    ]);
  });

  it("goes on after a reload, with the version that was begun, and tells of a newer one if it is asked for", async () => {
    const { unmount } = open();
    await goOnToValue();
    unmount();
    const newer = { ...lesson, version: 3, asked: "before_first" as const, cards: lesson.cards.slice(0, 2) };
    open({ "GET /api/quests/7/lesson": newer });
    expect(await screen.findByRole("heading", { name: "Card 4 of 5" })).toBeTruthy();
    await answerValue("12.5");
    await press("Continue");
    await press("Finish");
    expect(await screen.findByText("The team has changed the lesson since you began.")).toBeTruthy();
    await waitFor(async () => expect(await attempts()).toMatchObject([{ version: 2 }]));
    await press("Begin the newer one");
    expect(screen.getByRole("heading", { name: "Card 1 of 2" })).toBeTruthy();
  });

  it("reads numbers as people write them, and asks about those that may mean two", async () => {
    open();
    await goOnToValue();
    await answerValue("1,234");
    expect(screen.getByText("Enter the number without a sign that groups its digits.")).toBeTruthy();
    await userEvent.clear(screen.getByLabelText("Your value"));
    await userEvent.type(screen.getByLabelText("Your value"), "12");
    await press("Change the sign");
    await press("Check");
    expect(screen.getByText(/That isn't right/, { selector: "strong" })).toBeTruthy();
  });

  it("[DATA-16] is saved once, and says so if the phone has no room and only this tab has it", async () => {
    open({ "GET /api/quests/7/lesson": { ...lesson, cards: lesson.cards.slice(1, 2) } });
    await press("From near");
    const put = vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(() => {
      throw new DOMException("full", "QuotaExceededError");
    });
    await press("Continue");
    expect(await screen.findByText("Saved in this tab only")).toBeTruthy();
    expect(await attempts()).toHaveLength(1);
    put.mockRestore();
    await forgetAccount("alice");
    expect(await attempts()).toEqual([]);
  });

  it("keeps the pictures of all its cards, for when the signal is lost", async () => {
    const add = vi.fn();
    vi.stubGlobal("caches", { open: async () => ({ match: async () => undefined, add, keys: async () => [] }) });
    const picture = { id: "1b0e7c1e-9f5e-4b57-8d3e-0b2f6f3a9a01", alt: "A blurred trunk" };
    open({ "GET /api/quests/7/lesson": { ...lesson, cards: lesson.cards.map((card) => ({ ...card, picture })) } });
    await waitFor(() => expect(add.mock.calls).toEqual([[`/api/pictures/${picture.id}`]]));
  });

  it("says so if the quest can't be loaded", async () => {
    open({ [base]: refusal(500, "internal_error"), "GET /api/quests/7": refusal(500, "internal_error") });
    expect(await screen.findByText("The lesson couldn't be loaded.")).toBeTruthy();
  });

  it("[CALL-62] says where it has a volunteer's photo that one can't see", async () => {
    const card = { ...lesson.cards[1], hides_picture: true };
    open({ "GET /api/quests/7/lesson": { ...lesson, cards: [card] } }, asVisitor());
    expect(await screen.findByText(/^This card shows a volunteer's photo\./)).toBeTruthy();
  });

  it("is open to visitors and those who haven't joined, and records nothing of them", async () => {
    const short = { ...lesson, cards: lesson.cards.slice(1, 2) };
    open({ "GET /api/quests/7/lesson": short }, asVisitor());
    await press("From near");
    await press("Continue");
    expect(await screen.findByText("It isn't recorded, because you haven't joined the quest.")).toBeTruthy();
    expect(await attempts()).toEqual([]);
  });

  it("says that there is none", async () => {
    open({ "GET /api/quests/7/lesson": refusal(404, "lesson_not_found") });
    expect(await screen.findByText("This quest has no lesson.")).toBeTruthy();
  });

  it("[CALL-68] can be ended, or left, by those who were in it when it was deleted", async () => {
    const short = { ...lesson, cards: lesson.cards.slice(0, 2) };
    const { unmount } = open({ "GET /api/quests/7/lesson": short });
    await press("Continue");
    unmount();
    open({ "GET /api/quests/7/lesson": refusal(404, "lesson_not_found") });
    expect(await screen.findByText(/^The team deleted this lesson after you began it\./)).toBeTruthy();
    expect(screen.getByRole("link", { name: "Add data points" }).getAttribute("href")).toBe("/quests/7/data");
    await press("From near");
    await press("Continue");
    expect(await screen.findByText("It's saved on this phone and will be sent when you're online.")).toBeTruthy();
    expect(await attempts()).toMatchObject([{ version: 2 }]);
    expect(screen.queryByRole("button", { name: "Begin again" })).toBeNull();
  });
});

describe("the data screen", () => {
  const form = { name: "Upload New Data Point" };
  const openData = (changes: Partial<LessonState>, answers: Record<string, unknown> = {}) =>
    open({ [base]: { ...joined(), lesson: { ...state, ...changes } }, ...answers }, asAdventurer(), "/quests/7/data");
  const attempt = { version: 2, startedAtMs: 1, answers: {} };
  const of = { id: 7, name: "Bark" };

  it("links to the lesson, and shows the form below", async () => {
    openData({ passed_at: "2026-05-03T12:00:00Z" });
    const link = await screen.findByRole("link", { name: "Lesson: 5 cards, about 3 minutes" });
    expect(link.getAttribute("href")).toBe(address);
    expect(screen.getByText(/You passed it on May 3, 2026\./)).toBeTruthy();
    expect(await screen.findByRole("form", form)).toBeTruthy();
  });

  it("shows the lesson first if it is asked for, and why", async () => {
    openData({ asked: "after_denied" });
    const asked = await screen.findByRole("region", { name: "First, the lesson" });
    expect(within(asked).getByText(/^Some of your data points were denied\./)).toBeTruthy();
    expect(within(asked).getByRole("link", { name: "Open the lesson" }).getAttribute("href")).toBe(address);
    expect(screen.queryByRole("form", form)).toBeNull();
  });

  it("shows the form once it is passed on this phone, before the server knows", async () => {
    await saveAttempt("alice", of, attempt, Date.parse("2026-05-03T12:00:00Z"));
    openData({ asked: "before_first" });
    expect(await screen.findByRole("form", form)).toBeTruthy();
  });

  it("asks again if the server knows that attempt", async () => {
    await saveAttempt("alice", of, attempt, Date.parse("2026-05-03T12:00:00Z"));
    openData({ asked: "after_denied", passed_at: "2026-05-03T12:00:00.000Z" });
    expect(await screen.findByRole("region", { name: "First, the lesson" })).toBeTruthy();
  });

  it("never hides a data point that was begun", async () => {
    await keepDraft({ ...newDraft("alice", of, 0), answers: { tree_width: "87" } });
    openData({ asked: "before_first" });
    expect((await screen.findByLabelText<HTMLInputElement>(/circumference/i)).value).toBe("87");
  });

  it("[CALL-68] shows the form if the lesson that is asked for was deleted", async () => {
    let isDeleted = false;
    const answer = () => (isDeleted ? refusal(404, "lesson_not_found") : lesson);
    const asked = { ...joined(), lesson: { ...state, asked: "before_first" } };
    serve({
      [base]: asked,
      [`${base}/data`]: [],
      "GET /api/quests/7": quest(),
      "GET /api/quests/7/lesson": answer,
    });
    renderApp("/quests/7/data", asAdventurer(), { sharesCache: true });
    await screen.findByRole("region", { name: "First, the lesson" });
    await act(async () => {
      isDeleted = true;
      await refetch(["getLesson"]);
    });
    expect(await screen.findByRole("form", form)).toBeTruthy();
  });

  it("shows the form to those who can't be shown the lesson", async () => {
    openData({ asked: "before_first" }, { "GET /api/quests/7/lesson": refusal(500, "internal_error") });
    expect(await screen.findByRole("form", form)).toBeTruthy();
  });
});
