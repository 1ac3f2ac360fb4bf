import { defaultClaims } from "../../../contract/roles.ts";
import type { AuthSettings } from "./auth-settings.ts";
import { readClaims } from "./token-claims.ts";

/** The access token lies under the name that the specification gives it, the rest of the session beside it. */
export const accessTokenKey = "jwt";
const sessionKey = "cairn.session";
const flowKey = "cairn.sign-in";

export type StoredSession = {
  accessToken: string;
  refreshToken?: string | undefined;
  idToken?: string | undefined;
  /** By the clock of this device. */
  expiresAtMs: number;
  names: Pick<AuthSettings, "username_claim" | "groups_claim"> &
    Partial<Pick<AuthSettings, "groups_separator" | "reviewers_prefix" | "reviewers_by_name">>;
};

/** A sign-in that left for the provider; this tab waits for it to come back. */
export type SignInFlow = { state: string; verifier: string; nonce: string; returnTo: string };

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
  // Other tabs listen for the token: what belongs to it is there first.
  localStorage.setItem(sessionKey, JSON.stringify(rest));
  localStorage.setItem(accessTokenKey, accessToken);
}

export function clearSession(): void {
  localStorage.removeItem(sessionKey);
  localStorage.removeItem(accessTokenKey);
}

export function keepFlow(flow: SignInFlow): void {
  sessionStorage.setItem(flowKey, JSON.stringify(flow));
}

/** The flow of this tab, once. */
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
