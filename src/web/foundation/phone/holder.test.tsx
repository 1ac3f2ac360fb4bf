import "../../../../test/web-database.ts";
import { cleanup, render, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { asAdventurer, dataPoint, joined, quest, sentBy, serve } from "../../../../test/web-app.tsx";
import { SessionBridge } from "../../app/shell/session-bridge.tsx";
import { findTaken, listTaken, takeAlong } from "../../offline/take-along.ts";
import { forgetKept, withKept } from "../api/kept-answers.ts";
import { findComment, keepComment } from "../api/kept-comments.ts";
import { AuthContext } from "../auth/auth-context.ts";
import { releasePhone, takePhone } from "./clear-phone.ts";
import { holderLeaves, holdsPhone } from "./holder.ts";
import { forgetGallery, keepShared, readGallery } from "./kept-photos.ts";
import { findInTab, forgetOthersInTab, keepInTab } from "./tab-storage.ts";

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

const subscription = {
  unsubscribe: vi.fn(async () => true),
  toJSON: () => ({ endpoint: "https://push.test/1", keys: { p256dh: "k".repeat(87), auth: "a".repeat(22) } }),
};
const shown = { close: vi.fn() };
const registration = {
  getNotifications: async () => [shown],
  pushManager: { getSubscription: async () => subscription },
};

/** Photos, notifications and the holder's name. */
async function expectNothingOfHolder(): Promise<void> {
  expect((await readGallery()).photos).toEqual([]);
  expect([subscription.unsubscribe.mock.calls.length, shown.close.mock.calls.length]).toEqual([1, 1]);
  expect(localStorage.getItem("cairn.holder")).toBeNull();
}

/** The app's transactions fail. Those in which fake-indexeddb makes a database succeed: nobody could catch their error. */
function breakTransactions() {
  const { transaction } = IDBDatabase.prototype;
  return vi.spyOn(IDBDatabase.prototype, "transaction").mockImplementation(function (
    this: IDBDatabase,
    stores,
    mode,
    options,
  ) {
    if (mode === ("versionchange" as IDBTransactionMode)) return transaction.call(this, stores, mode, options);
    throw new Error("damaged");
  });
}

beforeEach(async () => {
  vi.clearAllMocks();
  Object.defineProperty(navigator, "serviceWorker", {
    value: { getRegistration: async () => registration },
    configurable: true,
  });
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
  holdsPhone("alice");
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
  Reflect.deleteProperty(navigator, "serviceWorker");
});

describe("an account's stored answers and offline quests", () => {
  it("are deleted at sign-out", async () => {
    holderLeaves();
    await releasePhone(() => undefined);
    expect([await countOf("alice"), await listTaken("alice")]).toEqual([0, []]);
    expect(findComment("alice", "a sample")).toBeUndefined();
    await expectNothingOfHolder();
  });

  it("[IDENT-05] are deleted when the session ends otherwise, but not the list of offline quests or drafts of comments", async () => {
    await releasePhone(() => undefined);
    expect([await countOf("alice"), await findTaken("alice", 7)]).toEqual([0, undefined]);
    expect([await listTaken("alice"), findComment("alice", "a sample")?.text]).toEqual([[7], "Too dark"]);
    await expectNothingOfHolder();
  });

  it("stay as long as the session, and are deleted before another account is let in", async () => {
    await releasePhone(() => "alice");
    await takePhone("alice", () => {});
    expect(await countOf("alice")).not.toBe(0);
    const seen: unknown[] = [];
    await takePhone("bob", () => void seen.push(localStorage.getItem("cairn.holder")));
    expect([seen, await countOf("alice"), await listTaken("alice")]).toEqual([
      [JSON.stringify({ account: "bob" })],
      0,
      [],
    ]);
    expect(subscription.unsubscribe).toHaveBeenCalledOnce();
    expect((await readGallery()).photos).toEqual([]);
  });

  it("are deleted at the next start where the browser was closed in between, or the session's account is another one", async () => {
    holderLeaves();
    // Nothing else happens. Then the app starts.
    expect(holdsPhone("alice")).toBe(false);
    expect(holdsPhone("bob")).toBe(false);
    const { createAuthSession } = await import("../auth/auth-session.ts");
    localStorage.removeItem("jwt");
    await createAuthSession({ loadSettings: () => Promise.reject(new Error("no line")), navigate: () => {} }).start();
    await vi.waitFor(() => expect(localStorage.getItem("cairn.holder")).toBeNull(), 10_000);
    expect([await countOf("alice"), await listTaken("alice")]).toEqual([0, []]);
    await expectNothingOfHolder();
  });

  it("are deleted as whole databases where they can't be changed, and a phone without databases lets people in", async () => {
    const broken = breakTransactions();
    const warned = vi.spyOn(console, "warn").mockImplementation(() => {});
    await releasePhone(() => undefined);
    broken.mockRestore();
    expect(await countOf("alice")).toBe(0);
    vi.stubGlobal("indexedDB", undefined);
    let isIn = false;
    holdsPhone("alice");
    await takePhone("bob", () => {
      isIn = true;
    });
    expect(isIn).toBe(true);
    warned.mockRestore();
  });

  it("let nobody in while another tab holds what can't be changed; once it is closed, they are gone", async () => {
    const other = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open("cairn-kept");
      opening.onsuccess = () => resolve(opening.result);
    });
    const broken = breakTransactions();
    const letIn = vi.fn();
    await expect(takePhone("bob", letIn)).rejects.toThrow("cairn-kept");
    expect(letIn).not.toHaveBeenCalled();
    broken.mockRestore();
    other.close();
    await takePhone("bob", letIn);
    expect([letIn.mock.calls.length, await countOf("alice")]).toEqual([1, 0]);
  });

  it("are fetched again at the next sign-in", async () => {
    await releasePhone(() => undefined);
    cleanup();
    signIn("alice");
    await waitFor(async () => expect(await findTaken("alice", 7)).toBeDefined(), { timeout: 10_000 });
  });

  it("stay while the same account is signed in, and are deleted once another one is", async () => {
    cleanup();
    signIn("alice");
    await takeAlong("alice", 7);
    expect(await findTaken("alice", 7)).toBeDefined();
    // Carol keeps nothing else here.
    keepComment("carol", "a sample", { text: "Too dark" });
    cleanup();
    signIn("bob");
    await takeAlong("bob", 7);
    await waitFor(async () => expect(await listTaken("alice")).toEqual([]));
    expect(await countOf("alice")).toBe(0);
    for (const each of ["alice", "carol"]) expect(findComment(each, "a sample")).toBeUndefined();
    expect(await findTaken("bob", 7)).toBeDefined();
  });
});

describe("what a tab keeps until it is saved", () => {
  it("is its account's, and ends with the session, also in a tab that is opened again", () => {
    keepInTab("alice", "lesson-draft/7", { cards: [1] });
    expect([findInTab("alice", "lesson-draft/7"), findInTab("bob", "lesson-draft/7")]).toEqual([
      { cards: [1] },
      undefined,
    ]);
    forgetOthersInTab("alice");
    expect(findInTab("alice", "lesson-draft/7")).toEqual({ cards: [1] });
    forgetOthersInTab(undefined);
    expect([findInTab("alice", "lesson-draft/7"), sessionStorage.length]).toEqual([undefined, 0]);
  });
});

it("the app announces the subscription of its phone at each start", async () => {
  vi.stubGlobal("PushManager", class {});
  vi.stubGlobal("Notification", { permission: "granted" });
  const server = serve({ "POST /api/account/push-subscriptions": () => new Response(null, { status: 204 }) });
  cleanup();
  signIn("alice");
  await waitFor(() => expect(sentBy("POST", server)).toContainEqual(expect.objectContaining(subscription.toJSON())));
});
