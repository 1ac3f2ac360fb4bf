/** A problem with the session, with a message for the user. */
export class SignInProblem extends Error {
  override readonly name = "SignInProblem";
}
