import { timingSafeEqual } from "node:crypto";
import { saying } from "../../texts/saying.ts";
import type { Account } from "../accounts/account-queries.ts";
import { canonicalName } from "../accounts/account-rules.ts";
import { giveBackSignInAttempt, takeSignInAttempt } from "../sign-in/sign-in-attempts.ts";
import { deviceGroupKey } from "../srp/device-verifiers.ts";
import { poolName } from "../srp/password-verifiers.ts";
import { expectedSignature, isClientValue, startServer, type Verifier } from "../srp/srp.ts";
import { CognitoError, passwordRefused, signInLimited } from "./cognito-error.ts";
import { type CognitoRequest, requireText, textOf } from "./cognito-input.ts";
import { keepSrpExchange, type SignIn, type SrpExchange, startSignIn, takeSrpExchange } from "./sign-ins.ts";

type Parameters = Record<string, unknown>;

/** USER_SRP_AUTH: the challenge by which the password is proven without being sent. It looks the same for a name that nobody has. */
export async function startPasswordSrp({ context, ip }: CognitoRequest, parameters: Parameters) {
  const name = loginNameOf(requireText(parameters, "USERNAME", saying("identity.usernameEmpty")));
  const clientValue = requireClientValue(parameters);
  const { account, passwordHash } = await findByName(context, name);
  if (await takeSignInAttempt(context.limits, { name, ip })) throw signInLimited();
  const verifier = await context.passwordVerifiers.findFor(name, passwordHash);
  const start = startServer(verifier);
  const deviceKey = textOf(parameters, "DEVICE_KEY");
  const exchange = { subject: name, clientValue, ...start, deviceKey };
  const secretBlock = await keepSrpExchange(context, account?.id, exchange);
  return {
    ChallengeName: "PASSWORD_VERIFIER",
    ChallengeParameters: {
      USER_ID_FOR_SRP: name,
      USERNAME: name,
      ...publicParametersOf(verifier, start.publicValue, secretBlock),
    },
  };
}

/** PASSWORD_VERIFIER: who it is, once the signature is right. One answer for a wrong password and for nobody. */
export async function finishPasswordSrp({ context, ip }: CognitoRequest, responses: Parameters): Promise<SignIn> {
  const secretBlock = requireText(responses, "PASSWORD_CLAIM_SECRET_BLOCK");
  const { exchange } = await takeSrpExchange(context, secretBlock);
  const name = exchange.subject;
  const { account, passwordHash } = await findByName(context, name);
  const verifier = await context.passwordVerifiers.findFor(name, passwordHash);
  const isRight = isProven(verifier, exchange, poolName, responses);
  if (!isRight || (account && !account.enabled)) {
    context.events.record("sign-in.refused", { accountId: account?.id, reason: isRight ? "disabled" : "password" });
    throw passwordRefused();
  }
  await giveBackSignInAttempt(context.limits, { name, ip });
  if (!account) throw new CognitoError("UserNotConfirmedException", "User is not confirmed.");
  return startSignIn(account, textOf(responses, "DEVICE_KEY") || exchange.deviceKey);
}

/** DEVICE_SRP_AUTH: the same for the secret of the device. */
export async function startDeviceSrp({ context }: CognitoRequest, signIn: SignIn, responses: Parameters) {
  const { verifier, deviceKey } = await getDevice(context, signIn, responses);
  const clientValue = requireClientValue(responses);
  const start = startServer(verifier);
  const exchange = { subject: deviceKey, clientValue, ...start, deviceKey };
  const secretBlock = await keepSrpExchange(context, signIn.account.id, exchange);
  return {
    ChallengeName: "DEVICE_PASSWORD_VERIFIER",
    Session: signIn.session,
    ChallengeParameters: {
      USERNAME: signIn.account.username,
      DEVICE_KEY: deviceKey,
      ...publicParametersOf(verifier, start.publicValue, secretBlock),
    },
  };
}

/** DEVICE_PASSWORD_VERIFIER: the sign-in with its device proven. A device that is remembered stands in for a second factor. */
export async function finishDeviceSrp(
  { context }: CognitoRequest,
  signIn: SignIn,
  responses: Parameters,
): Promise<SignIn> {
  const { verifier, deviceKey } = await getDevice(context, signIn, responses);
  const taken = await takeSrpExchange(context, requireText(responses, "PASSWORD_CLAIM_SECRET_BLOCK"));
  const isOwn = taken.accountId === signIn.account.id && taken.exchange.subject === deviceKey;
  if (!isOwn || !isProven(verifier, taken.exchange, deviceGroupKey, responses)) {
    context.events.record("sign-in.refused", { accountId: signIn.account.id, reason: "device" });
    throw passwordRefused();
  }
  return { ...signIn, provenDevice: true, provenFactor: signIn.provenFactor || verifier.remembered };
}

async function getDevice(context: CognitoRequest["context"], signIn: SignIn, responses: Parameters) {
  const { deviceKey, account } = signIn;
  const isAsked = deviceKey !== undefined && textOf(responses, "DEVICE_KEY") === deviceKey;
  const verifier = isAsked ? await context.deviceVerifiers.find(account.id, deviceKey) : undefined;
  if (!verifier || !deviceKey) throw new CognitoError("ResourceNotFoundException", "Device does not exist.");
  return { verifier, deviceKey };
}

export function loginNameOf(username: string): string {
  return canonicalName(username).slice(0, 254);
}

async function findByName(
  { accounts, signUps }: CognitoRequest["context"],
  name: string,
): Promise<{ account: Account | undefined; passwordHash: string | undefined }> {
  const found = await accounts.findForSignIn(name);
  const pending = found ? undefined : await signUps.findUnconfirmed(name);
  return { account: found?.account, passwordHash: found?.passwordHash ?? pending?.passwordHash };
}

function requireClientValue(parameters: Parameters): string {
  const value = requireText(parameters, "SRP_A");
  if (!isClientValue(value)) throw new CognitoError("InvalidParameterException", "SRP_A is not valid");
  return value;
}

function publicParametersOf({ salt }: Verifier, publicValue: string, secretBlock: string) {
  return { SALT: salt, SRP_B: publicValue, SECRET_BLOCK: secretBlock };
}

function isProven(
  verifier: Verifier,
  { subject: userId, clientValue, secret, publicValue }: SrpExchange,
  group: string,
  responses: Parameters,
): boolean {
  const given = Buffer.from(requireText(responses, "PASSWORD_CLAIM_SIGNATURE"), "base64");
  const proof = {
    poolName: group,
    userId,
    secretBlock: requireText(responses, "PASSWORD_CLAIM_SECRET_BLOCK"),
    timestamp: requireText(responses, "TIMESTAMP"),
  };
  const expected = expectedSignature(verifier, { secret, publicValue }, clientValue, proof);
  return expected !== undefined && expected.length === given.length && timingSafeEqual(expected, given);
}
