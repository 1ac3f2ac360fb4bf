/** A refusal in Cognito's terms: answered with status 400 and `{ __type, message }`. */
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
    message: string,
  ) {
    super(message);
    this.name = "CognitoError";
  }
}

export function limitExceeded(): CognitoError {
  return new CognitoError("LimitExceededException", "Attempt limit exceeded, please try after some time.");
}
