import { decodeJwt, decodeProtectedHeader } from "jose";
import { TOTP } from "otpauth";
import { describe, expect, it } from "vitest";
import { HttpBrowser } from "../../test/http-browser.ts";
import { testEncryptionKey } from "../../test/identity-server.ts";
import { addAliceAndAdmin, testPassword as password, usingIdentity } from "../../test/identity-test-data.ts";
import { readNewestCode, readOutbox, SignInJourney, type Tokens } from "../../test/sign-in-journey.ts";
import { openAccountAdministration } from "./administration/account-commands.ts";

const server = usingIdentity({ processes: 2 });
let journey: SignInJourney;

describe("two processes on one database, asked alternately", () => {
  it("create one first administrator with either's link, even in parallel", async () => {
    const links = [
      (await server.identity.makeFirstAdministratorLink()) ?? "",
      (await server.identity.makeFirstAdministratorLink()) ?? "",
    ];
    const made = await Promise.all(
      links.map(async (link, index) => {
        const browser = new HttpBrowser();
        const page = await browser.open(link);
        const username = `chief${index}`;
        const input = { username, email: `${username}@example.org`, password };
        return (await browser.submit(page, "/first-administrator", input)).status;
      }),
    );
    expect(made.sort()).toEqual([200, 400]);
    await server.pool.query("DELETE FROM identity.accounts");
    const browser = new HttpBrowser();
    const page = await browser.open((await server.identity.makeFirstAdministratorLink()) ?? "");
    const again = await browser.submit(page, "/first-administrator", { username: "", email: "x", password: "short" });
    const input = { username: "chief", email: "chief@example.org", password };
    expect((await browser.submit(again, "/first-administrator", input)).text).toContain("The account chief");
    await addAliceAndAdmin(server);
  });

  it("sign up with a code from either process", async () => {
    journey = new SignInJourney(server.publicUrl);
    const flow = await journey.start({ screen_hint: "signup" });
    const input = { username: "carol", email: "carol@example.org", password };
    const confirm = await journey.browser.submit(flow.page, "/sign-up", input);
    const code = await readNewestCode(server.outbox, "carol@example.org");
    const callback = await journey.browser.submit(confirm, "/confirm", { code }, journey.isCallback);
    expect((await journey.exchange(callback, flow.verifier)).status).toBe(200);
  });

  it("sign in with a second factor, refresh, and sign out", async () => {
    journey = new SignInJourney(server.publicUrl);
    await journey.signIn("alice", password);
    const setUp = await journey.browser.open(`${server.publicUrl}/account/app`);
    const secret = /<code>([A-Z2-7 ]+)<\/code>/.exec(setUp.markup)?.[1]?.replaceAll(" ", "") ?? "";
    const codeNow = () => new TOTP({ secret }).generate({ timestamp: server.now().getTime() });
    await journey.browser.submit(setUp, "/account/app", { code: codeNow() });
    server.advanceMs(30_000);

    journey = new SignInJourney(server.publicUrl);
    const flow = await journey.start();
    const factor = await journey.submitSignIn(flow, "alice", password);
    const callback = await journey.browser.submit(factor, "/factor", { code: codeNow() }, journey.isCallback);
    const tokens = (await (await journey.exchange(callback, flow.verifier)).json()) as Tokens;
    const renewed = (await (await journey.refresh(tokens.refresh_token)).json()) as Tokens;
    expect(await server.identity.isTokenAlive(decodeJwt(renewed.access_token))).toBe(true);
    const url = `${server.publicUrl}/logout?id_token_hint=${renewed.id_token}`;
    expect((await journey.browser.open(url)).text).toContain("You're signed out.");
    expect((await journey.refresh(renewed.refresh_token)).status).toBe(400);
  });

  it("reset a password with an emailed code", async () => {
    journey = new SignInJourney(server.publicUrl);
    const flow = await journey.start();
    const forgot = await journey.browser.open(`${flow.page.url}/forgot-password`);
    const page = await journey.browser.submit(forgot, "/forgot-password", { username: "admin" });
    await expect.poll(() => readOutbox(server.outbox, "admin@example.org")).toHaveLength(1);
    const code = await readNewestCode(server.outbox, "admin@example.org");
    const callback = await journey.browser.submit(page, "/reset-password", { code, password }, journey.isCallback);
    expect(journey.isCallback(callback.url)).toBe(true);
  });

  it("count attempts together", async () => {
    journey = new SignInJourney(server.publicUrl);
    const flow = await journey.start();
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 11; attempt++) {
      statuses.push((await journey.submitSignIn(flow, "admin", `wrong ${attempt}`)).status);
    }
    expect(statuses.indexOf(429)).toBe(10);
  });

  it("sign with a new key and publish it without a restart", async () => {
    const tokens = await new SignInJourney(server.publicUrl).signIn("carol", password);
    const kid = await openAccountAdministration(server.pool, [testEncryptionKey]).rotateSigningKey();
    server.advanceMs(5_000);
    let refreshToken = tokens.refresh_token;
    for (let turn = 0; turn < 4; turn++) {
      const published = (await (await fetch(`${server.publicUrl}/.well-known/jwks.json`)).json()) as {
        keys: { kid: string }[];
      };
      expect(published.keys[0]?.kid).toBe(kid);
      expect(published.keys.length).toBe(2);
      const renewed = (await (await journey.refresh(refreshToken)).json()) as Tokens;
      refreshToken = renewed.refresh_token;
      expect(decodeProtectedHeader(renewed.access_token).kid).toBe(kid);
      // Verified by the next process, with its own keys.
      const userInfo = await fetch(`${server.publicUrl}/oauth2/userInfo`, {
        headers: { authorization: `Bearer ${renewed.access_token}` },
      });
      expect(userInfo.status).toBe(200);
    }
  });
});
