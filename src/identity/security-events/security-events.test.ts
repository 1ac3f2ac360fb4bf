import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  authenticatorCode,
  testPassword as password,
  setUpAuthenticator,
  usingAliceAndAdmin,
} from "../../../test/identity-test-data.ts";
import { readOutbox, SignInJourney } from "../../../test/sign-in-journey.ts";

const server = usingAliceAndAdmin();
let aliceId: string;
let adminId: string;

beforeAll(async () => {
  aliceId = (await server.identity.accounts.get("alice")).id;
  adminId = (await server.identity.accounts.get("admin")).id;
});
beforeEach(() => {
  server.securityEvents.length = 0;
});

const named = (name: string) => server.securityEvents.filter(({ security_event }) => security_event === name);

describe("the log of security events", () => {
  it("records a sign-in with account, address and request, and no other personal data", async () => {
    await new SignInJourney(server.publicUrl).signIn("alice", password);
    expect(named("sign-in.done")).toEqual([
      {
        security_event: "sign-in.done",
        account_id: aliceId,
        factor: "pwd",
        address: expect.stringMatching(/^(::1|127\.0\.0\.1)$/),
        request_id: expect.stringMatching(/^req-/),
      },
    ]);
  });

  it("records wrong passwords, also for unknown names, and limits", async () => {
    const journey = new SignInJourney(server.publicUrl);
    const flow = await journey.start();
    await journey.submitSignIn(flow, "nobody@example.org", "a secret of somebody");
    for (let attempt = 0; attempt < 11; attempt++) await journey.submitSignIn(flow, "alice", "a secret of alice");
    expect(named("sign-in.refused").map(({ account_id }) => account_id)).toEqual([null, ...Array(10).fill(aliceId)]);
    expect(named("limit.reached")).toMatchObject([{ limit: "sign-in" }]);
    const log = JSON.stringify(server.securityEvents);
    for (const word of ["alice", "nobody", "example.org", "secret of"]) expect(log).not.toContain(word);
  });

  it("records forbidden pages", async () => {
    const journey = new SignInJourney(server.publicUrl);
    await journey.signIn("alice", password);
    expect((await journey.browser.open(`${server.publicUrl}/account/people`)).status).toBe(403);
    expect(named("access.refused")).toMatchObject([{ account_id: aliceId }]);
  });

  it("records wrong factors, changed factors, and who changed whose rights", async () => {
    const journey = new SignInJourney(server.publicUrl);
    const { secret } = await setUpAuthenticator(server, journey, "admin");
    const other = new SignInJourney(server.publicUrl);
    const factor = await other.submitSignIn(await other.start(), "admin", password);
    await other.browser.submit(factor, "/factor", { code: "000000" });
    await other.browser.submit(factor, "/factor", { code: authenticatorCode(server, secret) }, other.isCallback);
    const person = await other.browser.open(`${server.publicUrl}/account/people/alice`);
    await other.browser.submit(person, "/groups", { "group-feature_testers": "yes" });
    expect(named("factor.added")).toMatchObject([{ account_id: adminId, factor: "software_token" }]);
    expect(named("factor.wrong")).toMatchObject([{ account_id: adminId, factor: "software_token" }]);
    expect(named("rights.changed")).toMatchObject([{ account_id: aliceId, actor_id: adminId }]);
  });
});

describe("the owner of an account", () => {
  const subjects = async (username: string) =>
    (await readOutbox(server.outbox, `${username}@example.org`)).map(({ subject }) => subject);

  async function make(username: string) {
    await server.identity.accounts.create({ username, email: `${username}@example.org`, password });
    return new SignInJourney(server.publicUrl);
  }

  it("is emailed about sign-ins on new devices, except the first", async () => {
    const journey = await make("dora");
    await journey.signIn("dora", password);
    await journey.browser
      .open(`${server.publicUrl}/logout?client_id=cairn-web`)
      .then((page) => journey.browser.submit(page, "/logout", {}));
    await journey.signIn("dora", password);
    expect(await subjects("dora")).toEqual([]);
    await new SignInJourney(server.publicUrl).signIn("dora", password);
    await expect.poll(() => subjects("dora")).toEqual(["A new device signed in to your Cairn account"]);
    const [mail] = await readOutbox(server.outbox, "dora@example.org");
    expect(mail?.text).toContain("If this wasn't you");
    expect(mail?.text).toContain(`${server.publicUrl}/account`);
  });

  it("is emailed about changes of password and second factors", async () => {
    const journey = await make("erin");
    await setUpAuthenticator(server, journey, "erin");
    const account = await journey.browser.open(`${server.publicUrl}/account`);
    await journey.browser.submit(account, "/recovery-codes", { current_password: password });
    await journey.browser.submit(account, "/factors/remove", { kind: "software_token", current_password: password });
    const page = await journey.browser.open(`${server.publicUrl}/account/password`);
    await journey.browser.submit(page, "/password", { current_password: password, password: "a whole new one" });
    await expect
      .poll(() => subjects("erin"))
      .toEqual([
        "A second step was added to your Cairn account",
        "Your Cairn account has new recovery codes",
        "A second step was removed from your Cairn account",
        "The password of your Cairn account was changed",
      ]);
  });
});
