import { rename, rm, writeFile } from "node:fs/promises";
import { decodeJwt } from "jose";
import { describe, expect, it } from "vitest";
import { HttpBrowser } from "../../../test/http-browser.ts";
import { testPassword as password, usingAliceAndAdmin, whileAuditFails } from "../../../test/identity-test-data.ts";
import { readNewestCode, readOutbox, SignInJourney, type Tokens } from "../../../test/sign-in-journey.ts";

const server = usingAliceAndAdmin();
let journey: SignInJourney;

const newJourney = () => {
  journey = new SignInJourney(server.publicUrl);
  return journey;
};

describe("sign-up", () => {
  it("[IDENT-06] creates the account once the emailed code is entered, and signs in", async () => {
    const flow = await newJourney().start({ screen_hint: "signup" });
    expect(flow.page.url).toMatch(/\/sign-up$/);
    const input = { username: "Carol.1", email: "Carol@Example.org", password };
    const confirm = await journey.browser.submit(flow.page, "/sign-up", input);
    expect(confirm.text).toContain("carol@example.org");
    expect(await server.identity.accounts.find("carol.1")).toBeUndefined();
    const empty = await journey.browser.submit(confirm, "/confirm", { code: "" });
    expect(empty.text).toContain("Confirmation code cannot be empty");
    const mailed = await readNewestCode(server.outbox, "carol@example.org");
    // A keyboard for Japanese types digits as wide as its letters.
    const code = mailed.replace(/\d/g, (digit) => "０１２３４５６７８９".charAt(Number(digit)));
    const callback = await journey.browser.submit(confirm, "/confirm", { code }, journey.isCallback);
    const tokens = (await (await journey.exchange(callback, flow.verifier)).json()) as Tokens;
    expect(decodeJwt(tokens.access_token)).toMatchObject({ username: "carol.1", "cognito:groups": [] });
    expect(await server.identity.accounts.find("carol.1")).toMatchObject({ emailVerified: true, groups: [] });
  });

  it("limits emails to a mailbox, also when signing in before confirming", async () => {
    const email = "flooded@example.org";
    const flow = await newJourney().start({ screen_hint: "signup" });
    await journey.browser.submit(flow.page, "/sign-up", { username: "flooder", email, password });
    for (let signIns = 0; signIns < 12; signIns++) {
      // Codes can only be resent a few times; deleting them resets that.
      await server.pool.query("DELETE FROM identity.codes");
      const again = await newJourney().start();
      expect((await journey.submitSignIn(again, "flooder", password)).url).toMatch(/\/confirm$/);
    }
    expect(await readOutbox(server.outbox, email)).toHaveLength(8);
  });

  it("ignores groups in the form", async () => {
    const flow = await newJourney().start({ screen_hint: "signup" });
    const input = {
      username: "mallory",
      email: "mallory@example.org",
      password,
      groups: "admins",
      "cognito:groups": "admins",
    };
    const confirm = await journey.browser.submit(flow.page, "/sign-up", input);
    const code = await readNewestCode(server.outbox, "mallory@example.org");
    await journey.browser.submit(confirm, "/confirm", { code, groups: "admins" }, journey.isCallback);
    expect((await server.identity.accounts.find("mallory"))?.groups).toEqual([]);
  });

  it("limits guesses of a code, and new codes", async () => {
    const flow = await newJourney().start({ screen_hint: "signup" });
    const input = { username: "guessed", email: "guessed@example.org", password };
    const confirm = await journey.browser.submit(flow.page, "/sign-up", input);
    const code = await readNewestCode(server.outbox, "guessed@example.org");
    const wrong = code === "000000" ? "000001" : "000000";
    for (let attempt = 0; attempt < 5; attempt++) await journey.browser.submit(confirm, "/confirm", { code: wrong });
    const late = await journey.browser.submit(confirm, "/confirm", { code });
    expect(late.text).toContain("This code no longer works");
    expect((await journey.browser.submit(confirm, "/resend", {})).status).toBe(429);
    server.advanceMs(30_000);
    expect((await journey.browser.submit(confirm, "/resend", {})).text).toContain("A new code is on its way.");
    const callback = await journey.browser.submit(
      confirm,
      "/confirm",
      { code: await readNewestCode(server.outbox, "guessed@example.org") },
      journey.isCallback,
    );
    expect(journey.isCallback(callback.url)).toBe(true);
  });

  it("[ERR-05] reports a failed email, and can be repeated", async () => {
    const flow = await newJourney().start({ screen_hint: "signup" });
    const input = { username: "unlucky", email: "unlucky@example.org", password };
    await rename(server.outbox, `${server.outbox}-away`);
    await writeFile(server.outbox, "no folder");
    const failed = await journey.browser.submit(flow.page, "/sign-up", input);
    await rm(server.outbox);
    await rename(`${server.outbox}-away`, server.outbox);
    expect(failed.status).toBe(503);
    expect(failed.text).toContain("Error creating account");
    expect(server.failures.splice(0)).toHaveLength(1);
    const again = await journey.browser.submit(failed, "/sign-up", input);
    expect(again.text).toContain("unlucky@example.org");
    await readNewestCode(server.outbox, "unlucky@example.org");
  });

  it("doesn't count form errors as attempts", async () => {
    const flow = await newJourney().start({ screen_hint: "signup" });
    const empty = { username: "", email: "", password: "" };
    for (let attempt = 0; attempt < 10; attempt++) {
      expect((await journey.browser.submit(flow.page, "/sign-up", empty)).status).toBe(422);
    }
    const { rows } = await server.pool.query(
      "SELECT key FROM identity.attempts WHERE key LIKE 'sign-up:%' OR key LIKE 'mail:%'",
    );
    expect(rows).toEqual([]);
  });

  it("lets a code expire", async () => {
    const flow = await newJourney().start({ screen_hint: "signup" });
    const input = { username: "slow", email: "slow@example.org", password };
    const confirm = await journey.browser.submit(flow.page, "/sign-up", input);
    const code = await readNewestCode(server.outbox, "slow@example.org");
    server.advanceMs(15 * 60_000 + 1);
    expect((await journey.browser.submit(confirm, "/confirm", { code })).text).toContain("This code no longer works");
  });

  it("doesn't reveal that an email has an account; its owner gets an email", async () => {
    const flow = await newJourney().start({ screen_hint: "signup" });
    const input = { username: "alice2", email: "alice@example.org", password };
    const page = await journey.browser.submit(flow.page, "/sign-up", input);
    expect(page.text).toContain("We sent a six-digit code to alice@example.org");
    expect((await readOutbox(server.outbox, "alice@example.org")).at(-1)?.subject).toBe(
      "You already have a Cairn account",
    );
  });

  it("reports invalid names and passwords next to their fields", async () => {
    const flow = await newJourney().start({ screen_hint: "signup" });
    const input = { username: "no spaces", email: "nowhere", password: "short" };
    const page = await journey.browser.submit(flow.page, "/sign-up", input);
    expect(page.status).toBe(422);
    expect(page.text).toContain("Use 3 to 40 letters");
    expect(page.text).toContain("Enter an email address");
    expect(page.text).toContain("Use at least 12 characters");
    const taken = await journey.browser.submit(page, "/sign-up", {
      username: "ALICE",
      email: "a@example.org",
      password,
    });
    expect(taken.text).toContain("This username is taken");
  });

  it("keeps a valid password over other errors, for this flow, and never shows it", async () => {
    const flow = await newJourney().start({ screen_hint: "signup" });
    const input = { username: "no spaces", email: "kept@example.org", password: "fern-and-granite-7" };
    const page = await journey.browser.submit(flow.page, "/sign-up", input);
    expect(page.text).toContain("Use 3 to 40 letters");
    expect(page.text).toContain("Password already entered");
    expect(page.markup).not.toContain(input.password);
    const { rows } = await server.pool.query("SELECT data::text FROM identity.flow_steps WHERE kind = 'kept-password'");
    for (const { data } of rows) expect(data).toContain('{"hash": "$argon2id$');
    const taken = await journey.browser.submit(page, "/sign-up", { ...input, username: "alice", password: "" });
    expect(taken.text).toContain("This username is taken");
    expect(taken.text).toContain("Password already entered");
    const confirm = await journey.browser.submit(taken, "/sign-up", { ...input, username: "kept", password: "" });
    // Another address: the previous page still has the password.
    const other = await journey.browser.open(confirm.url.replace("/confirm", "/sign-up"));
    expect(other.text).toContain("Password already entered");
    const changed = { username: "kept", email: "kept-2@example.org", password: "" };
    const again = await journey.browser.submit(other, "/sign-up", changed);
    const code = await readNewestCode(server.outbox, "kept-2@example.org");
    await journey.browser.submit(again, "/confirm", { code }, journey.isCallback);
    expect((await newJourney().signIn("kept", input.password)).access_token).toBeTruthy();
  });

  it("doesn't keep invalid passwords, other flows' passwords, or one equal to a later name", async () => {
    const flow = await newJourney().start({ screen_hint: "signup" });
    const input = { username: "no spaces", email: "kept-3@example.org", password: "some.long.name-77" };
    const kept = await journey.browser.submit(flow.page, "/sign-up", input);
    const same = { ...input, username: input.password, password: "" };
    const refused = await journey.browser.submit(kept, "/sign-up", same);
    expect(refused.text).toContain("The password must differ from the username and the email");
    expect(refused.text).not.toContain("Password already entered");
    const short = await journey.browser.submit(kept, "/sign-up", { ...input, password: "short" });
    expect(short.text).not.toContain("Password already entered");

    const other = await newJourney().start({ screen_hint: "signup" });
    const fields = { username: "kept-4", email: "kept-4@example.org", password: "", keep_password: "yes" };
    expect((await journey.browser.submit(other.page, "/sign-up", fields)).text).toContain("Password cannot be empty");
  });

  it("is confirmed by a click after opening the emailed link, in any browser", async () => {
    const flow = await newJourney().start({ screen_hint: "signup" });
    const input = { username: "linked", email: "linked@example.org", password };
    const waiting = await journey.browser.submit(flow.page, "/sign-up", input);
    const link = /http\S+confirm-link\S+/.exec(
      (await readOutbox(server.outbox, "linked@example.org")).at(-1)?.text ?? "",
    );
    const elsewhere = new HttpBrowser();
    const linkPage = await elsewhere.open(link?.[0] ?? "");
    expect(await server.identity.accounts.find("linked")).toBeUndefined();
    expect((await elsewhere.submit(linkPage, "/confirm-link", {})).text).toContain("Your email is confirmed, linked.");
    const callback = await journey.browser.open(waiting.url, {}, journey.isCallback);
    expect((await journey.exchange(callback, flow.verifier)).status).toBe(200);
    expect((await elsewhere.submit(linkPage, "/confirm-link", {})).status).toBe(400);
  });

  it("continues with the code after a sign-in before confirming", async () => {
    const flow = await newJourney().start({ screen_hint: "signup" });
    await journey.browser.submit(flow.page, "/sign-up", { username: "later", email: "later@example.org", password });
    server.advanceMs(60_000);
    const again = await newJourney().start();
    expect((await journey.submitSignIn(again, "later", "wrong password")).status).toBe(401);
    const confirm = await journey.submitSignIn(again, "later", password);
    expect(confirm.url).toMatch(/\/confirm$/);
    const code = await readNewestCode(server.outbox, "later@example.org");
    const callback = await journey.browser.submit(confirm, "/confirm", { code }, journey.isCallback);
    expect((await journey.exchange(callback, again.verifier)).status).toBe(200);
  });

  it("keeps the code valid if creating the account fails", async () => {
    const flow = await newJourney().start({ screen_hint: "signup" });
    const input = { username: "half-way", email: "half-way@example.org", password };
    const confirm = await journey.browser.submit(flow.page, "/sign-up", input);
    const code = await readNewestCode(server.outbox, "half-way@example.org");
    await whileAuditFails(server, async () => {
      expect((await journey.browser.submit(confirm, "/confirm", { code })).status).toBe(500);
    });
    expect(server.failures.splice(0)).toHaveLength(1);
    expect(await server.identity.accounts.find("half-way")).toBeUndefined();
    const callback = await journey.browser.submit(confirm, "/confirm", { code }, journey.isCallback);
    expect((await journey.exchange(callback, flow.verifier)).status).toBe(200);
  });
});
