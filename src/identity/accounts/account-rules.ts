import { identityMessages } from "../../contract/messages.ts";

/** Field errors by field name; an empty object means that the input may be used. */
export type FieldErrors = Partial<Record<string, string>>;

export const passwordMinLength = 8;
export const passwordMaxLength = 256;

export const {
  usernameEmpty: emptyUsername,
  passwordEmpty: emptyPassword,
  confirmationCodeEmpty: emptyConfirmationCode,
} = identityMessages;

/** How user names and e-mail addresses are kept and compared. */
export function canonicalName(input: string): string {
  return input.trim().toLowerCase();
}

export function findUsernameError(username: string): string | undefined {
  if (username === "") return emptyUsername;
  if (!/^[a-z0-9._-]{3,40}$/.test(username)) {
    return "A username has 3 to 40 characters: letters, digits, dots, underscores and hyphens";
  }
  return undefined;
}

export function findEmailError(email: string): string | undefined {
  if (email === "") return "E-mail cannot be empty";
  const [local = "", domain = "", ...rest] = email.split("@");
  const plausible =
    rest.length === 0 &&
    email.length <= 254 &&
    /^[^\s@<>"(),:;\\[\]\p{Cc}]{1,64}$/u.test(local) &&
    /^(?!-)[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)*$/u.test(domain);
  return plausible ? undefined : "Enter an e-mail address such as name@example.org";
}

/** A password is judged by its length; one that is the name or the address, or a few letters repeated, is refused too. */
export function findPasswordError(password: string, username: string, email: string): string | undefined {
  if (password === "") return emptyPassword;
  if ([...password].length < passwordMinLength) return `A password has at least ${passwordMinLength} characters`;
  if (password.length > passwordMaxLength) return `A password has at most ${passwordMaxLength} characters`;
  const lowered = password.toLowerCase();
  if (lowered === username || lowered === email) return "The password must differ from the username and the e-mail";
  if (new Set(password).size < 4) return "Choose a password that is harder to guess";
  return undefined;
}

export function findSignUpErrors(input: { username: string; email: string; password: string }): FieldErrors {
  const username = findUsernameError(input.username);
  const email = findEmailError(input.email);
  const password = findPasswordError(input.password, input.username, input.email);
  return { ...(username && { username }), ...(email && { email }), ...(password && { password }) };
}
