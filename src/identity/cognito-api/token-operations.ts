import { saying } from "../../texts/saying.ts";
import { clientId } from "../provider/clients.ts";
import { checkPassword } from "../sign-in/password-check.ts";
import { answerChallenge, goOn } from "./challenges.ts";
import { CognitoError, CognitoUnavailableError, passwordRefused, signInLimited } from "./cognito-error.ts";
import {
  type CognitoOperation,
  requireClient,
  requireHolder,
  requireParameters,
  requireText,
  textOf,
} from "./cognito-input.ts";
import { renewTokens } from "./issue-tokens.ts";
import { startSignIn } from "./sign-ins.ts";
import { finishPasswordSrp, startPasswordSrp } from "./srp-operations.ts";

/** New tokens for a refresh token, or a sign-in by password or by SRP with the challenges that follow. */
export const initiateAuth: CognitoOperation = async (request) => {
  const { input, context, ip } = request;
  requireClient(input);
  const flow = requireText(input, "AuthFlow");
  const parameters = requireParameters(input, "AuthParameters");
  if (flow === "REFRESH_TOKEN_AUTH" || flow === "REFRESH_TOKEN") {
    return renewTokens(request, requireText(parameters, "REFRESH_TOKEN"));
  }
  if (flow === "USER_SRP_AUTH") return startPasswordSrp(request, parameters);
  if (flow !== "USER_PASSWORD_AUTH") {
    throw new CognitoError("InvalidParameterException", `Auth flow ${flow} is not enabled for this client`);
  }
  const username = requireText(parameters, "USERNAME", saying("identity.usernameEmpty"));
  const password = requireText(parameters, "PASSWORD", saying("identity.passwordParameterRequired"));
  const outcome = await checkPassword(context, { username, password, ip });
  if (outcome.kind === "limited") throw signInLimited();
  if (outcome.kind === "refused") throw passwordRefused();
  if (outcome.kind === "unconfirmed") throw new CognitoError("UserNotConfirmedException", "User is not confirmed.");
  return goOn(request, startSignIn(outcome.account, textOf(parameters, "DEVICE_KEY")));
};

/** Answers a challenge of `InitiateAuth`; the session says what was proven so far. */
export const respondToAuthChallenge: CognitoOperation = async (request) => {
  requireClient(request.input);
  const name = requireText(request.input, "ChallengeName");
  const responses = requireParameters(request.input, "ChallengeResponses");
  if (name === "PASSWORD_VERIFIER") return goOn(request, await finishPasswordSrp(request, responses));
  return answerChallenge(request, name, responses);
};

export const getTokensFromRefreshToken: CognitoOperation = async (request) => {
  requireClient(request.input);
  const { AuthenticationResult } = await renewTokens(request, requireText(request.input, "RefreshToken"));
  return { AuthenticationResult };
};

export const revokeToken: CognitoOperation = async ({ input, post }) => {
  requireClient(input);
  const token = requireText(input, "Token");
  if (token.split(".").length === 3) {
    throw new CognitoError("UnsupportedTokenTypeException", "Unsupported token type");
  }
  const { status } = await post("/oauth2/revoke", { client_id: clientId, token });
  if (status >= 500) throw new CognitoUnavailableError(`/oauth2/revoke answered ${status}`);
  return {};
};

export const globalSignOut: CognitoOperation = async (request) => {
  const { username } = await requireHolder(request);
  await request.context.accounts.signOutEverywhere(username, username);
  return {};
};
