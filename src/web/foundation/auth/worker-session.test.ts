import "../../../../test/web-database.ts";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { findDeletedAccount } from "../phone/deleted-account.ts";
import { keepShared, readGallery } from "../phone/kept-photos.ts";
import { readSession, type StoredSession, usernameOf, writeSession } from "./session-store.ts";

// Known before the modules are loaded.
vi.stubGlobal("SyncManager", class {});
const { findWorkerSession, shareSession } = await import("./worker-session.ts");
const { createAuthSession } = await import("./auth-session.ts");
const { readNote } = await import("../worker-notes/notes.ts");
const { SessionEndedError } = await import("./oauth-client.ts");

let made = 0;
function session(username = "alice", expiresAtMs = 1): StoredSession {
  made += 1;
  const accessToken = `e30.${btoa(JSON.stringify({ username, jti: made }))}.c2ln`;
  const names = { username_claim: "username", groups_claim: "groups" };
  return { accessToken, refreshToken: `refresh-${made}`, expiresAtMs, names };
}
const later = () => Date.now() + 600_000;
const settings = {} as Awaited<ReturnType<Parameters<typeof findWorkerSession>[0]["loadSettings"]>>;
const loadSettings = async () => settings;
let why: "ended" | "deleted" = "ended";
const means = { loadSettings, findWhyOver: async () => why };

/** The worker does this at each sync. */
const tokenOfWorker = async (renew: (session: StoredSession) => Promise<StoredSession>) => {
  const found = await findWorkerSession({ ...means, renew: (_, old) => renew(old) });
  return found?.session.getAccessToken();
};
const mustNotRenew = async (): Promise<never> => Promise.reject(new Error("It is still valid."));
const openApp = () =>
  createAuthSession({ loadSettings: () => Promise.reject(new Error("no line")), navigate: () => {}, leave: () => {} });

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal("SyncManager", class {});
});
afterEach(async () => {
  localStorage.clear();
  await shareSession();
  vi.unstubAllGlobals();
});

it("is the app's, while its token is valid", async () => {
  expect(await findWorkerSession({ ...means, renew: mustNotRenew })).toBeUndefined();
  const here = session("alice", later());
  writeSession(here);
  await shareSession();
  expect(await tokenOfWorker(mustNotRenew)).toBe(here.accessToken);
  const other = session("bob", later());
  writeSession(other);
  await shareSession();
  expect((await findWorkerSession({ ...means, renew: mustNotRenew }))?.account).toBe("bob");
});

it("is renewed by the worker, and taken over by the app before the app renews it", async () => {
  const here = session();
  writeSession(here);
  await shareSession();
  const first = session("alice", 2);
  expect(await tokenOfWorker(async () => first)).toBe(first.accessToken);
  const second = session("alice", later());
  const renewed: (string | undefined)[] = [];
  const renewing = async ({ refreshToken }: StoredSession) => {
    renewed.push(refreshToken);
    return second;
  };
  expect(await tokenOfWorker(renewing)).toBe(second.accessToken);
  expect(renewed).toEqual([first.refreshToken]);
  expect(readSession()).toEqual(here);

  const app = openApp();
  expect(await app.getAccessToken()).toBe(second.accessToken);
  expect(readSession()).toEqual(second);
  expect(await tokenOfWorker(mustNotRenew)).toBe(second.accessToken);
});

it("is not brought back by a renewal that ends after signing out", async () => {
  writeSession(session());
  await shareSession();
  const token = await tokenOfWorker(async () => {
    localStorage.clear();
    await shareSession();
    return session("alice", later());
  });
  expect(token).toBeUndefined();
  expect(await readNote("session")).toBeUndefined();
});

it.each(["ended", "deleted"] as const)(
  "that the provider has %s goes with what the account left, and the app says so, also without a line",
  async (over) => {
    why = over;
    await keepShared([new File(["bytes"], "bark.jpg", { type: "image/jpeg" })]);
    const here = session("alice", later());
    writeSession({ ...here, expiresAtMs: 1 });
    await shareSession();
    await expect(tokenOfWorker(() => Promise.reject(new TypeError("Failed to fetch")))).rejects.toThrow("fetch");
    expect((await readGallery()).photos).toHaveLength(1);
    expect(await tokenOfWorker(() => Promise.reject(new SessionEndedError("Over.")))).toBeUndefined();
    expect((await readGallery()).photos).toEqual([]);
    expect(await findWorkerSession({ ...means, renew: mustNotRenew })).toBeUndefined();
    expect(usernameOf(readSession())).toBe("alice");
    const app = openApp();
    await app.start();
    await vi.waitFor(() => expect([app.getState().isLoggedIn, readSession()]).toEqual([false, undefined]));
    expect(findDeletedAccount()).toBe(over === "deleted" ? "alice" : undefined);
  },
);

it.each([
  ["signing out", async (app: ReturnType<typeof openApp>) => app.signOut()],
  [
    "the end of the session",
    async (app: ReturnType<typeof openApp>) => app.endSession(readSession()?.accessToken ?? ""),
  ],
  [
    "a start without a session",
    async () => {
      localStorage.clear();
      await openApp().start();
    },
  ],
])("is deleted with %s", async (_, end) => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  writeSession(session("alice", later()));
  await shareSession();
  const app = openApp();
  await app.start();
  await end(app);
  await vi.waitFor(async () => expect(await readNote("session")).toBeUndefined());
});
