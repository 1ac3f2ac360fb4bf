import { english } from "../../texts/languages.ts";
import { type Saying, saying } from "../../texts/saying.ts";
import { textsOf } from "../../texts/texts-of.ts";
import { isGuessablePassword, passwordMaxLength, passwordMinLength } from "./password-strength.ts";

/** Field errors by field name; empty if the input is valid. */
export type FieldErrors = Partial<Record<string, Saying>>;

export const emptyUsername = saying("identity.usernameEmpty");
export const emptyPassword = saying("identity.passwordEmpty");
export const emptyConfirmationCode = saying("identity.confirmationCodeEmpty");

/** Normalizes usernames and emails for storage and comparison. */
export function canonicalName(input: string): string {
  return input.trim().toLowerCase();
}

/** `system` is an actor in the audit trail, and `new` an address below `/account/people`. */
const reservedUsernames: readonly string[] = ["system", "new"];
/** Erased people are called `former-` and a random number. */
const likeErased = /^former[._-]/;

/** Only new accounts are asked: those that have such a name keep it. */
export function findUsernameError(username: string): Saying | undefined {
  if (username === "") return emptyUsername;
  if (!/^[a-z0-9._-]{3,40}$/.test(username)) return saying("identity.rule.username");
  if (!/[a-z0-9]/.test(username)) return saying("identity.rule.usernameNoLetter");
  const isReserved = reservedUsernames.includes(username) || likeErased.test(username);
  return isReserved ? saying("identity.rule.usernameReserved") : undefined;
}

export function findEmailError(email: string): Saying | undefined {
  if (email === "") return saying("identity.rule.emailEmpty");
  const [local = "", domain = "", ...rest] = email.split("@");
  const plausible =
    rest.length === 0 &&
    email.length <= 254 &&
    /^[^\s@<>"(),:;\\[\]\p{Cc}]{1,64}$/u.test(local) &&
    /^(?!-)[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)*$/u.test(domain);
  return plausible ? undefined : saying("identity.rule.email");
}

/** Group names have no spaces, because claims and commands contain them. */
export function findGroupsError(groups: readonly string[]): Saying | undefined {
  return groups.every((group) => /^[A-Za-z0-9_.:-]{1,128}$/.test(group)) ? undefined : saying("identity.rule.groups");
}

/** Checks a new password for length and guessability. Existing passwords keep working. */
export function findPasswordError(password: string, username: string, email: string): Saying | undefined {
  if (password === "") return emptyPassword;
  if ([...password].length < passwordMinLength) {
    return saying("identity.rule.passwordTooShort", { min: passwordMinLength });
  }
  if (password.length > passwordMaxLength) return saying("identity.rule.passwordTooLong", { max: passwordMaxLength });
  const lowered = password.toLowerCase();
  if (lowered === username || lowered === email) return saying("identity.rule.passwordIsName");
  return isGuessablePassword(password, [username, email, "cairn"]) ? saying("identity.rule.passwordEasy") : undefined;
}

export function findSignUpErrors(input: { username: string; email: string; password: string }): FieldErrors {
  const username = findUsernameError(input.username);
  const email = findEmailError(input.email);
  const password = findPasswordError(input.password, input.username, input.email);
  return { ...(username && { username }), ...(email && { email }), ...(password && { password }) };
}

/** A username or email that is already taken, or other invalid input; `fields` has the reasons. */
export class AccountInputError extends Error {
  override readonly name = "AccountInputError";

  /** The message is English: the field messages by default. */
  constructor(
    readonly fields: FieldErrors,
    message = Object.values(fields)
      .flatMap((saying) => (saying ? textsOf(english).say(saying) : []))
      .join("; "),
  ) {
    super(message);
  }
}
