import { saying } from "../../texts/saying.ts";
import { AccountInputError } from "../accounts/account-input-error.ts";
import { isTemporaryPasswordExpired } from "../accounts/security-policy.ts";
import { secondFactorPerAccount } from "../attempts/attempt-limits.ts";
import type { FactorKind } from "../second-factors/second-factors.ts";
import { CognitoError, limitExceeded } from "./cognito-error.ts";
import { type CognitoRequest, isUuid, requireText, textOf } from "./cognito-input.ts";
import { issueTokens } from "./issue-tokens.ts";
import { findPreferredFactor } from "./preferred-factor.ts";
import { type ChallengeName, endSignIn, getSignIn, keepSignIn, type SignIn } from "./sign-ins.ts";
import { finishDeviceSrp, startDeviceSrp } from "./srp-operations.ts";
import { orDeliveryFailure } from "./text-delivery.ts";
import { userAttributes } from "./user-attributes.ts";

const challengeOfFactor: Record<FactorKind, ChallengeName> = {
  software_token: "SOFTWARE_TOKEN_MFA",
  text_message: "SMS_MFA",
};

/** The next challenge for somebody whose password was right, or the tokens. */
export async function goOn(request: CognitoRequest, signIn: SignIn): Promise<Record<string, unknown>> {
  const { secondFactors, deviceVerifiers, db, policy, mayEnter, clock } = request.context;
  const { account, deviceKey } = signIn;
  if (isTemporaryPasswordExpired(policy, account, clock())) {
    throw new CognitoError(
      "NotAuthorizedException",
      "Temporary password has expired and must be reset by an administrator.",
    );
  }
  const kinds = signIn.provenFactor ? [] : await secondFactors.confirmedKinds(account.id);
  const device = deviceKey && !signIn.provenDevice ? await deviceVerifiers.find(account.id, deviceKey) : undefined;
  // One that is not remembered proves itself too, after the second factor.
  if (device && deviceKey && (device.remembered || kinds.length === 0)) {
    return challenge(request, signIn, "DEVICE_SRP_AUTH", { DEVICE_KEY: deviceKey });
  }
  const preferred = await findPreferredFactor(db, account.id);
  const asked = kinds.find((kind) => kind === preferred) ?? (kinds.length === 1 ? kinds[0] : undefined);
  if (asked) return factorChallenge(request, signIn, challengeOfFactor[asked]);
  if (kinds.length > 0) {
    const choice = JSON.stringify(kinds.map((kind) => challengeOfFactor[kind]));
    return challenge(request, signIn, "SELECT_MFA_TYPE", { MFAS_CAN_CHOOSE: choice });
  }
  if (account.mustChangePassword) {
    const parameters = { userAttributes: JSON.stringify(userAttributes(account)), requiredAttributes: "[]" };
    return challenge(request, signIn, "NEW_PASSWORD_REQUIRED", parameters);
  }
  if (!(await mayEnter(account))) {
    throw new CognitoError("NotAuthorizedException", saying("identity.factorRequired.setUp"));
  }
  await endSignIn(request.context, signIn);
  return issueTokens(request, signIn);
}

/** Takes the answer to a challenge. A wrong one leaves the challenge as it is; the tries are counted over the account. */
export async function answerChallenge(
  request: CognitoRequest,
  name: string,
  responses: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const session = requireText(request.input, "Session", saying("app.signIn.userEmpty"));
  const { signIn, expected } = await getSignIn(request.context, session);
  const given = textOf(responses, "DEVICE_KEY");
  if (signIn.deviceKey === undefined && isUuid(given)) signIn.deviceKey = given;
  if (name === "DEVICE_PASSWORD_VERIFIER" && expected === "DEVICE_SRP_AUTH") {
    return goOn(request, await finishDeviceSrp(request, signIn, responses));
  }
  if (name !== expected) throw new CognitoError("InvalidParameterException", saying("identity.invalidMfaType"));
  switch (expected) {
    case "DEVICE_SRP_AUTH":
      return startDeviceSrp(request, signIn, responses);
    case "NEW_PASSWORD_REQUIRED":
      return setNewPassword(request, signIn, responses);
    case "SELECT_MFA_TYPE":
      return selectFactor(request, signIn, responses);
    case "SMS_MFA":
    case "SOFTWARE_TOKEN_MFA":
      return checkFactor(request, signIn, expected, responses);
    default:
      throw new Error(`There is no challenge ${expected}`);
  }
}

async function setNewPassword(request: CognitoRequest, signIn: SignIn, responses: Record<string, unknown>) {
  const password = requireText(responses, "NEW_PASSWORD", saying("identity.passwordEmpty"));
  const { account } = signIn;
  try {
    await request.context.accounts.setPassword(account.username, password, { mustDiffer: true });
  } catch (error) {
    if (!(error instanceof AccountInputError)) throw error;
    throw new CognitoError("InvalidPasswordException", error.message);
  }
  return goOn(request, { ...signIn, account: { ...account, mustChangePassword: false } });
}

async function selectFactor(request: CognitoRequest, signIn: SignIn, responses: Record<string, unknown>) {
  const answer = requireText(responses, "ANSWER", saying("identity.challengeResponseEmpty"));
  if (answer !== "SMS_MFA" && answer !== "SOFTWARE_TOKEN_MFA") {
    throw new CognitoError("InvalidParameterException", saying("identity.invalidMfaType"));
  }
  return factorChallenge(request, signIn, answer);
}

async function checkFactor(
  request: CognitoRequest,
  signIn: SignIn,
  name: "SMS_MFA" | "SOFTWARE_TOKEN_MFA",
  responses: Record<string, unknown>,
) {
  const { limits, secondFactors } = request.context;
  const code = requireText(responses, `${name}_CODE`, saying("identity.challengeResponseEmpty"));
  const key = `factor:account:${signIn.account.id}`;
  if (await limits.take([{ key, limit: secondFactorPerAccount }])) throw limitExceeded();
  const check = await secondFactors.check(signIn.account.id, factorOf(name), code);
  if (check === "wrong") throw new CognitoError("CodeMismatchException", "Invalid code received for user");
  if (check === "used-up") {
    throw new CognitoError("ExpiredCodeException", "Invalid code provided, please request a code again.");
  }
  await limits.clear(key);
  return goOn(request, { ...signIn, provenFactor: true });
}

async function factorChallenge(request: CognitoRequest, signIn: SignIn, name: ChallengeName) {
  const { secondFactors } = request.context;
  const { id } = signIn.account;
  const kind = factorOf(name);
  if (!(await secondFactors.confirmedKinds(id)).includes(kind)) {
    throw new CognitoError("SoftwareTokenMFANotFoundException", saying("identity.noValidMfaMethod"));
  }
  if (kind === "software_token") return challenge(request, signIn, name, {});
  await orDeliveryFailure(request.context, () => secondFactors.sendText(id, request.texts));
  const number = (await secondFactors.findPhone(id))?.number ?? "";
  const parameters = { CODE_DELIVERY_DELIVERY_MEDIUM: "SMS", CODE_DELIVERY_DESTINATION: `+*******${number.slice(-4)}` };
  return challenge(request, signIn, name, parameters);
}

async function challenge(
  { context }: CognitoRequest,
  signIn: SignIn,
  name: ChallengeName,
  parameters: Record<string, string>,
): Promise<Record<string, unknown>> {
  await keepSignIn(context, signIn, name);
  return {
    ChallengeName: name,
    Session: signIn.session,
    ChallengeParameters: { USER_ID_FOR_SRP: signIn.account.username, ...parameters },
  };
}

function factorOf(name: ChallengeName): FactorKind {
  return name === "SMS_MFA" ? "text_message" : "software_token";
}
