import { t } from "../../../../generated/web-texts/app.ts";
import { t as arrivalText } from "../../../../generated/web-texts/arrival.ts";
import { takePhone } from "../phone/clear-phone.ts";
import { noteDeletedAccount } from "../phone/deleted-account.ts";
import { pendingTexts } from "../texts/area-texts.ts";
import type { AuthSettings } from "./auth-settings.ts";
import {
  clockProblem,
  completeSignIn,
  renewSession,
  requireUsable,
  revokeRefreshToken,
  SessionEndedError,
  signOutAddress,
  startSignIn,
  UnprovenError,
} from "./oauth-client.ts";
import { safePath } from "./safe-path.ts";
import {
  findPendingSignOut,
  keepFlow,
  keepPendingSignOut,
  type PendingSignOut,
  readSession,
  type SessionEnd,
  type SessionOver,
  type StoredSession,
  takeFlow,
  usernameOf,
  writeSession,
} from "./session-store.ts";
import { messageOf, SignInProblem } from "./sign-in-problem.ts";

/** What `auth-session.ts` does without on most pages: signing in and out, renewal, and the end of a session. */
export type FlowOptions = {
  loadSettings: () => Promise<AuthSettings>;
  navigate: (path: string) => void;
  leave: (url: string) => void;
  findRefusal: ((accessToken: string, username: string) => Promise<string | undefined>) | undefined;
  findWhyOver: (accessToken: string, username: string) => Promise<SessionOver | undefined>;
  /** When a renewal failed for want of a line. */
  noLineAtMs: number;
  /** Shares the session with the service worker. */
  share: () => Promise<SessionOver | undefined>;
  show: (session: StoredSession | undefined, problem?: string) => void;
  end: (reason: SessionEnd, problem?: string) => Promise<unknown>;
  setProblem: (problem: string | undefined) => void;
};

const flowTimeoutMs = 10_000;
const signOutTimeoutMs = 3_000;
/** Calls that waited for a failed renewal fail with it, without another attempt. */
const renewAgainAfterMs = 1_000;

/** @param wanted.returnTo path to return to, by default the current one */
export async function signIn(
  { loadSettings, leave }: FlowOptions,
  wanted: { signUp?: boolean; returnTo?: string },
): Promise<void> {
  const { signUp = false, returnTo = `${location.pathname}${location.search}` } = wanted;
  const settings = await loadSettings();
  const here = safePath(returnTo);
  const appOrigin = new URL(settings.redirect_uri).origin;
  // The provider returns to one origin only, so the sign-in has to start there.
  if (appOrigin !== location.origin) return leave(`${appOrigin}${here}#${signUp ? "sign-up" : "sign-in"}`);
  const finish = () => finishSignOut(loadSettings);
  await withTimeout(signOutTimeoutMs, t("app.signIn.signOutTimeout"), finish).catch(console.warn);
  const { url, flow } = await startSignIn(settings, { signUp, returnTo: here, signOut: findPendingSignOut()?.state });
  keepFlow(flow);
  leave(url);
}

export async function finishSignIn(
  { loadSettings, navigate, leave, findRefusal, show }: FlowOptions,
  callback: URL,
): Promise<void> {
  const flow = takeFlow();
  const returnTo = safePath(flow?.returnTo);
  try {
    const signedOut = findPendingSignOut();
    // Somebody has signed out since it began.
    const isStale = signedOut && flow?.signOut !== signedOut.state;
    if (!flow || isStale) throw new SignInProblem(t("app.signIn.invalidState"));
    const [session, username] = await withTimeout(flowTimeoutMs, t("app.signIn.authenticationError"), async () => {
      await pendingTexts();
      const completed = await completeSignIn(await loadSettings(), callback, flow);
      const name = usernameOf(completed);
      // Asks the server even without a username: its log helps the operator.
      requireUsable(name, await findRefusal?.(completed.accessToken, name ?? "-"));
      return [completed, name ?? ""];
    });
    await enter(username, () => {
      writeSession(session);
      keepPendingSignOut(undefined);
    });
    navigate(returnTo);
    show(session, clockProblem());
  } catch (error) {
    console.error(t("app.log.signInFailed"), error);
    navigate(returnTo);
    show(readSession(), messageOf(error));
    if (error instanceof UnprovenError) await signOutOnceMore(loadSettings, leave).catch(console.warn);
  }
}

/** The session at the provider has outlived the first attempt, or nobody could tell how that ended. */
async function signOutOnceMore(...[loadSettings, leave]: Parameters<typeof finishSignOut>): Promise<void> {
  keepPendingSignOut({ ...findPendingSignOut(), hasLeft: false });
  await finishSignOut(loadSettings, leave);
}

/** Lets the account in once this phone has nothing of another. */
export async function enter(username: string, storeSession: () => void): Promise<void> {
  let isLate = false;
  const letIn = () => {
    if (!isLate) storeSession();
  };
  await pendingTexts();
  try {
    await withTimeout(flowTimeoutMs, arrivalText("arrival.phoneNotCleared"), () => takePhone(username, letIn));
  } finally {
    isLate = true;
  }
}

/** @param ended settles once this phone is signed out */
export async function signOut(
  { loadSettings, leave, setProblem }: FlowOptions,
  ended: Promise<unknown>,
): Promise<void> {
  try {
    await withTimeout(signOutTimeoutMs, t("app.signIn.signOutTimeout"), async () => {
      await ended;
      const outcome = await finishSignOut(loadSettings, leave);
      if (outcome === "open") return;
      if (outcome === "confirmed") leave((await loadSettings()).sign_out_uri);
      // The page unloads. Otherwise this times out.
      await new Promise(() => {});
    });
  } catch (error) {
    console.error(t("app.log.signOutFailed"), error);
    setProblem(error instanceof SignInProblem ? error.message : await wordsForLater());
  }
}

export async function finishSignOutLater({ loadSettings, leave, setProblem }: FlowOptions): Promise<void> {
  const outcome = await finishSignOut(loadSettings, leave).catch((error: unknown) => {
    console.warn(t("app.log.signOutFailed"), error);
    return "open";
  });
  const problem = outcome === "confirmed" ? undefined : await wordsForLater();
  if (!readSession()) setProblem(problem);
}

/** Replaces the tokens of the stored session. @returns undefined if it is over */
export async function renew(options: FlowOptions, session: StoredSession): Promise<string | undefined> {
  if (Date.now() - options.noLineAtMs < renewAgainAfterMs) throw new SignInProblem(t("app.signIn.networkError"));
  const isStill = () => readSession()?.accessToken === session.accessToken;
  try {
    const renewed = await renewSession(await options.loadSettings(), session);
    // The user has signed out meanwhile.
    if (!isStill()) return undefined;
    writeSession(renewed);
    await options.share();
    options.show(renewed);
    return renewed.accessToken;
  } catch (error) {
    const isOver = error instanceof SessionEndedError;
    const over = isOver ? await options.findWhyOver(session.accessToken, usernameOf(session) ?? "-") : undefined;
    if (over) return isStill() ? endAsOver(options, over) : undefined;
    if (session.expiresAtMs > Date.now()) return session.accessToken;
    options.noLineAtMs = Date.now();
    throw new SignInProblem(t("app.signIn.networkError"), { cause: error });
  }
}

export function endAsOver({ end }: FlowOptions, over: SessionOver): undefined {
  if (over === "deleted") noteDeletedAccount(usernameOf(readSession()));
  if (over === "deleted") void end("account-deleted");
  else void end("session-ended", t("app.signIn.sessionEnded"));
}

async function wordsForLater(): Promise<string> {
  await pendingTexts();
  return arrivalText("arrival.signOutLater");
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

const answerTimeoutMs = 10_000;

/**
 * Ends the session at the provider that this browser has signed out of. Another origin confirms it by leading back with
 * `state`. It is left for once only, since a provider may show a page of its own or know no `state`.
 * @param leave without it, the page stays
 */
async function finishSignOut(
  loadSettings: () => Promise<AuthSettings>,
  leave?: (address: string) => void,
): Promise<"confirmed" | "leaving" | "open"> {
  const pending = findPendingSignOut();
  if (!pending || isConfirmedBy(new URL(location.href), pending)) return "confirmed";
  const state = pending.state ?? newState();
  keepPendingSignOut({ ...pending, state });
  const settings = await loadSettings();
  if (pending.refreshToken) await revokeRefreshToken(settings, pending.refreshToken).catch(console.warn);
  const address = await signOutAddress(settings, { ...pending, state });
  if (!address) return "open";
  // A sign-in or another tab has ended it meanwhile.
  if (findPendingSignOut()?.state !== state) return "confirmed";
  if (new URL(address).origin === location.origin && (await isSignedOutBy(address))) {
    keepPendingSignOut(undefined);
    return "confirmed";
  }
  if (pending.hasLeft || !leave) return "open";
  keepPendingSignOut({ ...pending, state, hasLeft: true });
  leave(address);
  return "leaving";
}

const newState = () => Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join("");

function isConfirmedBy(here: URL, { state }: PendingSignOut): boolean {
  if (state === undefined || here.searchParams.get("state") !== state) return false;
  keepPendingSignOut(undefined);
  here.searchParams.delete("state");
  history.replaceState(history.state, "", here);
  return true;
}

/** It redirects when it has signed out; a page of it asks or refuses. */
async function isSignedOutBy(address: string): Promise<boolean> {
  const signal = AbortSignal.timeout(answerTimeoutMs);
  const { type } = await fetch(address, { redirect: "manual", cache: "no-store", signal });
  return type === "opaqueredirect";
}
