import { english } from "../../texts/languages.ts";
import type { Saying } from "../../texts/saying.ts";
import { textsOf } from "../../texts/texts-of.ts";

/** A refusal in Cognito's terms: answered with status 400 and `{ __type, message }`, in English whatever the client speaks. */
export class CognitoError extends Error {
  constructor(
    readonly type:
      | "CodeDeliveryFailureException"
      | "CodeMismatchException"
      | "DeliveryException"
      | "EnableSoftwareTokenMFAException"
      | "ExpiredCodeException"
      | "InvalidParameterException"
      | "InvalidPasswordException"
      | "LimitExceededException"
      | "NotAuthorizedException"
      | "ResourceNotFoundException"
      | "SoftwareTokenMFANotFoundException"
      | "UnsupportedTokenTypeException"
      | "UnknownOperationException"
      | "UserNotConfirmedException"
      | "UsernameExistsException",
    message: string | Saying,
  ) {
    super(typeof message === "string" ? message : textsOf(english).say(message));
    this.name = "CognitoError";
  }
}

export function limitExceeded(): CognitoError {
  return new CognitoError("LimitExceededException", "Attempt limit exceeded, please try after some time.");
}

/** Something that the operation needs does not answer now: 503, which clients try again, and no reason to sign anybody out. */
export class CognitoUnavailableError extends Error {
  override readonly name = "CognitoUnavailableError";
}

export function signInLimited(): CognitoError {
  return new CognitoError("LimitExceededException", "Password attempts exceeded");
}

export function passwordRefused(): CognitoError {
  return new CognitoError("NotAuthorizedException", "Incorrect username or password.");
}
