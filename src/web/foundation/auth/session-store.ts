import { type Claims, claimAt, defaultClaims } from "../../../contract/roles.ts";
import type { AuthSettings } from "./auth-settings.ts";

/** The specification names this key of the access token. */
export const accessTokenKey = "jwt";
const sessionKey = "cairn.session";
const flowKey = "cairn.sign-in";
const signOutKey = "cairn.sign-out";

export type StoredSession = {
  accessToken: string;
  refreshToken?: string | undefined;
  idToken?: string | undefined;
  /** By the clock of this device. */
  expiresAtMs: number;
  names: Pick<AuthSettings, "username_claim" | "groups_claim"> & Partial<Pick<AuthSettings, "groups_separator">>;
};

/** A sign-in that this tab has started. */
export type SignInFlow = {
  state: string;
  verifier: string;
  nonce: string;
  returnTo: string;
  startedAtMs: number;
  /** The `state` of a sign-out that the provider doesn't know of, which is why it has to ask for a password. */
  signOut?: string | undefined;
};

/** Why this browser has no session any more. */
export type SessionEnd = "signed-out" | "signed-out-elsewhere" | "session-ended" | "another-user" | "account-deleted";

/** Why the provider has ended a session. */
export type SessionOver = "ended" | "deleted";

/** A sign-out that the provider has not confirmed. `hasLeft`: the browser went to its page. */
export type PendingSignOut = Pick<StoredSession, "idToken" | "refreshToken"> & { state?: string; hasLeft?: boolean };

export function readSession(): StoredSession | undefined {
  const accessToken = localStorage.getItem(accessTokenKey);
  if (!accessToken) return undefined;
  const rest = parse<Omit<StoredSession, "accessToken">>(localStorage.getItem(sessionKey));
  if (rest) return { ...rest, accessToken };
  const { exp } = readClaims(accessToken);
  return {
    accessToken,
    expiresAtMs: typeof exp === "number" ? exp * 1000 : 0,
    names: { username_claim: defaultClaims.username, groups_claim: defaultClaims.groups },
  };
}

export function writeSession({ accessToken, ...rest }: StoredSession): void {
  // Other tabs listen for the token, so it is written last.
  localStorage.setItem(sessionKey, JSON.stringify(rest));
  localStorage.setItem(accessTokenKey, accessToken);
}

export function clearSession(): void {
  localStorage.removeItem(sessionKey);
  localStorage.removeItem(accessTokenKey);
}

/** The username that the access token has. */
export function usernameOf(session: StoredSession | undefined): string | undefined {
  const name = session && claimAt(readClaims(session.accessToken), session.names.username_claim);
  return typeof name === "string" && name !== "" ? name : undefined;
}

/** The provider reads it with the browser's next request, whichever page that is for. */
const signOutCookie = "cairn_sign_out";
/** No session of the provider lives longer. */
const signOutCookieSeconds = 180 * 24 * 60 * 60;

/** Until it is confirmed, or somebody has signed in with a proof. */
export function keepPendingSignOut(pending: PendingSignOut | undefined): void {
  // biome-ignore lint/suspicious/noDocumentCookie: Safari and Firefox have no other API.
  document.cookie = `${signOutCookie}=1; path=/; samesite=lax; max-age=${pending ? signOutCookieSeconds : 0}`;
  if (pending) localStorage.setItem(signOutKey, JSON.stringify(pending));
  else localStorage.removeItem(signOutKey);
}

export const findPendingSignOut = (): PendingSignOut | undefined => parse(localStorage.getItem(signOutKey));

export function keepFlow(flow: SignInFlow): void {
  sessionStorage.setItem(flowKey, JSON.stringify(flow));
}

/** Reads and removes the flow of this tab. */
export function takeFlow(): SignInFlow | undefined {
  const flow = parse<SignInFlow>(sessionStorage.getItem(flowKey));
  sessionStorage.removeItem(flowKey);
  return flow;
}

function parse<T>(text: string | null): T | undefined {
  try {
    return text ? (JSON.parse(text) as T) : undefined;
  } catch {
    return undefined;
  }
}

/** The unverified claims of a JWT, for display only. Empty for anything else. */
export function readClaims(token: string | undefined): Claims {
  const payload = token?.split(".")[1];
  if (!payload) return {};
  try {
    const bytes = Uint8Array.from(atob(payload.replaceAll("-", "+").replaceAll("_", "/")), (char) =>
      char.charCodeAt(0),
    );
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return typeof claims === "object" && claims !== null ? (claims as Claims) : {};
  } catch {
    return {};
  }
}

let queue: Promise<unknown> = Promise.resolve();

/** Runs one `work` at a time across tabs and the service worker, or in this tab if the browser has no locks. */
export function withSessionLock<T>(work: () => Promise<T>): Promise<T> {
  if (navigator.locks) return navigator.locks.request("cairn.session", work) as Promise<T>;
  const mine = queue.then(work);
  queue = mine.catch(() => {});
  return mine;
}
