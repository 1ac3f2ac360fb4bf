import {
  CognitoIdentityProviderClient,
  type CognitoIdentityProviderServiceException,
  ConfirmForgotPasswordCommand,
  ForgotPasswordCommand,
  GetUserCommand,
  InitiateAuthCommand,
  ResendConfirmationCodeCommand,
  RespondToAuthChallengeCommand,
} from "@aws-sdk/client-cognito-identity-provider";
import { AuthenticationDetails, CognitoUser, CognitoUserPool } from "amazon-cognito-identity-js";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { type IdentityServer, startIdentityServer } from "../../../test/identity-server.ts";
import { addAliceAndAdmin, expectNoFailures, testPassword as password } from "../../../test/identity-test-data.ts";
import { readOutbox, SignInJourney } from "../../../test/sign-in-journey.ts";

const ClientId = "cairn-web";
let server: IdentityServer;
let cognito: CognitoIdentityProviderClient;

beforeAll(async () => {
  server = await startIdentityServer({ cognitoApi: true });
  cognito = new CognitoIdentityProviderClient({
    region: "us-east-2",
    endpoint: server.publicUrl,
    maxAttempts: 1,
    credentials: { accessKeyId: "none", secretAccessKey: "none" },
  });
  await addAliceAndAdmin(server);
});
afterAll(async () => {
  cognito.destroy();
  await server.close();
});
afterEach(() => expectNoFailures(server));

/** Signs in by SRP with Amazon's own library. */
function signIn(Username: string, Password = password): Promise<void> {
  const Pool = new CognitoUserPool({ UserPoolId: "us-east-2_cairn", ClientId, endpoint: server.publicUrl });
  return new Promise((resolve, reject) =>
    new CognitoUser({ Username, Pool }).authenticateUser(new AuthenticationDetails({ Username, Password }), {
      onSuccess: () => resolve(),
      onFailure: reject,
    }),
  );
}
const start = (USERNAME: string, SRP_A = "2") =>
  cognito.send(new InitiateAuthCommand({ ClientId, AuthFlow: "USER_SRP_AUTH", AuthParameters: { USERNAME, SRP_A } }));
const answer = (secretBlock: string) =>
  cognito.send(
    new RespondToAuthChallengeCommand({
      ClientId,
      ChallengeName: "PASSWORD_VERIFIER",
      ChallengeResponses: {
        USERNAME: "alice",
        PASSWORD_CLAIM_SECRET_BLOCK: secretBlock,
        PASSWORD_CLAIM_SIGNATURE: Buffer.alloc(32).toString("base64"),
        TIMESTAMP: "Sat Nov 21 12:00:00 UTC 2026",
      },
    }),
  );
async function refusalOf(call: Promise<unknown>): Promise<{ name: string; message: string }> {
  const error = (await call.then(
    () => undefined,
    (reason: unknown) => reason,
  )) as CognitoIdentityProviderServiceException | undefined;
  return { name: error?.name ?? "", message: error?.message ?? "" };
}

it("signs in by username, by e-mail address and in any case", async () => {
  for (const name of ["alice", "ALICE", "alice@example.org"]) await signIn(name);
});

it("answers for a name that nobody has as for any other, the same salt each time", async () => {
  const [known, unknown, again] = [await start("alice"), await start("nobody"), await start("nobody")];
  const shape = (from: typeof known) =>
    Object.entries(from.ChallengeParameters ?? {}).map(([name, value]) => [name, name === "SALT" ? value.length : ""]);
  expect(shape(unknown)).toEqual(shape(known));
  expect(again.ChallengeParameters?.SALT).toBe(unknown.ChallengeParameters?.SALT);
  expect(again.ChallengeParameters?.SRP_B).not.toBe(unknown.ChallengeParameters?.SRP_B);
  const blocks = [known, unknown].map((from) => from.ChallengeParameters?.SECRET_BLOCK ?? "");
  expect(await refusalOf(answer(blocks[0] ?? ""))).toEqual(await refusalOf(answer(blocks[1] ?? "")));
  const byEmail = await start("alice@example.org");
  expect(byEmail.ChallengeParameters?.USER_ID_FOR_SRP, "an address does not tell the username").toBe(
    "alice@example.org",
  );
});

it("takes one answer to each exchange", async () => {
  const secretBlock = (await start("alice")).ChallengeParameters?.SECRET_BLOCK ?? "";
  expect((await refusalOf(answer(secretBlock))).message).toBe("Incorrect username or password.");
  expect((await refusalOf(answer(secretBlock))).message).toContain("session is expired");
});

it("refuses a public value that makes every password right, and what is no number", async () => {
  const { getDiffieHellman } = await import("node:crypto");
  const modulus = BigInt(`0x${getDiffieHellman("modp15").getPrime("hex")}`);
  for (const value of [0n, modulus, modulus * 2n].map((each) => each.toString(16)).concat("xyz", "f".repeat(2000))) {
    expect((await refusalOf(start("alice", value))).name, value.slice(0, 20)).toBe("InvalidParameterException");
  }
});

it("counts exchanges with the passwords that are tried on the hosted page", async () => {
  for (let attempt = 0; attempt < 10; attempt++) await start("admin");
  expect((await refusalOf(start("admin"))).name).toBe("LimitExceededException");
  const journey = new SignInJourney(server.publicUrl);
  expect((await journey.submitSignIn(await journey.start(), "admin", password)).status).toBe(429);
});

it("keeps no verifier in the open, and takes none of a password that was replaced", async () => {
  const { rows } = await server.pool.query<{ verifier: string }>("SELECT verifier FROM identity.password_verifiers");
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.every(({ verifier }) => verifier.startsWith("sealed:"))).toBe(true);
  await server.identity.accounts.setPassword("admin", "another long password");
  expect(await refusalOf(signIn("admin"))).toMatchObject({ name: "NotAuthorizedException" });
  await signIn("admin", "another long password");
});

it("gives an older account its verifier when its password is typed on the hosted page", async () => {
  await server.pool.query("DELETE FROM identity.password_verifiers");
  expect(await refusalOf(signIn("alice"))).toMatchObject({ name: "NotAuthorizedException" });
  await new SignInJourney(server.publicUrl).signIn("alice", password);
  await signIn("alice");
});

it("limits codes that are asked for and tried, by name and by address, whether there is an account or not", async () => {
  for (const Username of ["alice", "nobody"]) {
    const ask = () => cognito.send(new ForgotPasswordCommand({ ClientId, Username }));
    for (let count = 0; count < 8; count++) await ask();
    expect((await refusalOf(ask())).name, Username).toBe("LimitExceededException");
  }
  for (let count = 0; count < 12; count++) {
    await cognito.send(new ForgotPasswordCommand({ ClientId, Username: `name${count}` }));
  }
  const fromHere = cognito.send(new ForgotPasswordCommand({ ClientId, Username: "name99" }));
  expect((await refusalOf(fromHere)).name, "30 from one address").toBe("LimitExceededException");

  const guess = (Username: string) =>
    refusalOf(
      cognito.send(
        new ConfirmForgotPasswordCommand({ ClientId, Username, ConfirmationCode: "1", Password: "a long password" }),
      ),
    );
  for (const Username of ["alice", "nobody"]) {
    for (let count = 0; count < 5; count++) expect((await guess(Username)).name).toBe("CodeMismatchException");
    expect((await guess(Username)).name).toBe("LimitExceededException");
  }
  for (let count = 0; count < 48; count++) await guess(`other${count}`);
  expect((await guess("other99")).name, "60 from one address").toBe("LimitExceededException");
  await expect.poll(async () => (await readOutbox(server.outbox, "alice@example.org")).length).toBeGreaterThan(0);
});

it("answers nobody's request for another code like anybody's", async () => {
  const sent = await cognito.send(new ResendConfirmationCodeCommand({ ClientId, Username: "nobody" }));
  expect(sent.CodeDeliveryDetails).toEqual({ AttributeName: "email", DeliveryMedium: "EMAIL", Destination: "***" });
});

it("says that it is unwell, not that a session is over, while the database is", async () => {
  const { AuthenticationResult } = await cognito.send(
    new InitiateAuthCommand({
      ClientId,
      AuthFlow: "USER_PASSWORD_AUTH",
      AuthParameters: { USERNAME: "alice", PASSWORD: password },
    }),
  );
  const refresh = () =>
    cognito.send(
      new InitiateAuthCommand({
        ClientId,
        AuthFlow: "REFRESH_TOKEN_AUTH",
        AuthParameters: { REFRESH_TOKEN: AuthenticationResult?.RefreshToken ?? "" },
      }),
    );
  await server.pool.query("ALTER TABLE identity.oidc_payloads RENAME TO away");
  try {
    expect((await refusalOf(refresh())).name).toBe("InternalErrorException");
    const asked = cognito.send(new GetUserCommand({ AccessToken: AuthenticationResult?.AccessToken }));
    expect((await refusalOf(asked)).name).toBe("InternalErrorException");
  } finally {
    await server.pool.query("ALTER TABLE identity.away RENAME TO oidc_payloads");
  }
  server.failures.splice(0);
  expect((await refresh()).AuthenticationResult?.AccessToken).toBeTruthy();
});

it("refuses what it cannot read with status 400 and the like, never 500", async () => {
  const ask = (contentType: string, body: string) =>
    fetch(`${server.publicUrl}/`, { method: "POST", headers: { "content-type": contentType }, body });
  expect((await ask("text/xml", "<x/>")).status).toBe(415);
  const nul = JSON.stringify({ ClientId, AuthFlow: "USER_SRP_AUTH", AuthParameters: { USERNAME: "a\0b", SRP_A: "2" } });
  const answered = await fetch(`${server.publicUrl}/`, {
    method: "POST",
    headers: {
      "content-type": "application/x-amz-json-1.1",
      "x-amz-target": "AWSCognitoIdentityProviderService.InitiateAuth",
    },
    body: nul,
  });
  // As for any name that nobody has.
  expect(await answered.json()).toMatchObject({ ChallengeName: "PASSWORD_VERIFIER" });
});
