import type { Account } from "./account-queries.ts";

const dayMs = 24 * 60 * 60_000;

/** An installation's rules for signing in. */
export type SecurityPolicy = {
  /** Who needs a second factor. Those without one set it up during sign-in. */
  requireSecondFactor: "off" | "admins" | "everyone";
  /** Lifetime of a password set by an administrator. */
  temporaryPasswordDays: number;
  /** Browsers are signed out after this long without use. */
  sessionIdleDays: number;
  /** Maximum lifetime of a sign-in, however much it is used. */
  sessionMaxDays: number;
};

/** Long lifetimes, because volunteers work offline and return after a season. */
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
