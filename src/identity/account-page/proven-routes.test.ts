import { beforeEach, describe, expect, it } from "vitest";
import { openProven, testPassword as password, usingAliceAndAdmin } from "../../../test/identity-test-data.ts";
import { SignInJourney } from "../../../test/sign-in-journey.ts";

const server = usingAliceAndAdmin();
let journey: SignInJourney;
beforeEach(async () => {
  journey = new SignInJourney(server.publicUrl);
  await journey.signIn("admin", password);
});

const open = (path: string) => journey.browser.open(`${server.publicUrl}${path}`);
const groupsOfAlice = async () => (await server.identity.accounts.get("alice")).groups;

describe("ten minutes after a sign-in", () => {
  it("setting up a second factor needs the password", async () => {
    server.advanceMs(10 * 60_000);
    for (const path of ["/account/app", "/account/phone"]) {
      const page = await open(path);
      expect(page.status).toBe(403);
      expect(page.text).toContain("Confirm it's you");
      expect(page.markup).not.toContain("otpauth:");
    }
    const asked = await open("/account/app");
    const wrong = await journey.browser.submit(asked, "/account/confirm", { current_password: "wrong" });
    expect(wrong.text).toContain("Incorrect password");
    const page = await journey.browser.submit(wrong, "/account/confirm", { current_password: password });
    expect(page.url).toBe(`${server.publicUrl}/account/app`);
    expect(page.markup).toContain("otpauth:");
    expect((await open("/account/phone")).text).toContain("Phone number");
  });

  it("a page left open can't set up an authenticator", async () => {
    const page = await openProven(journey, "/account/app");
    server.advanceMs(10 * 60_000);
    const asked = await journey.browser.submit(page, "/account/app", { code: "" });
    expect(asked.text).toContain("Confirm it's you");
    expect(asked.markup).not.toContain("<code>");
  });

  it("changing others' roles needs the password and keeps the choice", async () => {
    const page = await open("/account/people/alice");
    server.advanceMs(10 * 60_000);
    const asked = await journey.browser.submit(page, "/groups", { "group-feature_testers": "yes" });
    expect(asked.text).toContain("Confirm it's you");
    expect(await groupsOfAlice()).toEqual([]);
    const wrong = await journey.browser.submit(asked, "/groups", { current_password: "wrong" });
    expect(wrong.text).toContain("Incorrect password");
    expect(await groupsOfAlice()).toEqual([]);
    const done = await journey.browser.submit(wrong, "/groups", { current_password: password });
    expect(done.text).toContain("Roles saved.");
    expect(await groupsOfAlice()).toEqual(["feature_testers"]);
  });

  it.each(["/access", "/password", "/sign-out"])("changing an account by %s needs the password", async (action) => {
    const page = await open("/account/people/alice");
    server.advanceMs(10 * 60_000);
    expect((await journey.browser.submit(page, action, {})).text).toContain("Confirm it's you");
  });

  it("the way back only leads to account pages", async () => {
    const page = await open("/account");
    const { xsrf = "" } = page.forms[0]?.hidden ?? {};
    const answer = await journey.browser.request(`${server.publicUrl}/account/confirm`, {
      method: "POST",
      headers: { "sec-fetch-site": "same-origin" },
      body: new URLSearchParams({ xsrf, current_password: password, next: "//evil.example/account" }),
    });
    expect(answer.headers.get("location")).toBe("/account");
  });
});
