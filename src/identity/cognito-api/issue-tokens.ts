import { apiAudience, clientId, scopes } from "../provider/clients.ts";
import { deviceGroupKey } from "../srp/device-verifiers.ts";
import { CognitoError, CognitoUnavailableError } from "./cognito-error.ts";
import type { CognitoRequest } from "./cognito-input.ts";
import type { SignIn } from "./sign-ins.ts";

/** The tokens of somebody who has proven everything that was asked for. */
export async function issueTokens(request: CognitoRequest, signIn: SignIn): Promise<Record<string, unknown>> {
  const { deviceVerifiers } = request.context;
  const { account, deviceKey, provenDevice } = signIn;
  const { refreshToken, grantId } = await newRefreshToken(request, account.id);
  const answer = await renewTokens(request, refreshToken);
  request.context.events.record("sign-in.done", { accountId: account.id });
  if (provenDevice && deviceKey) {
    await deviceVerifiers.attachGrant(account.id, deviceKey, grantId);
    return answer;
  }
  const NewDeviceMetadata = { DeviceKey: deviceVerifiers.keyFor(grantId), DeviceGroupKey: deviceGroupKey };
  return { ...answer, AuthenticationResult: { ...answer.AuthenticationResult, NewDeviceMetadata } };
}

/**
 * @throws CognitoError where the session is over; CognitoUnavailableError where it could not be asked whether it is, since
 * a client that hears of an invalid refresh token signs its user out.
 */
export async function renewTokens({ post }: CognitoRequest, refreshToken: string) {
  const { status, body } = await post("/oauth2/token", {
    grant_type: "refresh_token",
    client_id: clientId,
    refresh_token: refreshToken,
  });
  const tokens = (body ?? {}) as Record<string, unknown>;
  if (tokens.error === "invalid_grant") throw new CognitoError("NotAuthorizedException", "Invalid Refresh Token");
  if (status !== 200) throw new CognitoUnavailableError(`/oauth2/token answered ${status}`);
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

/** A grant of its own for a sign-in without a browser. */
async function newRefreshToken({ context: { provider } }: CognitoRequest, accountId: string) {
  const client = await provider.Client.find(clientId);
  if (!client) throw new Error(`There is no client ${clientId}`);
  const grant = new provider.Grant({ accountId, clientId });
  grant.addOIDCScope(scopes);
  grant.addResourceScope(apiAudience, scopes);
  const grantId = await grant.save();
  const token = new provider.RefreshToken({
    accountId,
    client,
    grantId,
    gty: "password",
    scope: scopes,
    resource: apiAudience,
  });
  return { refreshToken: await token.save(), grantId };
}
