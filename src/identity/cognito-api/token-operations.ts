import { createHash, randomBytes } from "node:crypto";
import { saying } from "../../texts/saying.ts";
import { AccountInputError } from "../accounts/account-input-error.ts";
import type { Account } from "../accounts/account-queries.ts";
import { isTemporaryPasswordExpired } from "../accounts/security-policy.ts";
import { secondFactorPerAccount } from "../attempts/attempt-limits.ts";
import { apiAudience, clientId, scopes } from "../provider/clients.ts";
import type { FactorKind } from "../second-factors/second-factors.ts";
import { checkPassword } from "../sign-in/password-check.ts";
import { CognitoError, limitExceeded } from "./cognito-error.ts";
import {
  type CognitoOperation,
  type CognitoRequest,
  requireClient,
  requireHolder,
  requireParameters,
  requireText,
  textOf,
} from "./cognito-input.ts";

type ChallengeName = "SOFTWARE_TOKEN_MFA" | "SMS_MFA" | "SELECT_MFA_TYPE" | "NEW_PASSWORD_REQUIRED";

const challengeOfFactor: Record<FactorKind, ChallengeName> = {
  software_token: "SOFTWARE_TOKEN_MFA",
  text_message: "SMS_MFA",
};

/** New tokens for a refresh token, or a sign-in by password with the challenges that follow. */
export const initiateAuth: CognitoOperation = async (request) => {
  const { input, context, ip } = request;
  requireClient(input);
  const flow = requireText(input, "AuthFlow");
  const parameters = requireParameters(input, "AuthParameters");
  if (flow === "REFRESH_TOKEN_AUTH" || flow === "REFRESH_TOKEN") {
    return authenticated(request, requireText(parameters, "REFRESH_TOKEN"));
  }
  if (flow !== "USER_PASSWORD_AUTH") {
    throw new CognitoError("InvalidParameterException", `Auth flow ${flow} is not enabled for this client`);
  }
  const username = requireText(parameters, "USERNAME", saying("identity.usernameEmpty"));
  const password = requireText(parameters, "PASSWORD", saying("identity.passwordParameterRequired"));
  const outcome = await checkPassword(context, { username, password, ip });
  if (outcome.kind === "limited") throw new CognitoError("LimitExceededException", "Password attempts exceeded");
  if (outcome.kind === "refused") throw new CognitoError("NotAuthorizedException", "Incorrect username or password.");
  if (outcome.kind === "unconfirmed") throw new CognitoError("UserNotConfirmedException", "User is not confirmed.");
  return goOn(request, outcome.account, false);
};

/** Answers a challenge of `InitiateAuth`; the session says what was proven so far, and is good once. */
export const respondToAuthChallenge: CognitoOperation = async (request) => {
  const { input, context } = request;
  requireClient(input);
  const name = requireText(input, "ChallengeName");
  const step = await takeSession(request, requireText(input, "Session", saying("app.signIn.userEmpty")));
  if (!step.expected.includes(name)) {
    throw new CognitoError("InvalidParameterException", saying("identity.invalidMfaType"));
  }
  const responses = requireParameters(input, "ChallengeResponses");
  const { account } = step;
  if (name === "NEW_PASSWORD_REQUIRED") {
    const password = requireText(responses, "NEW_PASSWORD", saying("identity.passwordEmpty"));
    try {
      await context.accounts.setPassword(account.username, password, { mustDiffer: true });
    } catch (error) {
      if (!(error instanceof AccountInputError)) throw error;
      throw new CognitoError("InvalidPasswordException", error.message);
    }
    return goOn(request, { ...account, mustChangePassword: false }, step.provenFactor);
  }
  if (name === "SELECT_MFA_TYPE") {
    const answer = requireText(responses, "ANSWER", saying("identity.challengeResponseEmpty"));
    if (answer !== "SMS_MFA" && answer !== "SOFTWARE_TOKEN_MFA") {
      throw new CognitoError("InvalidParameterException", saying("identity.invalidMfaType"));
    }
    return factorChallenge(request, account, answer);
  }
  const code = textOf(responses, `${name}_CODE`);
  if (code === "") throw new CognitoError("InvalidParameterException", saying("identity.challengeResponseEmpty"));
  const key = `factor:account:${account.id}`;
  if (await context.limits.take([{ key, limit: secondFactorPerAccount }])) {
    throw limitExceeded();
  }
  const kind: FactorKind = name === "SMS_MFA" ? "text_message" : "software_token";
  const check = await context.secondFactors.check(account.id, kind, code);
  if (check === "wrong") throw new CognitoError("CodeMismatchException", "Invalid code received for user");
  if (check === "used-up")
    throw new CognitoError("ExpiredCodeException", "Invalid code provided, please request a code again.");
  await context.limits.clear(key);
  return goOn(request, account, true);
};

export const revokeToken: CognitoOperation = async ({ input, post }) => {
  requireClient(input);
  const token = requireText(input, "Token");
  if (token.split(".").length === 3) {
    throw new CognitoError("UnsupportedTokenTypeException", "Unsupported token type");
  }
  await post("/oauth2/revoke", { client_id: clientId, token });
  return {};
};

export const globalSignOut: CognitoOperation = async (request) => {
  const { username } = await requireHolder(request);
  await request.context.accounts.signOutEverywhere(username, username);
  return {};
};

/** The next challenge for somebody whose password was right, or the tokens. */
async function goOn(
  request: CognitoRequest,
  account: Account,
  provenFactor: boolean,
): Promise<Record<string, unknown>> {
  const { secondFactors, policy, mayEnter, events, clock } = request.context;
  if (isTemporaryPasswordExpired(policy, account, clock())) {
    throw new CognitoError(
      "NotAuthorizedException",
      "Temporary password has expired and must be reset by an administrator.",
    );
  }
  const kinds = provenFactor ? [] : await secondFactors.confirmedKinds(account.id);
  const [only, ...more] = kinds.map((kind) => challengeOfFactor[kind]);
  if (only && more.length > 0) {
    const parameters = { MFAS_CAN_CHOOSE: JSON.stringify([only, ...more]) };
    return challenge(request, account, "SELECT_MFA_TYPE", parameters, provenFactor);
  }
  if (only) return factorChallenge(request, account, only);
  if (account.mustChangePassword) {
    return challenge(request, account, "NEW_PASSWORD_REQUIRED", { requiredAttributes: "[]" }, provenFactor);
  }
  if (!(await mayEnter(account))) {
    throw new CognitoError("NotAuthorizedException", saying("identity.factorRequired.setUp"));
  }
  events.record("sign-in.done", { accountId: account.id });
  return authenticated(request, await newRefreshToken(request, account));
}

async function factorChallenge(request: CognitoRequest, account: Account, name: ChallengeName) {
  const { secondFactors } = request.context;
  const kind: FactorKind = name === "SMS_MFA" ? "text_message" : "software_token";
  if (!(await secondFactors.confirmedKinds(account.id)).includes(kind)) {
    throw new CognitoError("SoftwareTokenMFANotFoundException", saying("identity.noValidMfaMethod"));
  }
  if (kind === "software_token") return challenge(request, account, name, {}, false);
  await secondFactors.sendText(account.id, request.texts);
  const number = (await secondFactors.findPhone(account.id))?.number ?? "";
  const parameters = { CODE_DELIVERY_DELIVERY_MEDIUM: "SMS", CODE_DELIVERY_DESTINATION: `+*******${number.slice(-4)}` };
  return challenge(request, account, name, parameters, false);
}

async function challenge(
  request: CognitoRequest,
  account: Account,
  name: ChallengeName,
  parameters: Record<string, string>,
  provenFactor: boolean,
): Promise<Record<string, unknown>> {
  const session = randomBytes(48).toString("base64url");
  await request.context.flowSteps.put(sessionKey(session), "challenge", {
    accountId: account.id,
    data: { expected: name, provenFactor },
  });
  return {
    ChallengeName: name,
    Session: session,
    ChallengeParameters: { USER_ID_FOR_SRP: account.username, ...parameters },
  };
}

async function takeSession({ context }: CognitoRequest, session: string) {
  const step = await context.flowSteps.find(sessionKey(session), "challenge");
  await context.flowSteps.drop(sessionKey(session));
  const account = step?.accountId ? await context.accounts.findById(step.accountId) : undefined;
  if (!step || !account?.enabled) {
    throw new CognitoError("NotAuthorizedException", "Invalid session for the user, session is expired.");
  }
  return { account, expected: String(step.data.expected).split(" "), provenFactor: step.data.provenFactor === true };
}

function sessionKey(session: string): string {
  return `cognito:${createHash("sha256").update(session).digest("base64url")}`;
}

/** A grant of its own for a sign-in without a browser. */
async function newRefreshToken({ context: { provider } }: CognitoRequest, account: Account): Promise<string> {
  const client = await provider.Client.find(clientId);
  if (!client) throw new Error(`There is no client ${clientId}`);
  const grant = new provider.Grant({ accountId: account.id, clientId });
  grant.addOIDCScope(scopes);
  grant.addResourceScope(apiAudience, scopes);
  const grantId = await grant.save();
  const token = new provider.RefreshToken({
    accountId: account.id,
    client,
    grantId,
    gty: "password",
    scope: scopes,
    resource: apiAudience,
  });
  return token.save();
}

async function authenticated({ post }: CognitoRequest, refreshToken: string): Promise<Record<string, unknown>> {
  const { status, body } = await post("/oauth2/token", {
    grant_type: "refresh_token",
    client_id: clientId,
    refresh_token: refreshToken,
  });
  if (status !== 200) throw new CognitoError("NotAuthorizedException", "Invalid Refresh Token");
  const tokens = body as Record<string, unknown>;
  return {
    AuthenticationResult: {
      AccessToken: tokens.access_token,
      IdToken: tokens.id_token,
      RefreshToken: tokens.refresh_token,
      ExpiresIn: tokens.expires_in,
      TokenType: "Bearer",
    },
    ChallengeParameters: {},
  };
}
