import { t } from "../../../../generated/web-texts/app.ts";
import { claimAt, groupNames, rolesOf } from "../../../contract/roles.ts";
import { holderLeaves, holdsPhone, readHolder } from "../phone/holder.ts";
import { forgetNotes, hasBackgroundSync } from "../worker-notes/forget-notes.ts";
import type { AuthSettings } from "./auth-settings.ts";
import {
  accessTokenKey,
  clearSession,
  findPendingSignOut,
  keepPendingSignOut,
  readClaims,
  readSession,
  type SessionEnd,
  type SessionOver,
  type StoredSession,
  usernameOf,
  withSessionLock,
} from "./session-store.ts";
import type { FlowOptions } from "./sign-in-flows.ts";
import { messageOf } from "./sign-in-problem.ts";

export type AuthState = {
  status: "unknown" | "signed_out" | "signed_in";
  authDetails: { username: string; userId: string | undefined } | null;
  userDetails: Record<string, unknown>;
  isLoggedIn: boolean;
  isAdmin: boolean;
  isFeatureTester: boolean;
  /** Organizations that the user reviews for, as named by the groups. */
  username: string | undefined;
  /** A message about signing in or out. */
  problem: string | undefined;
};

type AuthSessionOptions = {
  loadSettings: () => Promise<AuthSettings>;
  /** Navigates within the app. */
  navigate: (path: string) => void;
  /** Leaves the app. */
  leave?: (url: string) => void;
  /** Sign-out waits for it before it leaves the page. */
  onSessionEnd?: ((reason: SessionEnd, username: string | undefined) => unknown) | undefined;
  /** The message if the API rejects a new token; undefined if it accepts it. */
  findRefusal?: (accessToken: string, username: string) => Promise<string | undefined>;
  /** Why the provider has ended a session; undefined if nobody can say now. */
  findWhyOver?: (accessToken: string, username: string) => Promise<SessionOver | undefined>;
};

export const signedOut: AuthState = {
  status: "signed_out",
  authDetails: null,
  userDetails: {},
  isLoggedIn: false,
  isAdmin: false,
  isFeatureTester: false,
  username: undefined,
  problem: undefined,
};
const renewBeforeMs = 30_000;

export type AuthSession = ReturnType<typeof createAuthSession>;

/** The session of this browser, shared by all tabs through local storage. */
export function createAuthSession(options: AuthSessionOptions) {
  const { loadSettings, navigate, leave = (url) => location.assign(url), onSessionEnd } = options;
  const { findRefusal, findWhyOver = async () => "ended" } = options;
  let state: AuthState = { ...signedOut, status: "unknown" };
  let started: Promise<void> | undefined;
  const listeners = new Set<() => void>();
  const loadFlows = () => import("./sign-in-flows.ts");
  const flowOptions: FlowOptions = {
    loadSettings,
    navigate,
    leave,
    findRefusal,
    findWhyOver,
    noLineAtMs: Number.NEGATIVE_INFINITY,
    share,
    show,
    end,
    setProblem: (problem) => set({ ...state, problem }),
  };
  window.addEventListener("online", () => {
    flowOptions.noLineAtMs = Number.NEGATIVE_INFINITY;
    void finishSignOutLater();
  });
  document.addEventListener("visibilitychange", () => {
    lookAgain();
    void finishSignOutLater();
  });
  // The back button shows a page as it was left, whoever signed out meanwhile.
  window.addEventListener("pageshow", lookAgain);

  function set(next: AuthState): void {
    state = next;
    for (const listener of listeners) listener();
  }

  function show(session: StoredSession | undefined, problem?: string): void {
    set({ ...(session ? stateOf(session) : signedOut), problem });
  }

  const storedUsername = () => usernameOf(readSession());

  function end(reason: SessionEnd, problem?: string): Promise<unknown> {
    const { username } = state;
    if (reason === "signed-out" || reason === "account-deleted") holderLeaves();
    clearSession();
    const forgotten = forgetNotes();
    show(undefined, problem);
    return Promise.all([forgotten, clear(), onSessionEnd?.(reason, username)]);
  }

  /** Deletes what accounts without a session here have left, in each tab and at each start. */
  async function clear(): Promise<void> {
    try {
      const { releasePhone } = await import("../phone/clear-phone.ts");
      await releasePhone(storedUsername);
    } catch (error) {
      console.error(error);
    }
  }

  /** A page that sleeps hears nothing. */
  function lookAgain(): void {
    if (state.status !== "unknown" && storedUsername() !== state.username) follow();
  }

  function onStorage({ key }: StorageEvent): void {
    if (key === accessTokenKey || key === null) follow();
  }

  /** Shows the session as another tab has stored it. */
  function follow(): void {
    const before = state.username;
    const session = readSession();
    show(session);
    if (before === undefined || state.username === before) return;
    void clear();
    onSessionEnd?.(session ? "another-user" : "signed-out-elsewhere", before);
  }

  /** Restores the stored session or finishes a sign-in. Idempotent. */
  function begin(): Promise<void> {
    started ??= start();
    return started;
  }

  async function start(): Promise<void> {
    const here = new URL(location.href);
    const { searchParams } = here;
    if (searchParams.has("state") && (searchParams.has("code") || searchParams.has("error"))) {
      await (await loadFlows()).finishSignIn(flowOptions, here);
    } else {
      await restore();
      if (here.hash !== "#sign-in" && here.hash !== "#sign-up") return;
      // The back button must not start another sign-in.
      history.replaceState(history.state, "", `${here.pathname}${here.search}`);
      await signIn({ signUp: here.hash === "#sign-up" });
    }
  }

  async function restore(): Promise<void> {
    const session = readSession();
    const username = usernameOf(session);
    if (session && !username) return void end("session-ended", t("app.signIn.userEmpty"));
    // A tab that is opened again has its storage again.
    if ((!session && readHolder()) || sessionStorage.length > 0) void clear();
    if (!session || !username) {
      show(undefined);
      void forgetNotes();
      void finishSignOutLater();
      return;
    }
    // Without a wait, so that the first paint has the account.
    if (!holdsPhone(username)) {
      try {
        await (await loadFlows()).enter(username, () => {});
      } catch (error) {
        return void end("session-ended", messageOf(error));
      }
    }
    show(session);
    // The service worker may know that it is over.
    void share().then((over) => over && renewAccessToken(session.accessToken).catch(console.warn));
  }

  async function signIn(wanted: { signUp?: boolean; returnTo?: string } = {}): Promise<void> {
    try {
      await (await loadFlows()).signIn(flowOptions, wanted);
    } catch (error) {
      console.error(t("app.log.signInFailed"), error);
      set({ ...state, problem: messageOf(error) });
    }
  }

  async function signOut(): Promise<void> {
    const { idToken, refreshToken } = readSession() ?? {};
    // Before the session is gone: whatever happens next, the sign-out is remembered.
    keepPendingSignOut({ idToken, refreshToken });
    const ended = end("signed-out");
    await (await loadFlows()).signOut(flowOptions, ended);
  }

  /** Once there is a line. */
  async function finishSignOutLater(): Promise<void> {
    if (!findPendingSignOut() || readSession() || document.visibilityState === "hidden") return;
    await (await loadFlows()).finishSignOutLater(flowOptions);
  }

  /** Ends the session in this browser after the server rejected a renewed token. */
  function endSession(refused: string): void {
    if (readSession()?.accessToken === refused) void end("session-ended", t("app.signIn.tokenRefused"));
  }

  /** The access token, renewed if it expires soon; undefined when signed out. Throws when offline. */
  async function getAccessToken(): Promise<string | undefined> {
    await begin();
    const session = state.isLoggedIn ? readSession() : undefined;
    if (!session || session.expiresAtMs - Date.now() > renewBeforeMs) return session?.accessToken;
    return renewAccessToken(session.accessToken);
  }

  /** Replaces a rejected or expired token. @returns undefined if the session is over */
  function renewAccessToken(stale: string): Promise<string | undefined> {
    return withSessionLock(async () => {
      const over = await share();
      // Another tab or the service worker may have renewed it.
      const session = readSession();
      if (!session || (session.accessToken !== stale && !over)) return session?.accessToken;
      const flows = await loadFlows();
      return over ? flows.endAsOver(flowOptions, over) : flows.renew(flowOptions, session);
    });
  }

  return {
    subscribe(listener: () => void): () => void {
      if (listeners.size === 0) window.addEventListener("storage", onStorage);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) window.removeEventListener("storage", onStorage);
      };
    },
    getState: () => state,
    start: begin,
    signIn,
    signOut,
    endSession,
    getAccessToken,
    renewAccessToken,
  };
}

function stateOf(session: StoredSession): AuthState {
  const access = readClaims(session.accessToken);
  const details = { ...access, ...readClaims(session.idToken) };
  const { groups_claim, groups_separator } = session.names;
  // The server reads only the access token.
  const groups = groupNames(claimAt(access, groups_claim), groups_separator ?? undefined);
  const username = usernameOf(session);
  if (!username) return signedOut;
  return {
    status: "signed_in",
    authDetails: { username, userId: typeof details.sub === "string" ? details.sub : undefined },
    userDetails: { ...details, username, groups },
    isLoggedIn: true,
    ...rolesOf(groups),
    username,
    problem: undefined,
  };
}

/**
 * Shares the session with the service worker, which cannot read local storage. @returns how the session ended, if the
 * worker knows that
 */
async function share(): Promise<SessionOver | undefined> {
  if (!hasBackgroundSync) return undefined;
  try {
    return await (await import("./worker-session.ts")).shareSession();
  } catch (error) {
    console.warn(error);
    return undefined;
  }
}
