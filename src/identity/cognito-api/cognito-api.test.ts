import {
  AssociateSoftwareTokenCommand,
  CognitoIdentityProviderClient,
  type CognitoIdentityProviderServiceException,
  ConfirmForgotPasswordCommand,
  ConfirmSignUpCommand,
  ForgetDeviceCommand,
  ForgotPasswordCommand,
  GetDeviceCommand,
  GetUserAttributeVerificationCodeCommand,
  GlobalSignOutCommand,
  InitiateAuthCommand,
  ListDevicesCommand,
  RespondToAuthChallengeCommand,
  RevokeTokenCommand,
  SignUpCommand,
  UpdateDeviceStatusCommand,
  VerifySoftwareTokenCommand,
  VerifyUserAttributeCommand,
} from "@aws-sdk/client-cognito-identity-provider";
import { decodeJwt } from "jose";
import { TOTP } from "otpauth";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type IdentityServer, startIdentityServer } from "../../../test/identity-server.ts";
import { readNewestCode, readOutbox, SignInJourney } from "../../../test/sign-in-journey.ts";

const ClientId = "cairn-web";
const password = "correct horse battery";
let server: IdentityServer;
let cognito: CognitoIdentityProviderClient;
let username: string;
let count = 0;

beforeAll(async () => {
  server = await startIdentityServer({ cognitoApi: true });
  cognito = new CognitoIdentityProviderClient({
    region: "us-east-2",
    endpoint: server.publicUrl,
    maxAttempts: 1,
    credentials: { accessKeyId: "none", secretAccessKey: "none" },
  });
});
afterAll(async () => {
  cognito.destroy();
  await server.close();
});
beforeEach(async () => {
  username = `sdk${++count}`;
  await server.identity.accounts.create({ username, email: `${username}@example.org`, password, emailVerified: true });
});
afterEach(async () => {
  await server.pool.query("DELETE FROM identity.attempts");
  expect(server.failures).toEqual([]);
});

const signIn = (given = password, name = username) =>
  cognito.send(
    new InitiateAuthCommand({
      ClientId,
      AuthFlow: "USER_PASSWORD_AUTH",
      AuthParameters: { USERNAME: name, PASSWORD: given },
    }),
  );
const refresh = (REFRESH_TOKEN: string) =>
  cognito.send(
    new InitiateAuthCommand({ ClientId, AuthFlow: "REFRESH_TOKEN_AUTH", AuthParameters: { REFRESH_TOKEN } }),
  );
async function accessToken(): Promise<string> {
  return (await signIn()).AuthenticationResult?.AccessToken ?? "";
}
async function refusalOf(answer: Promise<unknown>): Promise<{ name: string; message: string }> {
  try {
    await answer;
  } catch (error) {
    const { name, message } = error as CognitoIdentityProviderServiceException;
    return { name, message };
  }
  throw new Error("It was not refused");
}

describe("[IDENT-13] the SDK of Cognito", () => {
  it("InitiateAuth gives tokens that the API takes, and renews them by rotation", async () => {
    const { AuthenticationResult: first } = await signIn();
    expect(decodeJwt(first?.AccessToken ?? "")).toMatchObject({ username, token_use: "access", client_id: ClientId });
    expect(decodeJwt(first?.IdToken ?? "")).toMatchObject({ "cognito:username": username, token_use: "id" });
    expect(await server.identity.isTokenAlive(decodeJwt(first?.AccessToken ?? ""))).toBe(true);
    const { AuthenticationResult: second } = await refresh(first?.RefreshToken ?? "");
    expect(second?.RefreshToken).not.toBe(first?.RefreshToken);
    expect(second?.ExpiresIn).toBe(600);
  });

  it("[IDENT-09] [ERR-05] InitiateAuth refuses in Cognito's terms and the specification's words", async () => {
    expect(await refusalOf(signIn("wrong"))).toEqual({
      name: "NotAuthorizedException",
      message: "Incorrect username or password.",
    });
    expect(await refusalOf(signIn("wrong", "nobody"))).toEqual(await refusalOf(signIn("wrong")));
    expect((await refusalOf(signIn(""))).message).toBe("PASSWORD parameter is required");
    expect((await refusalOf(signIn("x", ""))).message).toBe("Username cannot be empty");
    expect((await refusalOf(refresh("nonsense"))).name).toBe("NotAuthorizedException");
    const foreign = cognito.send(new RevokeTokenCommand({ ClientId: "other", Token: "x" }));
    expect((await refusalOf(foreign)).name).toBe("ResourceNotFoundException");
  });

  it("InitiateAuth is limited like the hosted page", async () => {
    for (let attempt = 0; attempt < 10; attempt++) await refusalOf(signIn("wrong"));
    expect((await refusalOf(signIn())).name).toBe("LimitExceededException");
  });

  it("SignUp and the mailed code make an account without any group", async () => {
    const Username = `new-${username}`;
    const email = `${Username}@example.org`;
    const command = {
      ClientId,
      Username,
      Password: password,
      UserAttributes: [
        { Name: "email", Value: email },
        { Name: "cognito:groups", Value: "admins" },
      ],
    };
    const signedUp = await cognito.send(new SignUpCommand(command));
    expect(signedUp).toMatchObject({ UserConfirmed: false, CodeDeliveryDetails: { DeliveryMedium: "EMAIL" } });
    expect((await refusalOf(signIn(password, Username))).name).toBe("UserNotConfirmedException");
    const wrong = cognito.send(new ConfirmSignUpCommand({ ClientId, Username, ConfirmationCode: "12345" }));
    expect((await refusalOf(wrong)).name).toBe("CodeMismatchException");
    const ConfirmationCode = await readNewestCode(server.outbox, email);
    await cognito.send(new ConfirmSignUpCommand({ ClientId, Username, ConfirmationCode }));
    expect(await server.identity.accounts.find(Username)).toMatchObject({ id: signedUp.UserSub, groups: [] });
    expect((await signIn(password, Username)).AuthenticationResult?.AccessToken).toBeTruthy();
  });

  it("[ERR-05] SignUp refuses a name that is taken, a weak password, and what is missing", async () => {
    const attempt = (own: { Username?: string; Password?: string; email?: string }) =>
      refusalOf(
        cognito.send(
          new SignUpCommand({
            ClientId,
            Username: own.Username ?? "fresh-one",
            Password: own.Password ?? password,
            UserAttributes: own.email === "" ? [] : [{ Name: "email", Value: own.email ?? "f@example.org" }],
          }),
        ),
      );
    expect((await attempt({ Username: username })).name).toBe("UsernameExistsException");
    expect((await attempt({ Password: "short" })).name).toBe("InvalidPasswordException");
    expect((await attempt({ email: "" })).name).toBe("InvalidParameterException");
    expect((await attempt({ Username: "" })).message).toBe("Username cannot be empty");
    expect((await attempt({ Password: "" })).message).toBe("Password cannot be empty");
  });

  it("ForgotPassword and ConfirmForgotPassword set a new password; nobody learns who exists", async () => {
    const known = await cognito.send(new ForgotPasswordCommand({ ClientId, Username: username }));
    const unknown = await cognito.send(new ForgotPasswordCommand({ ClientId, Username: "nobody-here" }));
    expect(known.CodeDeliveryDetails).toEqual(unknown.CodeDeliveryDetails);
    await expect.poll(() => readOutbox(server.outbox, `${username}@example.org`)).toHaveLength(1);
    const confirm = (Username: string, ConfirmationCode: string, Password = "a whole new one") =>
      cognito.send(new ConfirmForgotPasswordCommand({ ClientId, Username, ConfirmationCode, Password }));
    expect(await refusalOf(confirm("nobody-here", "1"))).toEqual(await refusalOf(confirm(username, "1")));
    expect((await refusalOf(confirm(username, ""))).message).toBe("Confirmation code cannot be empty");
    await confirm(username, await readNewestCode(server.outbox, `${username}@example.org`));
    expect((await refusalOf(signIn())).name).toBe("NotAuthorizedException");
    expect((await signIn("a whole new one")).AuthenticationResult).toBeDefined();
  });

  it("GetUserAttributeVerificationCode and VerifyUserAttribute prove the e-mail address", async () => {
    await server.identity.accounts.create({ username: `u-${username}`, email: `u-${username}@example.org`, password });
    const AccessToken = (await signIn(password, `u-${username}`)).AuthenticationResult?.AccessToken ?? "";
    const command = { AccessToken, AttributeName: "email" };
    const sent = await cognito.send(new GetUserAttributeVerificationCodeCommand(command));
    expect(sent.CodeDeliveryDetails).toEqual({
      AttributeName: "email",
      DeliveryMedium: "EMAIL",
      Destination: "u***@e***",
    });
    const wrong = cognito.send(new VerifyUserAttributeCommand({ ...command, Code: "1" }));
    expect((await refusalOf(wrong)).name).toBe("CodeMismatchException");
    const Code = await readNewestCode(server.outbox, `u-${username}@example.org`);
    await cognito.send(new VerifyUserAttributeCommand({ ...command, Code }));
    expect((await server.identity.accounts.find(`u-${username}`))?.emailVerified).toBe(true);
  });

  it("[IDENT-07] AssociateSoftwareToken, VerifySoftwareToken and RespondToAuthChallenge: a second factor", async () => {
    const AccessToken = await accessToken();
    const { SecretCode: secret = "" } = await cognito.send(new AssociateSoftwareTokenCommand({ AccessToken }));
    const code = () => new TOTP({ secret }).generate({ timestamp: server.now().getTime() });
    const wrong = cognito.send(new VerifySoftwareTokenCommand({ AccessToken, UserCode: "000000" }));
    expect((await refusalOf(wrong)).name).toBe("EnableSoftwareTokenMFAException");
    const verified = await cognito.send(new VerifySoftwareTokenCommand({ AccessToken, UserCode: code() }));
    expect(verified.Status).toBe("SUCCESS");
    server.advanceMs(30_000);

    const respond = (
      Session: string | undefined,
      given: string,
      ChallengeName: "SOFTWARE_TOKEN_MFA" | "SMS_MFA" = "SOFTWARE_TOKEN_MFA",
    ) =>
      cognito.send(
        new RespondToAuthChallengeCommand({
          ClientId,
          ChallengeName,
          Session,
          ChallengeResponses: { USERNAME: username, SOFTWARE_TOKEN_MFA_CODE: given, SMS_MFA_CODE: given },
        }),
      );
    const challenge = await signIn();
    expect(challenge).toMatchObject({ ChallengeName: "SOFTWARE_TOKEN_MFA" });
    expect(challenge.AuthenticationResult).toBeUndefined();
    expect((await refusalOf(respond(challenge.Session, "", "SOFTWARE_TOKEN_MFA"))).message).toBe(
      "Challenge response cannot be empty",
    );
    expect((await refusalOf(respond(challenge.Session, code(), "SMS_MFA"))).message).toBe("Invalid MFA type");
    expect((await refusalOf(respond(challenge.Session, "000000"))).name).toBe("CodeMismatchException");
    expect((await refusalOf(respond(undefined, code()))).message).toBe(
      "Failed to get the session because the user is empty",
    );
    const given = code();
    const { AuthenticationResult } = await respond(challenge.Session, given);
    expect(AuthenticationResult?.AccessToken, "mistyping does not end the challenge").toBeTruthy();
    expect((await refusalOf(respond(challenge.Session, given))).name, "the right answer does").toBe(
      "NotAuthorizedException",
    );
    expect((await refusalOf(respond((await signIn()).Session, given))).name, "a code is good once").toBe(
      "CodeMismatchException",
    );
  });

  it("[IDENT-06] RespondToAuthChallenge: a new password where one is due", async () => {
    await server.identity.accounts.setPassword(username, password, { mustChange: true });
    const { ChallengeName, ChallengeParameters, Session } = await signIn();
    expect(ChallengeName).toBe("NEW_PASSWORD_REQUIRED");
    expect(ChallengeParameters?.requiredAttributes).toBe("[]");
    expect(JSON.parse(ChallengeParameters?.userAttributes ?? "")).toMatchObject({ email: `${username}@example.org` });
    const { AuthenticationResult } = await cognito.send(
      new RespondToAuthChallengeCommand({
        ClientId,
        ChallengeName: "NEW_PASSWORD_REQUIRED",
        Session,
        ChallengeResponses: { USERNAME: username, NEW_PASSWORD: "my very own one" },
      }),
    );
    expect(AuthenticationResult?.AccessToken).toBeTruthy();
    expect((await server.identity.accounts.find(username))?.mustChangePassword).toBe(false);
  });

  it("[IDENT-08] ListDevices, GetDevice, UpdateDeviceStatus and ForgetDevice", async () => {
    const withoutBrowser = await accessToken();
    expect(
      (await refusalOf(cognito.send(new GetDeviceCommand({ AccessToken: withoutBrowser, DeviceKey: "x" })))).message,
    ).toBe("Device tracking has not been configured in this User Pool");
    const phone = await new SignInJourney(server.publicUrl).signIn(username, password);
    await new SignInJourney(server.publicUrl).signIn(username, password);
    const AccessToken = await accessToken();
    const first = await cognito.send(new ListDevicesCommand({ AccessToken, Limit: 1 }));
    const rest = await cognito.send(
      new ListDevicesCommand({ AccessToken, Limit: 1, PaginationToken: first.PaginationToken }),
    );
    expect(rest.PaginationToken).toBeUndefined();
    const DeviceKey = rest.Devices?.[0]?.DeviceKey ?? "";
    expect(DeviceKey).not.toBe(first.Devices?.[0]?.DeviceKey);
    expect((await refusalOf(cognito.send(new ListDevicesCommand({ AccessToken, Limit: 61 })))).name).toBe(
      "InvalidParameterException",
    );
    await cognito.send(new UpdateDeviceStatusCommand({ AccessToken, DeviceKey, DeviceRememberedStatus: "remembered" }));
    const { Device } = await cognito.send(new GetDeviceCommand({ AccessToken, DeviceKey }));
    expect(Device?.DeviceAttributes).toContainEqual({ Name: "device_status", Value: "remembered" });
    expect(Device?.DeviceCreateDate).toBeInstanceOf(Date);
    await cognito.send(new ForgetDeviceCommand({ AccessToken, DeviceKey }));
    expect(await server.identity.isTokenAlive(decodeJwt(phone.access_token))).toBe(false);
    expect((await refusalOf(cognito.send(new GetDeviceCommand({ AccessToken, DeviceKey })))).name).toBe(
      "ResourceNotFoundException",
    );
  });

  it("does not reach the devices of somebody else", async () => {
    await new SignInJourney(server.publicUrl).signIn(username, password);
    const own = await cognito.send(new ListDevicesCommand({ AccessToken: await accessToken() }));
    const DeviceKey = own.Devices?.[0]?.DeviceKey;
    await server.identity.accounts.create({
      username: `eve-${username}`,
      email: `eve-${username}@example.org`,
      password,
    });
    await new SignInJourney(server.publicUrl).signIn(`eve-${username}`, password);
    const AccessToken = (await signIn(password, `eve-${username}`)).AuthenticationResult?.AccessToken;
    expect((await refusalOf(cognito.send(new ForgetDeviceCommand({ AccessToken, DeviceKey })))).name).toBe(
      "ResourceNotFoundException",
    );
  });

  it("[IDENT-08] RevokeToken ends one session, GlobalSignOut ends all", async () => {
    const [one, two, three] = [await signIn(), await signIn(), await signIn()].map(
      (answer) => answer.AuthenticationResult,
    );
    await cognito.send(new RevokeTokenCommand({ ClientId, Token: one?.RefreshToken }));
    expect((await refusalOf(refresh(one?.RefreshToken ?? ""))).name).toBe("NotAuthorizedException");
    expect((await refusalOf(cognito.send(new GlobalSignOutCommand({ AccessToken: one?.AccessToken })))).message).toBe(
      "Access Token has been revoked",
    );
    await cognito.send(new GlobalSignOutCommand({ AccessToken: two?.AccessToken }));
    expect((await refusalOf(refresh(three?.RefreshToken ?? ""))).name).toBe("NotAuthorizedException");
    expect(await server.identity.isTokenAlive(decodeJwt(three?.AccessToken ?? ""))).toBe(false);
    const idToken = cognito.send(
      new GlobalSignOutCommand({ AccessToken: (await signIn()).AuthenticationResult?.IdToken }),
    );
    expect((await refusalOf(idToken)).name).toBe("NotAuthorizedException");
  });

  it("answers an unknown operation and a broken body with an error of Cognito's shape", async () => {
    const ask = (target: string, body: string) =>
      fetch(`${server.publicUrl}/`, {
        method: "POST",
        headers: { "content-type": "application/x-amz-json-1.1", "x-amz-target": target },
        body,
      });
    const unknown = await ask("AWSCognitoIdentityProviderService.AdminDeleteUser", "{}");
    expect(unknown.status).toBe(400);
    expect(await unknown.json()).toMatchObject({ __type: "UnknownOperationException" });
    expect((await ask("constructor", "{}")).status).toBe(400);
    expect(await (await ask("AWSCognitoIdentityProviderService.SignUp", "{")).json()).toMatchObject({
      __type: "InvalidParameterException",
    });
  });
});
