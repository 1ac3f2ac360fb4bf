import { describe, expect, it } from "vitest";
import { HttpBrowser } from "../../../test/http-browser.ts";
import { startIdentityServer } from "../../../test/identity-server.ts";
import { SignInJourney } from "../../../test/sign-in-journey.ts";
import { digestOfCookie, newDeviceCookie } from "../sessions/devices.ts";
import { wantsSecureCookies } from "./secure-cookies.ts";

const password = "moss grows on the north side";

/** Signs in and returns every cookie set on the way, by name. */
async function cookiesOfSignIn(publicUrl?: string): Promise<Map<string, string>> {
  const server = await startIdentityServer(publicUrl ? { publicUrl } : {});
  try {
    await server.identity.accounts.create({ username: "alice", email: "alice@example.org", password });
    const browser = new HttpBrowser((url) => url.replace(server.publicUrl, server.localUrl));
    const journey = new SignInJourney(server.publicUrl, browser);
    const callback = await journey.submitSignIn(await journey.start(), "alice", password);
    expect(journey.isCallback(callback.url)).toBe(true);
    return new Map(browser.cookieLines.map((line) => [line.split("=", 1)[0] ?? "", line]));
  } finally {
    await server.close();
  }
}

describe("sign-in cookies", () => {
  it.each(["https://cairn.example", "http://field.example"])("[IDENT-16] are all Secure at %s", async (publicUrl) => {
    const cookies = await cookiesOfSignIn(publicUrl);
    expect([...cookies.keys()].some((name) => name.endsWith("cairn_device"))).toBe(true);
    expect([...cookies.keys()].some((name) => name.endsWith("cairn_session"))).toBe(true);
    for (const line of cookies.values()) expect(line).toMatch(/; secure/i);
    for (const [name, line] of cookies) {
      expect(name).toMatch(/; path=\/;/i.test(line) ? /^__Host-cairn_/ : /^__Secure-cairn_sign_in/);
    }
    const device = [...cookies].find(([name]) => name.endsWith("cairn_device"))?.[1];
    expect(device).toContain("Max-Age=31536000; Path=/; HttpOnly; Secure; SameSite=Lax");
  });

  it("are ignored under plain names, which a subdomain could plant", async () => {
    const publicUrl = "https://cairn.example";
    const server = await startIdentityServer({ publicUrl });
    try {
      const account = await server.identity.accounts.create({ username: "alice", email: "a@example.org", password });
      const browser = new HttpBrowser((url) => url.replace(server.publicUrl, server.localUrl));
      const planted = newDeviceCookie();
      browser.setCookie("cairn_device", planted);
      browser.setCookie("cairn_session", "planted");
      await server.pool.query(
        `INSERT INTO identity.devices (id, account_id, cookie_hash, name) VALUES (gen_random_uuid(), $1, $2, 'Other')`,
        [account.id, digestOfCookie(planted)],
      );
      const journey = new SignInJourney(publicUrl, browser);
      const callback = await journey.submitSignIn(await journey.start(), "alice", password);
      expect(journey.isCallback(callback.url)).toBe(true);
      const { rows } = await server.pool.query("SELECT count(*)::int AS count FROM identity.devices");
      expect(rows).toEqual([{ count: 2 }]);
    } finally {
      await server.close();
    }
  });

  it("[IDENT-16] aren't Secure on localhost, which has no encryption", async () => {
    const cookies = await cookiesOfSignIn();
    expect([...cookies.keys()]).toContain("cairn_session");
    for (const line of cookies.values()) expect(line).not.toMatch(/secure/i);
  });

  it.each([
    ["http://localhost:3000", false],
    ["http://cairn.localhost:3000", false],
    ["http://127.0.0.1:3000", false],
    ["http://[::1]:3000", false],
    ["https://localhost:3000", true],
    ["http://localhost.example", true],
    ["http://192.168.1.5:3000", true],
    ["http://127.example", true],
  ])("[IDENT-16] at %s: Secure %s", (publicUrl, expected) => {
    expect(wantsSecureCookies(publicUrl)).toBe(expected);
  });
});
