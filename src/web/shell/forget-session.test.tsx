import "../../../test/web-database.ts";
import { cleanup, render, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { asAdventurer, dataPoint, joined, quest, serve } from "../../../test/web-app.tsx";
import { forgetKept, withKept } from "../api/kept-answers.ts";
import { findComment, keepComment } from "../api/kept-comments.ts";
import { AuthContext } from "../features/auth/auth-context.ts";
import { forgetGallery, keepShared, readGallery } from "../gallery/kept-photos.ts";
import { findTaken, listTaken, takeAlong } from "../offline/take-along.ts";
import { forgetSession } from "./forget-session.ts";
import { SessionBridge } from "./session-bridge.tsx";

const accounts = ["alice", "bob"];
const countOf = (account: string) =>
  withKept((database) => database.countFromIndex("answers", "by-account", account)).catch(() => -1);

/** Signs in as somebody, and out where that was somebody else. */
const signIn = (username: string) =>
  render(
    <AuthContext value={asAdventurer({ username, getAccessToken: async () => "a token" })}>
      <SessionBridge />
    </AuthContext>,
  );

beforeEach(async () => {
  localStorage.setItem("jwt", "a token");
  const of = (account: string) => `GET /api/adventurers/${account}/quests`;
  serve({
    "GET /api/quests/7": quest(),
    ...Object.fromEntries(
      accounts.flatMap((account) => [
        [of(account), [joined()]],
        [`${of(account)}/7`, joined()],
        [`${of(account)}/7/data`, [dataPoint()]],
      ]),
    ),
  });
  signIn("alice");
  await takeAlong("alice", 7);
  keepComment("alice", "a sample", { text: "Too dark" });
  await keepShared([new File(["bytes"], "bark.jpg", { type: "image/jpeg" })]);
});
afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  localStorage.clear();
  for (const each of accounts) await forgetKept(each);
  await forgetGallery();
});

describe("an account's stored answers and offline quests", () => {
  it("are deleted at sign-out", async () => {
    await forgetSession("signed-out", "alice");
    expect([await countOf("alice"), await listTaken("alice")]).toEqual([0, []]);
    expect(findComment("alice", "a sample")).toBeUndefined();
    expect((await readGallery()).photos).toEqual([]);
  });

  it.each(["session-ended", "signed-out-elsewhere", "another-user"] as const)(
    "[IDENT-05] are deleted after %s, but not the list of offline quests or drafts of comments",
    async (reason) => {
      await forgetSession(reason, "alice");
      expect([await countOf("alice"), await findTaken("alice", 7)]).toEqual([0, undefined]);
      expect([await listTaken("alice"), findComment("alice", "a sample")?.text]).toEqual([[7], "Too dark"]);
      expect((await readGallery()).photos).toHaveLength(1);
    },
  );

  it("are fetched again at the next sign-in", async () => {
    await forgetSession("session-ended", "alice");
    cleanup();
    signIn("alice");
    await waitFor(async () => expect(await findTaken("alice", 7)).toBeDefined(), { timeout: 10_000 });
  });

  it("stay while the same account is signed in, and are deleted once another one is", async () => {
    cleanup();
    signIn("alice");
    await takeAlong("alice", 7);
    expect(await findTaken("alice", 7)).toBeDefined();
    cleanup();
    signIn("bob");
    await takeAlong("bob", 7);
    await waitFor(async () => expect(await listTaken("alice")).toEqual([]));
    expect(await countOf("alice")).toBe(0);
    expect(findComment("alice", "a sample")).toBeUndefined();
    expect(await findTaken("bob", 7)).toBeDefined();
  });
});
