import { saying } from "../../texts/saying.ts";
import { AccountInputError } from "../accounts/account-input-error.ts";
import type { Account } from "../accounts/account-queries.ts";
import { confirmEmail } from "../accounts/confirm-email.ts";
import { mailPerMailbox, passwordProofPerAccount } from "../attempts/attempt-limits.ts";
import { confirmEmailMail } from "../messages/mails.ts";
import { findPhoneNumber } from "../second-factors/phone-number.ts";
import type { FactorKind } from "../second-factors/second-factors.ts";
import { CognitoError, limitExceeded, passwordRefused } from "./cognito-error.ts";
import {
  type CognitoOperation,
  type CognitoRequest,
  deliveryOf,
  readAttributes,
  requireHolder,
  requireText,
  requireTokenHolder,
} from "./cognito-input.ts";
import { findPreferredFactor } from "./preferred-factor.ts";
import { orDeliveryFailure } from "./text-delivery.ts";
import { userAttributes } from "./user-attributes.ts";

const mfaOf: Record<FactorKind, string> = { software_token: "SOFTWARE_TOKEN_MFA", text_message: "SMS_MFA" };

export const getUser: CognitoOperation = async (request) => {
  const { db, secondFactors } = request.context;
  const account = await requireHolder(request);
  const kinds = await secondFactors.confirmedKinds(account.id);
  const preferred = kinds.length === 1 ? kinds[0] : await findPreferredFactor(db, account.id);
  const attributes = userAttributes(account, await secondFactors.findPhone(account.id));
  return {
    Username: account.username,
    UserAttributes: Object.entries(attributes).map(([Name, Value]) => ({ Name, Value })),
    ...(kinds.length > 0 && { UserMFASettingList: kinds.map((kind) => mfaOf[kind]) }),
    ...(preferred && { PreferredMfaSetting: mfaOf[preferred] }),
  };
};

/** Ends every other session; the one that asks goes on. */
export const changePassword: CognitoOperation = async (request) => {
  const { accounts, limits, events } = request.context;
  const { account, grantId } = await requireTokenHolder(request);
  const before = requireText(request.input, "PreviousPassword", saying("identity.passwordEmpty"));
  const password = requireText(request.input, "ProposedPassword", saying("identity.passwordEmpty"));
  const key = `password-proof:${account.id}`;
  if (await limits.take([{ key, limit: passwordProofPerAccount }])) throw limitExceeded();
  if (!(await accounts.passwordIs(account.id, before))) {
    events.record("proof.wrong", { accountId: account.id });
    throw passwordRefused();
  }
  await limits.clear(key);
  try {
    await accounts.setPassword(account.username, password, { exceptGrantId: grantId });
  } catch (error) {
    if (!(error instanceof AccountInputError)) throw error;
    throw new CognitoError("InvalidPasswordException", error.message);
  }
  return {};
};

/** The name that people see, and the phone, which gets a code. */
export const updateUserAttributes: CognitoOperation = async (request) => {
  const account = await requireHolder(request);
  const attributes = readAttributes(request.input);
  const unknown = [...attributes.keys()].find((name) => name !== "name" && name !== "phone_number");
  if (unknown !== undefined || attributes.size === 0) {
    throw new CognitoError("InvalidParameterException", `${unknown ?? "No attribute"} cannot be changed here`);
  }
  const name = attributes.get("name")?.trim();
  if (name !== undefined && [...name].length > 120) {
    throw new CognitoError("InvalidParameterException", "name is at most 120 characters long");
  }
  const phone = attributes.get("phone_number");
  const CodeDeliveryDetailsList = phone === undefined ? [] : [await startPhone(request, account, phone)];
  if (name !== undefined) await request.context.accounts.setDisplayName(account.id, name === "" ? undefined : name);
  return { CodeDeliveryDetailsList };
};

async function startPhone(request: CognitoRequest, account: Account, given: string) {
  const { secondFactors, limits } = request.context;
  const number = findPhoneNumber(given.slice(0, 40));
  if (!number) throw new CognitoError("InvalidParameterException", "Invalid phone number format.");
  if ((await secondFactors.confirmedKinds(account.id)).includes("text_message")) {
    throw new CognitoError("InvalidParameterException", saying("identity.notAccepted.phoneThere"));
  }
  if (await limits.take([{ key: `mail:${account.email}`, limit: mailPerMailbox }])) throw limitExceeded();
  await orDeliveryFailure(request.context, () => secondFactors.startPhone(account.id, number, request.texts));
  return deliveryOf("phone_number", number);
}

/** Sends a code to the e-mail address or the phone of the user. */
export const getUserAttributeVerificationCode: CognitoOperation = async (request) => {
  const { context, input } = request;
  const account = await requireHolder(request);
  const attribute = requireAttribute(input);
  if (await context.limits.take([{ key: `mail:${account.email}`, limit: mailPerMailbox }])) {
    throw limitExceeded();
  }
  if (attribute === "phone_number") {
    const phone = await context.secondFactors.findPhone(account.id);
    if (!phone) throw new CognitoError("InvalidParameterException", saying("identity.noValidMfaMethod"));
    await orDeliveryFailure(request.context, () => context.secondFactors.sendText(account.id, request.texts));
    return { CodeDeliveryDetails: deliveryOf("phone_number", phone.number) };
  }
  const issued = await context.codes.issue("email", account.id);
  if ("refused" in issued) throw limitExceeded();
  const { email, username } = account;
  await context.mailer.send(confirmEmailMail(request.texts, { to: email, username, code: issued.code }));
  return { CodeDeliveryDetails: deliveryOf("email", account.email) };
};

export const verifyUserAttribute: CognitoOperation = async (request) => {
  const { context, input } = request;
  const account = await requireHolder(request);
  const attribute = requireAttribute(input);
  const code = requireText(input, "Code", saying("identity.confirmationCodeEmpty"));
  const check =
    attribute === "email"
      ? await context.codes.check("email", account.id, code, (tx) => confirmEmail(tx, account.id))
      : (await context.secondFactors.confirmPhone(account, code, { withRecoveryCodes: false })).check;
  if (check === "wrong")
    throw new CognitoError("CodeMismatchException", "Invalid verification code provided, please try again.");
  if (check === "used-up") {
    throw new CognitoError("ExpiredCodeException", "Invalid code provided, please request a code again.");
  }
  return {};
};

function requireAttribute(input: Record<string, unknown>): "email" | "phone_number" {
  const name = requireText(input, "AttributeName");
  if (name === "email" || name === "phone_number") return name;
  throw new CognitoError("InvalidParameterException", `${name} cannot be verified`);
}
