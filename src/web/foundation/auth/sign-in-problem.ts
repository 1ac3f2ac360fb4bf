import { t } from "../../../../generated/web-texts/app.ts";

/** A problem with the session, with a message for the user. */
export class SignInProblem extends Error {
  override readonly name = "SignInProblem";
}

/** Network errors and sign-in problems have their own messages; details of others are in the console. */
export function messageOf(error: unknown): string {
  if (error instanceof TypeError) return t("app.signIn.networkError");
  return error instanceof SignInProblem ? error.message : t("app.signIn.authenticationError");
}
