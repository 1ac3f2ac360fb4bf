import { randomUUID } from "node:crypto";
import { saying } from "../../texts/saying.ts";
import { AccountInputError } from "../accounts/account-input-error.ts";
import type { Account } from "../accounts/account-queries.ts";
import { canonicalName, findPasswordError } from "../accounts/account-rules.ts";
import { addressKey } from "../attempts/address-key.ts";
import {
  type AttemptLimit,
  mailPerMailbox,
  passwordResetPerAddress,
  signUpPerAddress,
} from "../attempts/attempt-limits.ts";
import { CognitoError, limitExceeded } from "./cognito-error.ts";
import {
  type CognitoContext,
  type CognitoOperation,
  deliveryOf,
  readAttributes,
  requireClient,
  requireText,
  textOf,
} from "./cognito-input.ts";

/** Guesses at the code of one name, whether anybody has it or not. */
const codePerName: AttemptLimit = { max: 5, windowMs: 15 * 60_000 };
/** Guesses at codes from one address, whatever the name. */
const codePerAddress: AttemptLimit = { max: 60, windowMs: 15 * 60_000 };
/** Where a message went that may not have been sent: the answer is the same for a name that nobody has. */
const anyMailbox = { AttributeName: "email", DeliveryMedium: "EMAIL", Destination: "***" };

export const signUp: CognitoOperation = async ({ input, context, ip, texts }) => {
  requireClient(input);
  const username = requireText(input, "Username", saying("identity.usernameEmpty"));
  const password = requireText(input, "Password", saying("identity.passwordEmpty"));
  const email = emailAttribute(input);
  const refusal = await context.limits.take([
    { key: `sign-up:address:${addressKey(ip)}`, limit: signUpPerAddress },
    { key: `mail:${canonicalName(email)}`, limit: mailPerMailbox },
  ]);
  if (refusal) throw limitExceeded();
  const started = await context.signUps.start(`cognito:${randomUUID()}`, { username, email, password }, texts);
  if ("signUp" in started) {
    const { id, email: address } = started.signUp;
    return { UserConfirmed: false, UserSub: id, CodeDeliveryDetails: deliveryOf("email", address) };
  }
  const { errors } = started;
  if (errors.password) throw new CognitoError("InvalidPasswordException", errors.password);
  if (errors.username && (await context.accounts.isUsernameTaken(username))) {
    throw new CognitoError("UsernameExistsException", "User already exists");
  }
  const error = errors.username ?? errors.email ?? saying("identity.errorCreatingAccount");
  throw new CognitoError("InvalidParameterException", error);
};

export const confirmSignUp: CognitoOperation = async ({ input, context, ip }) => {
  requireClient(input);
  const name = canonicalName(requireText(input, "Username", saying("identity.usernameEmpty")));
  const code = requireText(input, "ConfirmationCode", saying("identity.confirmationCodeEmpty"));
  const key = `confirm-sign-up:${name}`;
  await takeCodeAttempt(context, key, ip);
  const pending = await context.signUps.findUnconfirmed(name);
  const confirmed = pending && (await context.signUps.confirm(pending, code));
  if (confirmed?.outcome !== "confirmed") throw wrongCode(confirmed?.outcome === "used-up");
  await context.limits.clear(key);
  return {};
};

/** Answers the same for a name that nobody has. */
export const forgotPassword: CognitoOperation = async ({ input, context, ip, texts }) => {
  requireClient(input);
  const name = canonicalName(requireText(input, "Username", saying("identity.usernameEmpty")));
  const refusal = await context.limits.take([
    { key: `password-reset:address:${addressKey(ip)}`, limit: passwordResetPerAddress },
    { key: `password-reset:${name}`, limit: mailPerMailbox },
  ]);
  if (refusal) throw limitExceeded();
  const found = await context.accounts.findForSignIn(name);
  if (found?.account.enabled) void context.passwordReset.sendCode(found.account, texts);
  return { CodeDeliveryDetails: anyMailbox };
};

export const confirmForgotPassword: CognitoOperation = async ({ input, context, ip }) => {
  requireClient(input);
  const name = canonicalName(requireText(input, "Username", saying("identity.usernameEmpty")));
  const code = requireText(input, "ConfirmationCode", saying("identity.confirmationCodeEmpty"));
  const password = textOf(input, "Password");
  const key = `confirm-reset:${name}`;
  const passwordError = findPasswordError(password, name, name);
  if (passwordError) {
    const type = password === "" ? "InvalidParameterException" : "InvalidPasswordException";
    throw new CognitoError(type, passwordError);
  }
  await takeCodeAttempt(context, key, ip);
  const found = await context.accounts.findForSignIn(name);
  const account = found?.account.enabled ? found.account : undefined;
  const check = account && (await setPasswordByCode(context, account, code, password));
  if (!account || check !== "right") throw wrongCode(false);
  await context.limits.clear(key);
  return {};
};

/** A new code to the mailbox of a sign-up that waits for it. Answers the same where there is none. */
export const resendConfirmationCode: CognitoOperation = async ({ input, context, ip, texts }) => {
  requireClient(input);
  const name = canonicalName(requireText(input, "Username", saying("identity.usernameEmpty"))).slice(0, 254);
  const pending = await context.signUps.findUnconfirmed(name);
  const refusal = await context.limits.take([
    { key: `sign-up:address:${addressKey(ip)}`, limit: signUpPerAddress },
    { key: `mail:${pending?.email ?? name}`, limit: mailPerMailbox },
  ]);
  if (refusal) throw limitExceeded();
  if (pending) {
    // Not waited for: how long the mail takes would tell that there is a sign-up.
    void context.signUps
      .sendCode(pending, texts)
      .catch((error: unknown) => context.logger.error({ err: error }, "confirmation mail could not be sent"));
  }
  return { CodeDeliveryDetails: anyMailbox };
};

async function takeCodeAttempt({ limits }: CognitoContext, key: string, ip: string): Promise<void> {
  const refusal = await limits.take([
    { key, limit: codePerName },
    { key: `code:address:${addressKey(ip)}`, limit: codePerAddress },
  ]);
  if (refusal) throw limitExceeded();
}

async function setPasswordByCode(context: CognitoContext, account: Account, code: string, password: string) {
  try {
    return await context.passwordReset.setPassword(account, code, password);
  } catch (error) {
    if (!(error instanceof AccountInputError)) throw error;
    throw new CognitoError("InvalidPasswordException", error.message);
  }
}

function wrongCode(isUsedUp: boolean): CognitoError {
  return isUsedUp
    ? new CognitoError("ExpiredCodeException", "Invalid code provided, please request a code again.")
    : new CognitoError("CodeMismatchException", "Invalid verification code provided, please try again.");
}

/** Only the address is read: nobody can sign up for a group. */
function emailAttribute(input: Record<string, unknown>): string {
  const email = readAttributes(input).get("email");
  if (email !== undefined) return email;
  throw new CognitoError(
    "InvalidParameterException",
    "Attributes did not conform to the schema: email: The attribute is required",
  );
}
