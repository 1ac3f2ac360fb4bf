import { forgetAccount, saveAttempt, saveMessage } from "../outbox/saved-records.ts";
import "../../../test/web-database.ts";
import { cleanup, screen } from "@testing-library/react";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { asAdventurer, joined, refusal, renderApp, serve, standInBrowser } from "../../../test/web-app.tsx";
import { allWritten } from "../foundation/api/kept-answers.ts";
import { connectSession } from "../foundation/api/session.ts";

const own = "GET /api/adventurers/alice/quests/7";
const german = joined({ quest_name: "Bark", language: "en", translations: { de: { quest_name: "Rinde" } } });
const open = async (name: string) => {
  renderApp("/outbox", asAdventurer());
  return screen.findByRole("link", { name });
};
const choose = (code: string) => vi.spyOn(document, "cookie", "get").mockReturnValue(`language=${code}`);

beforeAll(() => import("./outbox-page.tsx"));
beforeEach(async () => {
  standInBrowser();
  localStorage.setItem("jwt", "a token");
  connectSession({
    getAccessToken: async () => "a token",
    renewAccessToken: async () => undefined,
    getAccount: () => "alice",
  });
  await forgetAccount("alice");
  await saveMessage("alice", { id: 7, name: "As saved" }, "0b0e7c1e-9f5e-4b57-8d3e-0b2f6f3a9a01", "It is the big one.");
});

describe("what waits in the outbox", () => {
  it("[ENT-06] has its quest's name as the reader sees it, also without a connection", async () => {
    serve({ [own]: german });
    choose("de");
    expect((await open("Rinde")).getAttribute("lang")).toBe("de");
    expect(screen.getByRole("button", { name: /^Discard: Rinde, / })).toBeTruthy();
    await allWritten();
    cleanup();
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
    await open("Rinde");
    cleanup();
    choose("en");
    expect((await open("Bark")).getAttribute("lang")).toBe("en");
  });

  it("[ENT-06] has the name that it was saved with, if the quest isn't there", async () => {
    serve({ [own]: refusal(404, "not_joined") });
    expect((await open("As saved")).getAttribute("lang")).toBeNull();
    await saveAttempt("alice", { id: 8, name: "" }, { version: 1, startedAtMs: 0, answers: {} });
    expect(await screen.findByRole("link", { name: "Data point" })).toBeTruthy();
  });
});
