import { claimAt, groupNames, rolesOf } from "../../../contract/roles.ts";
import { t } from "../../texts/app.ts";
import { pendingTexts } from "../../texts/area-texts.ts";
import { forgetNotes, hasBackgroundSync } from "../../worker-notes/forget-notes.ts";
import type { AuthSettings } from "./auth-settings.ts";
import { withSessionLock } from "./session-lock.ts";
import {
  accessTokenKey,
  clearSession,
  keepFlow,
  readSession,
  type StoredSession,
  takeFlow,
  usernameOf,
  writeSession,
} from "./session-store.ts";
import { SignInProblem } from "./sign-in-problem.ts";
import { readClaims } from "./token-claims.ts";

/** Why a session ended. */
export type SessionEnd = "signed-out" | "signed-out-elsewhere" | "session-ended" | "another-user";

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
const flowTimeoutMs = 10_000;
const signOutTimeoutMs = 3_000;
/** Calls that waited for a failed renewal fail with it, without another attempt. */
const renewAgainAfterMs = 1_000;

export type AuthSession = ReturnType<typeof createAuthSession>;

/** The session of this browser, shared by all tabs through local storage. */
export function createAuthSession(options: AuthSessionOptions) {
  const { loadSettings, navigate, leave = (url) => location.assign(url), onSessionEnd, findRefusal } = options;
  let state: AuthState = { ...signedOut, status: "unknown" };
  let started: Promise<void> | undefined;
  let noLineAtMs = Number.NEGATIVE_INFINITY;
  const listeners = new Set<() => void>();
  window.addEventListener("online", () => {
    noLineAtMs = Number.NEGATIVE_INFINITY;
  });

  function set(next: AuthState): void {
    state = next;
    for (const listener of listeners) listener();
  }

  function show(session: StoredSession | undefined, problem?: string): void {
    set({ ...(session ? stateOf(session) : signedOut), problem });
  }

  function end(reason: SessionEnd, problem?: string): unknown {
    const { username } = state;
    clearSession();
    const forgotten = forgetNotes();
    show(undefined, problem);
    return Promise.all([forgotten, onSessionEnd?.(reason, username)]);
  }

  function onStorage(event: StorageEvent): void {
    if (event.key !== accessTokenKey && event.key !== null) return;
    const before = state.username;
    const session = readSession();
    show(session);
    if (before !== undefined && state.username !== before)
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
      await finishSignIn(here);
    } else {
      const session = readSession();
      if (session && !stateOf(session).username) end("session-ended", t("app.signIn.userEmpty"));
      else show(session);
      if (!session) void forgetNotes();
      if (here.hash !== "#sign-in" && here.hash !== "#sign-up") return;
      // The back button must not start another sign-in.
      history.replaceState(history.state, "", `${here.pathname}${here.search}`);
      await signIn({ signUp: here.hash === "#sign-up" });
    }
  }

  async function finishSignIn(callback: URL): Promise<void> {
    const flow = takeFlow();
    const returnTo = safePath(flow?.returnTo);
    let problem: string | undefined;
    try {
      if (!flow) throw new SignInProblem(t("app.signIn.invalidState"));
      const session = await withTimeout(flowTimeoutMs, t("app.signIn.authenticationError"), async () => {
        const { clockProblem, completeSignIn, requireUsable } = await import("./oauth-client.ts");
        await pendingTexts();
        const completed = await completeSignIn(await loadSettings(), callback, flow);
        const { username } = stateOf(completed);
        // Asks the server even without a username: its log helps the operator.
        requireUsable(username, await findRefusal?.(completed.accessToken, username ?? "-"));
        problem = clockProblem();
        return completed;
      });
      writeSession(session);
      navigate(returnTo);
      show(session, problem);
    } catch (error) {
      console.error(t("app.log.signInFailed"), error);
      navigate(returnTo);
      show(readSession(), messageOf(error));
    }
  }

  /** @param options.returnTo path to return to, by default the current one */
  async function signIn(options: { signUp?: boolean; returnTo?: string } = {}): Promise<void> {
    const { signUp = false, returnTo = `${location.pathname}${location.search}` } = options;
    try {
      const settings = await loadSettings();
      const here = safePath(returnTo);
      const appOrigin = new URL(settings.redirect_uri).origin;
      // The provider returns to one origin only, so the sign-in has to start there.
      if (appOrigin !== location.origin) return leave(`${appOrigin}${here}#${signUp ? "sign-up" : "sign-in"}`);
      const { startSignIn } = await import("./oauth-client.ts");
      const { url, flow } = await startSignIn(settings, { signUp, returnTo: here });
      keepFlow(flow);
      leave(url);
    } catch (error) {
      console.error(t("app.log.signInFailed"), error);
      set({ ...state, problem: messageOf(error) });
    }
  }

  async function signOut(): Promise<void> {
    const idToken = readSession()?.idToken;
    const ended = end("signed-out");
    try {
      await withTimeout(signOutTimeoutMs, t("app.signIn.signOutTimeout"), async () => {
        await ended;
        const { signOutAddress } = await import("./oauth-client.ts");
        const address = await signOutAddress(await loadSettings(), idToken);
        if (!address) return;
        leave(address);
        // The page unloads. Otherwise this times out.
        await new Promise(() => {});
      });
    } catch (error) {
      console.error(t("app.log.signOutFailed"), error);
      set({ ...state, problem: messageOf(error) });
    }
  }

  /** Ends the session in this browser after the server rejected a renewed token. */
  function endSession(refused: string): void {
    if (readSession()?.accessToken === refused) end("session-ended", t("app.signIn.tokenRefused"));
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
      await share();
      // Another tab or the service worker may have renewed it.
      const session = readSession();
      if (!session || session.accessToken !== stale) return session?.accessToken;
      if (Date.now() - noLineAtMs < renewAgainAfterMs) throw new SignInProblem(t("app.signIn.networkError"));
      const { renewSession, SessionEndedError } = await import("./oauth-client.ts");
      try {
        const renewed = await renewSession(await loadSettings(), session);
        // The user has signed out meanwhile.
        if (readSession()?.accessToken !== stale) return undefined;
        writeSession(renewed);
        await share();
        show(renewed);
        return renewed.accessToken;
      } catch (error) {
        if (error instanceof SessionEndedError) {
          end("session-ended", t("app.signIn.sessionEnded"));
          return undefined;
        }
        if (session.expiresAtMs > Date.now()) return session.accessToken;
        noLineAtMs = Date.now();
        throw new SignInProblem(t("app.signIn.networkError"), { cause: error });
      }
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

/** With the service worker, which cannot read local storage. */
async function share(): Promise<void> {
  if (!hasBackgroundSync) return;
  try {
    await (await import("./worker-session.ts")).shareSession();
  } catch (error) {
    console.warn("The service worker does not know the session.", error);
  }
}

/** Restricts a stored path to this app. */
export function safePath(path: string | undefined): string {
  if (!path?.startsWith("/")) return "/";
  const url = new URL(path, location.origin);
  if (url.origin !== location.origin) return "/";
  for (const name of ["code", "state", "iss", "session_state", "error", "error_description"])
    url.searchParams.delete(name);
  return `${url.pathname}${url.search}`;
}

async function withTimeout<T>(timeoutMs: number, message: string, work: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new SignInProblem(message)), timeoutMs);
  });
  try {
    return await Promise.race([work(), timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** Network errors and sign-in problems have their own messages; details of others are in the console. */
function messageOf(error: unknown): string {
  if (error instanceof TypeError) return t("app.signIn.networkError");
  return error instanceof SignInProblem ? error.message : t("app.signIn.authenticationError");
}
