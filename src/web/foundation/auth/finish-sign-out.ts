import type { AuthSettings } from "./auth-settings.ts";
import { revokeRefreshToken, signOutAddress } from "./oauth-client.ts";
import { findPendingSignOut, keepPendingSignOut, type PendingSignOut } from "./session-store.ts";

const answerTimeoutMs = 10_000;

/**
 * Ends the session at the provider that this browser has signed out of. Another origin confirms it by leading back with
 * `state`. It is left for once only, since a provider may show a page of its own or know no `state`.
 * @param leave without it, the page stays
 */
export async function finishSignOut(
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
