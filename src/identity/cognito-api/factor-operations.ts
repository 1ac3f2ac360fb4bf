import { saying } from "../../texts/saying.ts";
import { secondFactorPerAccount } from "../attempts/attempt-limits.ts";
import type { FactorKind } from "../second-factors/second-factors.ts";
import { CognitoError, limitExceeded } from "./cognito-error.ts";
import { type CognitoOperation, requireHolder, requireText } from "./cognito-input.ts";
import { findPreferredFactor, setPreferredFactor } from "./preferred-factor.ts";

export const associateSoftwareToken: CognitoOperation = async (request) => {
  const { id } = await requireHolder(request);
  const { secondFactors } = request.context;
  if ((await secondFactors.confirmedKinds(id)).includes("software_token")) {
    throw new CognitoError("InvalidParameterException", "An authenticator app is set up already");
  }
  return { SecretCode: await secondFactors.startApp(id) };
};

export const verifySoftwareToken: CognitoOperation = async (request) => {
  const { context, input } = request;
  const account = await requireHolder(request);
  const code = requireText(input, "UserCode", saying("identity.challengeResponseEmpty"));
  const key = `factor:account:${account.id}`;
  if (await context.limits.take([{ key, limit: secondFactorPerAccount }])) {
    throw limitExceeded();
  }
  const { check } = await context.secondFactors.confirmApp(account, code, { withRecoveryCodes: false });
  if (check !== "right") {
    throw new CognitoError("EnableSoftwareTokenMFAException", "Code mismatch");
  }
  await context.limits.clear(key);
  return { Status: "SUCCESS" };
};

/** A factor that was set up protects the account; here its owner says which one is asked for first. */
export const setUserMfaPreference: CognitoOperation = async (request) => {
  const { context, input } = request;
  const { id } = await requireHolder(request);
  const kinds = await context.secondFactors.confirmedKinds(id);
  const before = await findPreferredFactor(context.db, id);
  let preferred = before;
  const settings: [FactorKind, unknown][] = [
    ["software_token", input.SoftwareTokenMfaSettings],
    ["text_message", input.SMSMfaSettings],
  ];
  for (const [kind, setting] of settings) {
    if (typeof setting !== "object" || setting === null) continue;
    const { Enabled, PreferredMfa } = setting as { Enabled?: unknown; PreferredMfa?: unknown };
    const isSetUp = kinds.includes(kind);
    if ((Enabled === true || PreferredMfa === true) && !isSetUp) {
      throw new CognitoError("InvalidParameterException", saying("identity.noValidMfaMethod"));
    }
    if (Enabled === false && isSetUp) {
      const message = "A second factor is taken away on the account page, where the password is asked for.";
      throw new CognitoError("InvalidParameterException", message);
    }
    if (PreferredMfa === true) preferred = kind;
    else if (PreferredMfa === false && preferred === kind) preferred = undefined;
  }
  if (preferred !== before) await setPreferredFactor(context.db, id, preferred);
  return {};
};
