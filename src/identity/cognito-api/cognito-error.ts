import { english } from "../../texts/languages.ts";
import type { Saying } from "../../texts/saying.ts";
import { textsOf } from "../../texts/texts-of.ts";

/** A refusal in Cognito's terms: answered with status 400 and `{ __type, message }`, in English whatever the client speaks. */
export class CognitoError extends Error {
  constructor(
    readonly type:
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
