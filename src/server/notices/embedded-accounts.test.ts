import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { questPayload, uploadForm } from "../../../test/factories.ts";
import { testPassword as password } from "../../../test/identity-test-data.ts";
import { makePhoto } from "../../../test/make-photo.ts";
import { readOutbox, SignInJourney } from "../../../test/sign-in-journey.ts";
import { startWholeServer, type WholeServer } from "../../../test/whole-server.ts";
import { eraserOf } from "../processes/identity-provider.ts";
import { findLanguageOfAddress } from "./mail-address.ts";

let server: WholeServer;
let adminToken: string;
let organizationId: number;
let questId: number;

beforeAll(async () => {
  server = await startWholeServer();
  adminToken = await signIn("boss", ["admins"]);
  ({ id: organizationId } = await server.database.db
    .insertInto("organizations")
    .values({ organization_name: "Forest Ecology", organization_email: "ecology@example.org" })
    .returning("id")
    .executeTakeFirstOrThrow());
  questId = (await server.call("POST", "/quests", { token: adminToken, json: questPayload(organizationId) })).body.id;
});
afterAll(() => server.close());

async function signIn(username: string, groups: string[] = []): Promise<string> {
  const email = `${username}@example.org`;
  await server.identity.accounts.create({ username, email, password, groups, emailVerified: true });
  return (await new SignInJourney(server.publicUrl).signIn(username, password)).access_token;
}

async function decideOnOneOf(username: string, token: string, comment: string): Promise<void> {
  const path = `/adventurers/${username}/quests/${questId}`;
  await server.call("POST", `${path}/sign-up`, { token });
  const form = uploadForm(await makePhoto({ uniqueSeed: comment }));
  const { id } = (await server.call("POST", `${path}/data/uploads`, { token, form })).body;
  const json = { decision: "change_requested", comment };
  expect((await server.call("PUT", `/quest_data/${id}/review`, { token: adminToken, json })).status).toBe(200);
}

const digestJobs = async () =>
  (await server.database.pool.query("SELECT payload FROM jobs WHERE kind = 'send-digest'")).rows;

/** Moves all events two hours into the past, and sends all emails. */
async function letTimePass(): Promise<void> {
  const earlier = "- interval '2 hours'";
  for (const change of [
    `reviews SET reviewed_at = reviewed_at ${earlier}`,
    `organization_requests SET requested_at = requested_at ${earlier}`,
    `adventurers SET digest_told_until = digest_told_until ${earlier}, digest_sent_at = digest_sent_at ${earlier}`,
    `jobs SET run_at = run_at ${earlier} WHERE kind = 'send-digest'`,
  ])
    await server.database.pool.query(`UPDATE ${change}`);
  await vi.waitFor(async () => expect(await digestJobs()).toEqual([]), { timeout: 15_000, interval: 100 });
}

it("the embedded provider is asked for the address when an email is sent", async () => {
  const token = await signIn("uma");
  const settings = async () => (await server.call("GET", "/adventurers/uma/mail", { token })).body;
  const setEmail = (change: string) =>
    server.database.pool.query(`UPDATE identity.accounts SET ${change} WHERE username = 'uma'`);
  await decideOnOneOf("uma", token, "Closer, please.");
  await setEmail("email = 'new@example.org'");
  expect(await settings()).toEqual({ digest: true, address: "new@example.org", failed_at: null });
  await letTimePass();
  expect(await readOutbox(server.outbox, "uma@example.org")).toEqual([]);
  expect(await readOutbox(server.outbox, "new@example.org")).toMatchObject([
    {
      subject: "Cairn: please change one of your data points",
      text: expect.stringContaining("  > Closer, please.\n"),
      headers: {
        "List-Unsubscribe": expect.stringMatching(/^<http:.*\/api\/mail\/digest\/.*\/off>$/),
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      },
    },
  ]);
  await setEmail("email_verified = false");
  expect((await settings()).address).toBeNull();
  await decideOnOneOf("uma", token, "Once more.");
  await letTimePass();
  expect(await readOutbox(server.outbox, "new@example.org")).toHaveLength(1);
});

it("[CALL-70] the embedded provider writes in the language that the volunteer chose", async () => {
  const token = await signIn("lena");
  expect((await server.call("PUT", "/adventurers/lena/language", { token, json: { language: "de" } })).status).toBe(
    200,
  );
  await new SignInJourney(server.publicUrl).signIn("lena", password);
  const subject = "Neues Gerät an deinem Cairn-Konto angemeldet";
  await expect.poll(() => readOutbox(server.outbox, "lena@example.org")).toMatchObject([{ subject }]);
});

it("the embedded provider is asked for the address when an invitation is accepted", async () => {
  const token = await signIn("ivy");
  const setEmail = (change: string) =>
    server.database.pool.query(`UPDATE identity.accounts SET ${change} WHERE username = 'ivy'`);
  const json = { role: "viewer", email: "ivy.new@example.org" };
  const { body } = await server.call("POST", `/organizations/${organizationId}/invitations`, {
    token: adminToken,
    json,
  });
  const accept = () => server.call("POST", `/invitations/${body.address.split("/").at(-1)}/accept`, { token });
  expect((await accept()).body.code).toBe("invitation_other_address");
  await setEmail("email = 'ivy.new@example.org', email_verified = false");
  expect((await accept()).body.code).toBe("invitation_other_address");
  await setEmail("email_verified = true");
  expect((await accept()).body).toMatchObject({ organization_id: organizationId, role: "viewer" });
});

it("[CALL-36] an invitation finds the language of the account that has confirmed its address", async () => {
  const token = await signIn("hugo");
  await server.call("PUT", "/adventurers/hugo/language", { token, json: { language: "de" } });
  const { database, services } = server;
  const find = (address: string) => findLanguageOfAddress(database.db, address, services.findMailOwner);
  expect([await find("Hugo@example.org"), await find("nobody@example.org")]).toEqual(["de", null]);
  await database.pool.query("UPDATE identity.accounts SET email_verified = false WHERE username = 'hugo'");
  expect(await find("hugo@example.org")).toBeNull();
});

it("erased people get no email, and their address isn't kept", async () => {
  const token = await signIn("vera");
  await decideOnOneOf("vera", token, "Closer, please.");
  const [{ payload }] = await digestJobs();
  await server.database.pool.query(
    "UPDATE adventurers SET mail_address = 'v@example.org', mail_failed_address = 'v@example.org', mail_failed_at = now() WHERE id = 'vera'",
  );
  const mine = () =>
    server.database.db.selectFrom("adventurers").selectAll().where("digest_key", "=", before.digest_key).execute();
  const before = await server.database.db
    .selectFrom("adventurers")
    .selectAll()
    .where("id", "=", "vera")
    .executeTakeFirstOrThrow();
  await eraserOf(server.services)({ accountId: payload.subject, deletesUnaccepted: false });
  expect(await mine()).toEqual([]);
  expect(await digestJobs()).toEqual([]);
  const [former] = (await server.database.pool.query("SELECT * FROM adventurers WHERE erased_at IS NOT NULL")).rows;
  expect(former).toMatchObject({
    mail_address: null,
    mail_failed_address: null,
    mail_failed_at: null,
    digest_wanted: false,
  });
});

it("[CALL-30] administrators are told of requests for organizations, as long as they are administrators", async () => {
  const lea = await signIn("lea");
  const deputy = await signIn("deputy", ["admins"]);
  await server.call("GET", "/adventurers/deputy", { token: deputy });
  await letTimePass();
  const before = (await readOutbox(server.outbox, "boss@example.org")).length;
  const request = async (organization_name: string) => {
    const json = { organization_name, organization_email: "lichen@example.org", reason: "Lichens." };
    expect((await server.call("POST", "/organization-requests", { token: lea, json })).status).toBe(201);
  };
  const told = (username: string) => readOutbox(server.outbox, `${username}@example.org`);
  await request("Lichen League");
  await request("Lichen Lounge");
  await server.database.pool.query(`
    DELETE FROM identity.account_groups USING identity.accounts a WHERE account_id = a.id AND a.username = 'deputy'`);
  await letTimePass();
  const mails = (await told("boss")).slice(before);
  expect(mails).toMatchObject([{ subject: "Cairn: 2 updates for you" }]);
  expect(mails[0]?.text).toContain("2 requests for organizations are waiting for an administrator.");
  expect(mails[0]?.text).toContain("/admin_dashboard/settings\n");
  expect(mails[0]?.text).not.toMatch(/Lichen|\blea\b/);
  expect([await told("deputy"), await told("lea")]).toEqual([[], []]);
});
