import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import {
  adminAnswers,
  asAdmin,
  asAdventurer,
  joined,
  quest,
  refusal,
  renderApp,
  serve,
  standInBrowser,
} from "../../../../test/web-app.tsx";
// Loaded beforehand: on a busy machine their chunks would take longer than a test waits.
import "../../pages/quest-detail-page.tsx";
import "../../pages/news-page.tsx";
import "../../pages/admin-quests-page.tsx";
import "./ask-team.tsx";

beforeEach(() => standInBrowser());
afterEach(() => vi.unstubAllGlobals());

const asked = { id: 3, quest_id: 7, text: "How far from the bank?", asked_at: "2026-05-01T10:00:00.000Z" };
const open = {
  ...asked,
  asked_by: "alice",
  answer: null,
  answered_by: null,
  answered_at: null,
  is_reported: false,
};
const answered = { ...open, answer: "Ten meters.", answered_by: "olga", answered_at: "2026-05-01T11:00:00.000Z" };

const bodiesOf = (fetchMock: ReturnType<typeof serve>, path: string) =>
  fetchMock.mock.calls
    .filter(([url, init]) => init?.method === "POST" && String(url) === path)
    .map(([, init]) => JSON.parse(String(init?.body)));

it("[CALL-44] a volunteer who joined asks on the quest's page; a failed question keeps its text and its id", async () => {
  let isBroken = true;
  const fetchMock = serve({
    "GET /api/adventurers/alice/quests/7": joined(),
    "POST /api/quests/7/questions": () => (isBroken ? refusal(503, "unavailable") : asked),
  });
  renderApp("/quests/7", asAdventurer());
  await userEvent.click(await screen.findByRole("button", { name: "Ask the team" }));
  const dialog = within(screen.getByRole("dialog"));
  const send = () => userEvent.click(dialog.getByRole("button", { name: "Send question" }));
  await send();
  expect(dialog.getByText("Enter your question.")).toBeTruthy();
  const field = dialog.getByRole<HTMLTextAreaElement>("textbox");
  fireEvent.change(field, { target: { value: asked.text } });
  await send();
  expect(await dialog.findByText(/^Your question wasn't sent/)).toBeTruthy();
  expect(field.value).toBe(asked.text);
  isBroken = false;
  await send();
  expect((await screen.findByRole("link", { name: "your news" })).getAttribute("href")).toBe("/news");
  const [first, second] = bodiesOf(fetchMock, "/api/quests/7/questions");
  expect(first).toEqual({ text: asked.text, id: expect.any(String) });
  expect(second).toEqual(first);
});

it("[CALL-44] nobody else is offered to ask", async () => {
  serve({ "GET /api/quests/7": quest(), "GET /api/adventurers/alice/quests/7": () => refusal(404, "not_joined") });
  renderApp("/quests/7", asAdventurer());
  expect(await screen.findByRole("button", { name: "Apply to Quest" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Ask the team" })).toBeNull();
});

it("[CALL-44] news shows a question that waits, and one with its answer, which can be reported", async () => {
  const entry = {
    id: 9,
    kind: "question",
    quest_id: 7,
    quest_name: "Bark",
    organization_name: "Forest Ecology",
    title: asked.text,
    question: asked.text,
    text: "",
    written_at: asked.asked_at,
    is_new: false,
  };
  serve({
    "GET /api/account/news": [{ ...entry, id: 10, text: "Ten meters.", is_new: true }, entry],
    "GET /api/account/news/summary": { messages: 1, data_points: 0 },
    "POST /api/account/news/seen": undefined,
  });
  renderApp("/news", asAdventurer());
  const entryOf = async (title: string) => {
    const article = (await screen.findByRole("heading", { name: title })).closest("article");
    return within(article as HTMLElement);
  };
  const done = await entryOf("The team answered your question");
  expect(done.getByText(asked.text).tagName).toBe("BLOCKQUOTE");
  expect(done.getByText("Ten meters.")).toBeTruthy();
  expect(done.getByRole("button", { name: "Report" })).toBeTruthy();
  expect(done.queryByRole("button", { name: "Mute this quest" })).toBeNull();
  const waiting = await entryOf("Your question is waiting for an answer");
  expect(waiting.queryByRole("button")).toBeNull();
});

it("[CALL-44] a team answers in the quest table; an answer that fails keeps its text", async () => {
  const mango = quest();
  let questions: object[] = [open];
  const fetchMock = serve({
    ...adminAnswers([mango]),
    "GET /api/organizations": [],
    "GET /api/quests/7/questions": () => questions,
    "POST /api/questions/3/answers": () => refusal(409, "question_answered"),
  });
  renderApp("/admin_dashboard", asAdmin());
  await userEvent.click(await screen.findByRole("button", { name: `Questions about ${mango.quest_name}` }));
  const dialog = within(screen.getByRole("dialog"));
  const field = await dialog.findByRole<HTMLTextAreaElement>("textbox", { name: /^Answer to alice/ });
  const send = () => userEvent.click(dialog.getByRole("button", { name: "Send answer" }));
  await send();
  expect(dialog.getByText("Enter an answer.")).toBeTruthy();
  await userEvent.type(field, "Ten meters.");
  await send();
  expect(await dialog.findByText(/^Your answer wasn't sent/)).toBeTruthy();
  expect(field.value).toBe("Ten meters.");
  serve({
    ...adminAnswers([mango]),
    "GET /api/quests/7/questions": () => questions,
    "POST /api/questions/3/answers": () => {
      questions = [answered];
      return answered;
    },
  });
  await send();
  await waitFor(() => expect(dialog.queryByRole("textbox")).toBeNull());
  expect(dialog.getByText("Ten meters.")).toBeTruthy();
  expect(bodiesOf(fetchMock, "/api/questions/3/answers")).toEqual([{ text: "Ten meters." }]);
});
