/** Something that went wrong with the session, in words for the user. */
export class SignInProblem extends Error {
  override readonly name = "SignInProblem";
}
