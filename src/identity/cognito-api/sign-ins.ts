import { createHash, randomBytes } from "node:crypto";
import type { Account } from "../accounts/account-queries.ts";
import { CognitoError } from "./cognito-error.ts";
import { type CognitoContext, isUuid } from "./cognito-input.ts";

export type ChallengeName =
  | "SOFTWARE_TOKEN_MFA"
  | "SMS_MFA"
  | "SELECT_MFA_TYPE"
  | "NEW_PASSWORD_REQUIRED"
  | "DEVICE_SRP_AUTH";

/**
 * A sign-in whose password was right, between two calls. Its session is the same in all of its challenges, since some
 * libraries send the first one to the end.
 */
export type SignIn = {
  session: string;
  account: Account;
  provenFactor: boolean;
  /** The device that the app says it runs on. */
  deviceKey: string | undefined;
  provenDevice: boolean;
};

export function startSignIn(account: Account, deviceKey: string): SignIn {
  return {
    session: randomBytes(48).toString("base64url"),
    account,
    provenFactor: false,
    deviceKey: isUuid(deviceKey) ? deviceKey : undefined,
    provenDevice: false,
  };
}

/** Keeps it until the answer to the challenge comes, for a quarter of an hour. */
export async function keepSignIn({ flowSteps }: CognitoContext, signIn: SignIn, expected: ChallengeName) {
  const { session, account, provenFactor, deviceKey, provenDevice } = signIn;
  await flowSteps.put(keyOf("session", session), "challenge", {
    accountId: account.id,
    data: { expected, provenFactor, deviceKey, provenDevice },
  });
}

/** @throws CognitoError for a session that ran out, was finished, or is of a disabled account. */
export async function getSignIn(
  { flowSteps, accounts }: CognitoContext,
  session: string,
): Promise<{ signIn: SignIn; expected: string }> {
  const step = await flowSteps.find(keyOf("session", session), "challenge");
  const account = step?.accountId ? await accounts.findById(step.accountId) : undefined;
  if (!step || !account?.enabled) throw sessionExpired();
  const { expected, provenFactor, deviceKey, provenDevice } = step.data;
  return {
    expected: String(expected),
    signIn: {
      session,
      account,
      provenFactor: provenFactor === true,
      deviceKey: typeof deviceKey === "string" ? deviceKey : undefined,
      provenDevice: provenDevice === true,
    },
  };
}

export async function endSignIn({ flowSteps }: CognitoContext, { session }: SignIn): Promise<void> {
  await flowSteps.drop(keyOf("session", session));
}

/** What the server keeps of an exchange by SRP; its secret block names it, and is good for one answer. */
export type SrpExchange = {
  /** The login name, or the key of the device. */
  subject: string;
  clientValue: string;
  secret: string;
  publicValue: string;
  deviceKey: string;
};

/** Answers the secret block. */
export async function keepSrpExchange(
  { flowSteps }: CognitoContext,
  accountId: string | undefined,
  exchange: SrpExchange,
): Promise<string> {
  const secretBlock = randomBytes(48).toString("base64");
  await flowSteps.put(keyOf("srp", secretBlock), "challenge", { accountId, data: exchange });
  return secretBlock;
}

/** @throws CognitoError where there is none. */
export async function takeSrpExchange({ flowSteps }: CognitoContext, secretBlock: string) {
  const step = await flowSteps.take(keyOf("srp", secretBlock), "challenge");
  if (!step) throw sessionExpired();
  return { accountId: step.accountId, exchange: step.data as SrpExchange };
}

function keyOf(kind: "session" | "srp", secret: string): string {
  return `cognito:${kind}:${createHash("sha256").update(secret).digest("base64url")}`;
}

function sessionExpired(): CognitoError {
  return new CognitoError("NotAuthorizedException", "Invalid session for the user, session is expired.");
}
