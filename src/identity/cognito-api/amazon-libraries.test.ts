import { decodeJwt } from "jose";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { type AmazonLibrary, amazonCognitoIdentityJs, amplify5, amplify6 } from "../../../test/amazon-libraries.ts";
import { type IdentityServer, startIdentityServer } from "../../../test/identity-server.ts";
import { authenticatorCode, expectNoFailures, waitForNextCode } from "../../../test/identity-test-data.ts";
import { readNewestCode } from "../../../test/sign-in-journey.ts";

const password = "correct horse battery";
const newPassword = "another horse, another battery";

let server: IdentityServer;
/** What was sent, by operation. */
const sent: { operation: string; body: string }[] = [];

beforeAll(async () => {
  server = await startIdentityServer({ cognitoApi: true });
  // Amplify 6 names the device after its browser.
  vi.stubGlobal("navigator", { userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0" });
  const { fetch } = globalThis;
  vi.stubGlobal("fetch", (input: string | URL | Request, init?: RequestInit) => {
    const target = new Headers(init?.headers).get("x-amz-target") ?? "";
    sent.push({ operation: target.replace(/^.*\./, ""), body: String(init?.body ?? "") });
    return fetch(input, init);
  });
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await server.close();
});
afterEach(() => expectNoFailures(server));

const operationsSince = (start: number) => new Set(sent.slice(start).map(({ operation }) => operation));

describe.each([
  ["amazon-cognito-identity-js", amazonCognitoIdentityJs],
  ["Amplify 5", amplify5],
  ["Amplify 6", amplify6],
])("[IDENT-13] %s, with its defaults", (name, open) => {
  const username = name.toLowerCase().replaceAll(" ", "-");
  const email = `${username}@example.org`;
  let library: AmazonLibrary;
  let secret: string;

  const isAlive = async () => server.identity.isTokenAlive(decodeJwt((await library.readTokens()).accessToken));

  beforeAll(() => {
    library = open({ endpoint: server.publicUrl, clientId: "cairn-web", userPoolId: "us-east-2_cairn" });
  });

  it("signs up and confirms by the code that was sent again", async () => {
    await library.signUp(username, password, email);
    await expect(library.signIn(username, password)).rejects.toMatchObject({ name: "UserNotConfirmedException" });
    const first = await readNewestCode(server.outbox, email);
    server.advanceMs(30_000);
    await library.resendCode(username);
    await expect.poll(() => readNewestCode(server.outbox, email)).not.toBe(first);
    await library.confirmSignUp(username, await readNewestCode(server.outbox, email));
  });

  it("signs in without sending the password, and refuses a wrong one", async () => {
    const start = sent.length;
    await expect(library.signIn(username, `${password}x`)).rejects.toMatchObject({ name: "NotAuthorizedException" });
    await expect(library.signIn("nobody", password)).rejects.toMatchObject({ name: "NotAuthorizedException" });
    expect(await library.signIn(username, password)).toEqual({ needsCode: false });
    expect(await isAlive()).toBe(true);
    const calls = sent.slice(start);
    expect(calls.filter(({ operation }) => operation === "InitiateAuth")[0]?.body).toContain("USER_SRP_AUTH");
    expect(calls.some(({ body }) => body.includes(password))).toBe(false);
  });

  it("refreshes", async () => {
    const before = await library.readTokens();
    await library.refresh();
    const after = await library.readTokens();
    expect(after.accessToken).not.toBe(before.accessToken);
    expect(after.refreshToken).not.toBe(before.refreshToken);
    expect(await isAlive()).toBe(true);
  });

  it("changes the password, and its session goes on", async () => {
    await expect(library.changePassword("wrong", newPassword)).rejects.toMatchObject({
      name: "NotAuthorizedException",
    });
    await library.changePassword(password, newPassword);
    expect(await isAlive()).toBe(true);
    await library.refresh();
    await library.signOut();
    await expect(library.signIn(username, password)).rejects.toMatchObject({ name: "NotAuthorizedException" });
    expect(await library.signIn(username, newPassword)).toEqual({ needsCode: false });
  });

  it("sets an authenticator up, and signs in with it after a mistyped code", async () => {
    secret = await library.startAuthenticator();
    await library.finishAuthenticator(authenticatorCode(server, secret));
    await library.signOut();
    waitForNextCode(server);
    expect(await library.signIn(username, newPassword)).toEqual({ needsCode: true });
    await expect(library.giveCode("000000")).rejects.toMatchObject({ name: "CodeMismatchException" });
    await library.giveCode(authenticatorCode(server, secret));
    expect(await isAlive()).toBe(true);
  });

  it("remembers the device, which then stands in for the authenticator", async () => {
    await library.rememberDevice();
    await library.signOut();
    const start = sent.length;
    expect(await library.signIn(username, newPassword)).toEqual({ needsCode: false });
    expect(await isAlive()).toBe(true);
    expect(operationsSince(start)).toEqual(new Set(["InitiateAuth", "RespondToAuthChallenge"]));
    const elsewhere = amazonCognitoIdentityJs({
      endpoint: server.publicUrl,
      clientId: "cairn-web",
      userPoolId: "us-east-2_cairn",
    });
    expect(await elsewhere.signIn(username, newPassword)).toEqual({ needsCode: true });
  });

  it("signs out: the refresh token is dead, and so is the access token", async () => {
    const { accessToken, refreshToken } = await library.readTokens();
    await library.signOut();
    expect(await server.identity.isTokenAlive(decodeJwt(accessToken))).toBe(false);
    const refreshed = await fetch(`${server.publicUrl}/oauth2/token`, {
      method: "POST",
      body: new URLSearchParams({ client_id: "cairn-web", grant_type: "refresh_token", refresh_token: refreshToken }),
    });
    expect(await refreshed.json()).toMatchObject({ error: "invalid_grant" });
  });
});
