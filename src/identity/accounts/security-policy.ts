import type { Account } from "./account-queries.ts";

const dayMs = 24 * 60 * 60_000;

/** What an installation asks of those who sign in. */
export type SecurityPolicy = {
  /** Who needs a second factor: without one they set it up before they get in. */
  requireSecondFactor: "off" | "admins" | "everyone";
  /** A password that an administrator gave works this long. */
  temporaryPasswordDays: number;
  /** A browser that was not used for this long is signed out. */
  sessionIdleDays: number;
  /** However much it is used, a sign-in is good for this long. */
  sessionMaxDays: number;
};

/** Volunteers carry a phone into places without a network, and come back after a season. */
export const defaultSecurityPolicy: SecurityPolicy = {
  requireSecondFactor: "off",
  temporaryPasswordDays: 7,
  sessionIdleDays: 30,
  sessionMaxDays: 180,
};

export function needsSecondFactor({ requireSecondFactor }: SecurityPolicy, account: Account): boolean {
  if (requireSecondFactor === "everyone") return true;
  return requireSecondFactor === "admins" && account.groups.includes("admins");
}

export function isTemporaryPasswordExpired(policy: SecurityPolicy, account: Account, now: Date): boolean {
  const ageMs = now.getTime() - account.passwordSetAt.getTime();
  return account.mustChangePassword && ageMs > policy.temporaryPasswordDays * dayMs;
}

/** `signedInAt` in seconds since 1970. */
export function isSignInTooOld(policy: SecurityPolicy, signedInAt: number, now: Date): boolean {
  return now.getTime() - signedInAt * 1000 >= policy.sessionMaxDays * dayMs;
}
