import { describe, expect, it } from "vitest";
import type { HttpPage } from "../../../test/http-browser.ts";
import {
  authenticatorCode,
  testPassword as password,
  usingAliceAndAdmin,
  whileLocked,
} from "../../../test/identity-test-data.ts";
import { SignInJourney } from "../../../test/sign-in-journey.ts";

const server = usingAliceAndAdmin({ policy: { requireSecondFactor: "admins" } });

const secretOf = (page: HttpPage) => /<code>([A-Z2-7 ]+)<\/code>/.exec(page.markup)?.[1]?.replaceAll(" ", "") ?? "";

describe("a second factor required for administrators", () => {
  it("is set up at sign-in, before there is a session", async () => {
    const journey = new SignInJourney(server.publicUrl);
    const flow = await journey.start();
    const page = await journey.submitSignIn(flow, "admin", password);
    expect(page.url).toMatch(/\/set-up-factor$/);
    expect(page.text).toContain("Your account needs a second step at sign-in.");

    expect((await new SignInJourney(server.publicUrl, journey.browser).start()).page.text).toContain("Sign in");
    const skipped = await journey.browser.open(page.url.replace("/set-up-factor", "/codes-kept"), { method: "POST" });
    expect(skipped.url).toMatch(/\/set-up-factor$/);
    const secret = secretOf(skipped);
    const wrong = await journey.browser.submit(skipped, "/set-up-factor", { code: "000000" });
    expect(wrong.status).toBe(422);
    expect(secretOf(wrong)).toBe(secret);

    const codes = await journey.browser.submit(wrong, "/set-up-factor", { code: authenticatorCode(server, secret) });
    expect(codes.markup.match(/<code>\w{5}-\w{5}<\/code>/g)).toHaveLength(10);
    const callback = await journey.browser.submit(codes, "/codes-kept", {}, journey.isCallback);
    const tokens = await journey.exchange(callback, flow.verifier);
    expect(tokens.status).toBe(200);

    const account = await journey.browser.open(`${server.publicUrl}/account`);
    const kind = { kind: "software_token", current_password: password };
    const kept = await journey.browser.submit(account, "/factors/remove", kind);
    expect(kept.text).toContain("Your account needs a second step. Set up another one first.");
    // Nor are two removed at once.
    const { id } = await server.identity.accounts.get("admin");
    await server.pool.query(
      `INSERT INTO identity.second_factors (account_id, kind, secret, confirmed_at, created_at)
       VALUES ($1, 'text_message', '+12025550181', now(), now())`,
      [id],
    );
    const lock = "LOCK TABLE identity.second_factors IN SHARE MODE";
    await whileLocked(server, { lock, waiting: 2 }, () =>
      Promise.all(
        ["software_token", "text_message"].map((each) =>
          journey.browser.submit(kept, "/factors/remove", { kind: each, current_password: password }),
        ),
      ),
    );
    expect(await server.identity.describeAccount(id)).toMatchObject({ second_factors: [expect.anything()] });
  });

  it("isn't required of others until they become administrators, which ends their sessions", async () => {
    const journey = new SignInJourney(server.publicUrl);
    const tokens = await journey.signIn("alice", password);
    await server.identity.accounts.setGroups("alice", ["admins"]);
    expect((await journey.refresh(tokens.refresh_token)).status).toBe(400);
    const account = await journey.browser.open(`${server.publicUrl}/account`);
    expect(account.text).toContain("Sign in");
    const page = await journey.browser.submit(account, "/sign-in", { username: "alice", password });
    expect(page.url).toMatch(/\/set-up-factor$/);
  });
});
