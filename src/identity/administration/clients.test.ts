import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { HttpBrowser } from "../../../test/http-browser.ts";
import { type IdentityServer, startIdentityServer } from "../../../test/identity-server.ts";
import { addAliceAndAdmin, expectNoFailures, testPassword } from "../../../test/identity-test-data.ts";
import { SignInJourney } from "../../../test/sign-in-journey.ts";
import { findClientErrors } from "../clients/client-rules.ts";

let server: IdentityServer;
let admin: HttpBrowser;
const open = (path: string, browser = admin) => browser.open(`${server.publicUrl}${path}`);

beforeAll(async () => {
  server = await startIdentityServer();
  await addAliceAndAdmin(server);
  admin = new HttpBrowser();
  await new SignInJourney(server.publicUrl, admin).signIn("admin", testPassword);
});
afterAll(() => server.close());
afterEach(() => expectNoFailures(server));

describe("the page about further clients", () => {
  it("is for administrators only", async () => {
    const alice = new HttpBrowser();
    await new SignInJourney(server.publicUrl, alice).signIn("alice", testPassword);
    for (const path of ["/account/clients", "/account/clients/new", "/account/clients/x"]) {
      expect((await open(path, alice)).status, path).toBe(403);
      expect((await open(path, new HttpBrowser())).url, path).toContain("/signin/");
    }
    const { action } = (await open("/account/apps", alice)).forms[0] ?? {};
    expect(action, "nothing to take back yet").toBeUndefined();
    const page = await open("/account/delete", alice);
    const { xsrf = "" } = page.forms[0]?.hidden ?? {};
    for (const path of ["/new", "/x", "/x/secret", "/x/remove"]) {
      const refused = await alice.open(`${server.publicUrl}/account/clients${path}`, {
        method: "POST",
        body: new URLSearchParams({ xsrf, name: "Mine", kind: "public", redirects: "https://example.org/" }),
        headers: { origin: server.publicUrl, "sec-fetch-site": "same-origin" },
      });
      expect(refused.status, path).toBe(403);
    }
    expect((await server.pool.query("SELECT id FROM identity.clients")).rows).toEqual([]);
  });

  it("registers one, shows its secret once, changes it and removes it", async () => {
    const wrong = await admin.submit(await open("/account/clients/new"), "/new", {
      name: "Portal",
      kind: "confidential",
      redirects: "http://portal.example.org/back",
    });
    expect(wrong.text).toContain("http://portal.example.org/back cannot be used");
    expect(wrong.markup, "nothing typed is lost").toContain('value="Portal"');

    const added = await admin.submit(wrong, "/new", {
      name: "Portal",
      kind: "confidential",
      redirects: "https://portal.example.org/back\r\nhttp://127.0.0.1/back",
      "scope-email": "yes",
    });
    const secret = /shown only now: (\S{43})/.exec(added.text)?.[1];
    expect(secret).toBeTruthy();
    const id = /portal-[0-9a-f]{8}/.exec(added.text)?.[0] ?? "";
    const page = await open(`/account/clients/${id}`);
    expect(page.text).not.toContain(secret);
    expect(page.text).toContain("https://portal.example.org/back http://127.0.0.1/back");

    const changed = await admin.submit(page, id, { name: "Data portal", redirects: "https://portal.example.org/back" });
    expect(changed.text).toContain("The application was saved.");
    expect((await open("/account/clients")).text).toContain("Data portal");
    const again = await admin.submit(await open("/account/clients/new"), "/new", {
      name: "Data portal",
      kind: "public",
      redirects: "https://example.org/",
    });
    expect(again.text).toContain("Another application has this name.");

    expect((await admin.submit(changed, "/secret", {})).text).toMatch(/shown only now: \S{43}/);
    expect((await admin.submit(changed, "/remove", {})).text).toContain("The application was removed.");
    expect((await open(`/account/clients/${id}`)).status).toBe(404);
    const trail = await server.pool.query("SELECT actor, action FROM identity.account_audit WHERE username = $1", [id]);
    expect(trail.rows).toEqual(
      ["add-client", "change-client", "renew-client-secret", "remove-client"].map((action) => ({
        actor: "admin",
        action,
      })),
    );
  });
});

it.each([
  ["https://example.org/back?a=b", "confidential", true],
  ["http://127.0.0.1:8080/back", "public", true],
  ["http://[::1]/back", "public", true],
  ["org.example.app:/back", "public", true],
  ["org.example.app:/back", "confidential", false],
  ["http://example.org/back", "public", false],
  ["https://*.example.org/back", "public", false],
  ["https://example.org/back#x", "public", false],
  ["https://a:b@example.org/back", "public", false],
  ["javascript:alert(1)", "public", false],
  ["data:text/html,x", "public", false],
  ["/back", "public", false],
])("whether %s is an address to come back to (%s): %s", (address, kind, isOne) => {
  const input = { name: "x", kind, redirectAddresses: [address], signOutAddresses: [], scopes: [] };
  expect(Object.keys(findClientErrors(input))).toEqual(isOne ? [] : ["redirects"]);
});
