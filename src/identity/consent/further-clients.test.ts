import { decodeJwt } from "jose";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { HttpBrowser } from "../../../test/http-browser.ts";
import { type IdentityServer, startIdentityServer } from "../../../test/identity-server.ts";
import { addAliceAndAdmin, expectNoFailures, testPassword as password } from "../../../test/identity-test-data.ts";
import { IndependentClient } from "../../../test/independent-client.ts";
import { SignInJourney } from "../../../test/sign-in-journey.ts";
import { createTokenVerifier } from "../../server/auth/token-verifier.ts";
import { openClientAdministration } from "../administration/administration.ts";
import { runClientCommand } from "../administration/client-commands.ts";

let server: IdentityServer;

beforeAll(async () => {
  // Two processes: what one of them registers, the other knows at once.
  server = await startIdentityServer({ processes: 2 });
  await addAliceAndAdmin(server);
});
afterAll(() => server.close());
afterEach(() => expectNoFailures(server));

async function runCommand(...argv: string[]): Promise<string> {
  const lines: string[] = [];
  const options = { actor: "operator", print: (line: string) => lines.push(line) };
  await runClientCommand(argv, openClientAdministration(server.pool), options);
  return lines.join("\n");
}

/** Registers a client by the command; answers its id and its secret. */
async function register(name: string, ...options: string[]): Promise<{ id: string; secret: string | undefined }> {
  const printed = await runCommand("add", name, ...options);
  const id = /^Registered (\S+)/.exec(printed)?.[1] ?? "";
  return { id, secret: /shown only now: (\S+)/.exec(printed)?.[1] };
}

const verifyForApi = (token: string) =>
  createTokenVerifier({
    issuer: server.identity.issuer,
    clientId: server.identity.clientId,
    audience: server.identity.audience,
    isAnyClientTaken: true,
    keys: server.identity.jwks,
    isTokenAlive: server.identity.isTokenAlive,
  })(token);

describe("a website with a server", () => {
  const address = "https://portal.example.org/signed-in";
  let browser: HttpBrowser;
  let portal: IndependentClient;
  let id: string;

  beforeAll(async () => {
    const registered = await register(
      "Dataset portal",
      "--confidential",
      "--redirect",
      address,
      "--sign-out",
      "https://portal.example.org/",
      ...["profile", "email", "offline_access"].flatMap((scope) => ["--scope", scope]),
    );
    id = registered.id;
    portal = new IndependentClient(server.publicUrl, id, address, registered.secret);
    browser = new HttpBrowser();
  });

  it("signs somebody in after asking, and is told what they agreed to", async () => {
    const flow = await portal.start("openid profile");
    const consent = await portal.signIn(browser, await browser.open(flow.url), "alice", password);
    expect(consent.text).toContain("Sign in to Dataset portal");
    expect(consent.text).toContain("your name and username");
    expect(consent.text).not.toContain("e-mail");
    const callback = await browser.submit(consent, "/consent", { answer: "allow" }, portal.isCallback);
    const { claims, userInfo, tokens } = await portal.finish(flow, callback.url);
    expect(claims).toMatchObject({ aud: id, name: "alice", preferred_username: "alice" });
    for (const told of [claims, userInfo]) {
      expect(told).not.toHaveProperty("email");
      expect(told).not.toHaveProperty("cognito:groups");
    }
    expect(userInfo).toMatchObject({ name: "alice" });
    expect(tokens.refresh_token).toBeUndefined();
  });

  it("gets no token that Cairn's API takes", async () => {
    const flow = await portal.start("openid profile");
    const { tokens } = await portal.finish(flow, (await browser.open(flow.url, {}, portal.isCallback)).url);
    for (const token of [tokens.access_token, tokens.id_token ?? ""]) {
      await expect(verifyForApi(token)).rejects.toMatchObject({ code: "unauthenticated" });
    }
    for (const more of [{ resource: "urn:cairn:api" }, { scope: "openid cairn_api" }]) {
      const { url } = await portal.start("openid profile", more);
      const refused = new URL((await browser.open(url, {}, portal.isCallback)).url);
      expect(refused.searchParams.get("error")).toMatch(/^invalid_(target|scope)$/);
    }
  });

  it("is not asked about again, except when it asks for more", async () => {
    const again = await portal.start("openid profile", { prompt: "none" });
    expect((await browser.open(again.url, {}, portal.isCallback)).url).toContain("code=");
    const more = await portal.start("openid profile email");
    const consent = await browser.open(more.url, {}, portal.isCallback);
    expect(consent.text).toContain("your e-mail address");
    const refused = await browser.submit(consent, "/consent", { answer: "refuse" }, portal.isCallback);
    expect(new URL(refused.url).searchParams.get("error")).toBe("access_denied");
    const silent = await portal.start("openid profile email", { prompt: "none" });
    const answer = await browser.open(silent.url, {}, portal.isCallback);
    expect(new URL(answer.url).searchParams.get("error")).toBe("consent_required");
  });

  it("stays signed in where it was allowed to, until that is taken back", async () => {
    const flow = await portal.start("openid profile offline_access", { prompt: "consent" });
    const consent = await browser.open(flow.url, {}, portal.isCallback);
    const callback = await browser.submit(consent, "/consent", { answer: "allow" }, portal.isCallback);
    const { tokens } = await portal.finish(flow, callback.url);
    const renewed = await portal.refresh(tokens.refresh_token ?? "");
    const apps = await browser.open(`${server.publicUrl}/account/apps`);
    expect(apps.text).toContain("Dataset portal");
    await browser.submit(apps, "/account/apps", {});
    await expect(portal.refresh(renewed.refresh_token ?? "")).rejects.toMatchObject({ error: "invalid_grant" });
    const userInfo = await fetch(`${server.publicUrl}/oauth2/userInfo`, {
      headers: { authorization: `Bearer ${renewed.access_token}` },
    });
    expect(userInfo.status).toBe(401);
  });

  it("proves itself by its secret, which is not kept", async () => {
    const { rows } = await server.pool.query("SELECT secret_hash FROM identity.clients WHERE id = $1", [id]);
    expect(rows[0].secret_hash).not.toContain(portal.secret);
    const consented = async () => {
      const flow = await portal.start("openid profile");
      const page = await browser.open(flow.url, {}, portal.isCallback);
      if (portal.isCallback(page.url)) return { flow, callback: page.url };
      return { flow, callback: (await browser.submit(page, "/consent", { answer: "allow" }, portal.isCallback)).url };
    };
    const first = await consented();
    const stranger = new IndependentClient(server.publicUrl, id, address, "guessed");
    await expect(stranger.finish(first.flow, first.callback)).rejects.toMatchObject({ status: 401 });
    const secret = /now: (\S+)/.exec(await runCommand("renew-secret", id))?.[1];
    const second = await consented();
    await expect(portal.finish(second.flow, second.callback)).rejects.toMatchObject({ status: 401 });
    const renewed = new IndependentClient(server.publicUrl, id, address, secret);
    const third = await consented();
    expect((await renewed.finish(third.flow, third.callback)).claims.aud).toBe(id);
  });

  it("comes back to its own addresses alone, after sign-in and after sign-out", async () => {
    for (const foreign of [
      "https://evil.example.org/signed-in",
      `${address}/more`,
      "https://portal.example.org:8443/",
    ]) {
      const { url } = await new IndependentClient(server.publicUrl, id, foreign).start("openid");
      const refused = await browser.open(url);
      expect(refused.status).toBe(400);
      expect(refused.url).toContain(server.publicUrl);
    }
    const signOut = (address: string) =>
      browser.open(
        `${server.publicUrl}/logout?client_id=${id}&post_logout_redirect_uri=${encodeURIComponent(address)}`,
        {},
        (url) => url.startsWith("https://"),
      );
    expect((await signOut("https://evil.example.org/")).status).toBe(400);
    const page = await signOut("https://portal.example.org/");
    expect(page.text, "signing out of Cairn too is asked about").toContain("alice");
    const left = await browser.submit(page, "/logout", {}, (url) => url.startsWith("https://"));
    expect(left.url).toBe("https://portal.example.org/");
  });

  it("is removed, and nobody can sign in to it any more", async () => {
    await runCommand("remove", id);
    const { url } = await portal.start("openid", {}).catch(() => ({ url: "" }));
    expect((await browser.open(url)).status).toBe(400);
  });
});

describe("a notebook on somebody's own computer", () => {
  let id: string;
  const open = (port: number) => new IndependentClient(server.publicUrl, id, `http://127.0.0.1:${port}/callback`);

  beforeAll(async () => {
    const options = ["--redirect", "http://127.0.0.1/callback", "--scope", "profile", "--scope", "cairn_api"];
    id = (await register("Field notebook", ...options)).id;
  });

  it("signs in at whatever port is free, without a secret, and is asked about each time", async () => {
    const browser = new HttpBrowser();
    for (const port of [49152, 51234]) {
      const notebook = open(port);
      const flow = await notebook.start("openid profile");
      let page = await browser.open(flow.url, {}, notebook.isCallback);
      if (!page.text.includes("Field notebook")) page = await notebook.signIn(browser, page, "alice", password);
      expect(page.text).toContain("Go on only if you have just started it yourself.");
      const callback = await browser.submit(page, "/consent", { answer: "allow" }, notebook.isCallback);
      expect((await notebook.finish(flow, callback.url)).claims.preferred_username).toBe("alice");
    }
    const elsewhere = new IndependentClient(server.publicUrl, id, "http://192.168.0.7:49152/callback");
    expect((await browser.open((await elsewhere.start("openid")).url)).status).toBe(400);
  });

  it("is refused without PKCE", async () => {
    const notebook = open(49152);
    const url = new URL((await notebook.start("openid")).url);
    url.searchParams.delete("code_challenge");
    url.searchParams.delete("code_challenge_method");
    const refused = await new HttpBrowser().open(url.href, {}, notebook.isCallback);
    expect(new URL(refused.url).searchParams.get("error")).toBe("invalid_request");
  });

  it("uses the API in the person's name where it was given that right, for as long as it is", async () => {
    const browser = new HttpBrowser();
    const notebook = open(49153);
    const flow = await notebook.start("openid profile cairn_api");
    const consent = await notebook.signIn(browser, await browser.open(flow.url), "admin", password);
    expect(consent.text).toContain("the right to do in Cairn all that you can do");
    const callback = await browser.submit(consent, "/consent", { answer: "allow" }, notebook.isCallback);
    const { tokens, userInfo } = await notebook.finish(flow, callback.url);
    expect(userInfo).not.toHaveProperty("email");
    expect(await verifyForApi(tokens.access_token)).toMatchObject({ username: "admin", isAdmin: true });
    expect(decodeJwt(tokens.access_token)).toMatchObject({ client_id: id, aud: "urn:cairn:api" });

    const own = await new SignInJourney(server.publicUrl, browser).signIn("admin", password);
    await runCommand("remove", id);
    await expect(verifyForApi(tokens.access_token)).rejects.toMatchObject({ code: "token_expired" });
    expect(await verifyForApi(own.access_token)).toMatchObject({ username: "admin" });
  });
});
