/**
 * Every text that the specification prescribes to the character, its error catalogue (section 8) first.
 * Spelling and grammar are the specification's; do not mend them here.
 */

export const identityMessages = {
  usernameEmpty: "Username cannot be empty",
  passwordEmpty: "Password cannot be empty",
  confirmationCodeEmpty: "Confirmation code cannot be empty",
  challengeResponseEmpty: "Challenge response cannot be empty",
  errorCreatingAccount: "Error creating account",
  noValidMfaMethod: "No valid MFA method provided",
  invalidMfaType: "Invalid MFA type",
  userEmpty: "Failed to get the session because the user is empty",
  deviceTrackingOff: "Device tracking has not been configured in this User Pool",
  useCredentials: "Please use your credentials to sign in",
  userNotAuthenticated: "User is not authenticated",
  passwordParameterRequired: "PASSWORD parameter is required",
} as const;

export const validationMessages = {
  required: "Required",
  stringTooShort: (min: number) => `String must contain at least ${min} character(s)`,
  stringTooLong: (max: number) => `String must contain at most ${max} character(s)`,
} as const;

export const statusMessages = {
  loading: "Loading...",
  joined: (questName: string) => `You have successfully signed up for the quest: ${questName}!`,
} as const;
