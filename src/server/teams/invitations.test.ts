import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { startTestApi, type TestApi } from "../../../test/api.ts";
import { makeMember, makeOrganization } from "../../../test/factories.ts";
import { openInvitationsMax } from "../../contract/desk-limits.ts";
import type { InvitationMail } from "../../contract/teams.ts";
import { AddressRefusedError, type Mail } from "../notices/mailer.ts";
import { sweepInvitations } from "./invitation-queries.ts";

let api: TestApi;
let mails: Mail[];
let ferns: number;
let counted = 0;

beforeAll(async () => {
  // External accounts: their tokens have the verified address.
  api = await startTestApi(
    { SMTP_URL: "smtp://127.0.0.1:9", PUBLIC_URL: "https://cairn.example.org", JOB_POLL_SECONDS: "1" },
    { isEmbedded: false },
  );
  api.services.mailer.send = async (mail) => {
    if (mail.to.startsWith("gone")) throw new AddressRefusedError("the mail server responded 550 5.1.1");
    mails.push(mail);
  };
});
afterAll(() => api.close());

beforeEach(async () => {
  counted += 1;
  mails = [];
  ferns = await makeOrganization(api, `Institute of Ferns ${counted}`);
  await makeMember(api, ferns, "olga", "owner");
});

async function invite(json: object, as = "olga"): Promise<{ id: number; address: string; mail: InvitationMail }> {
  const { status, body } = await api.call("POST", `/organizations/${ferns}/invitations`, { as, json });
  expect(status).toBe(201);
  return body;
}
const waitFor = <Result>(check: () => Result) => vi.waitFor(check, { timeout: 15_000, interval: 50 });
const tokenOf = (address: string) =>
  /^https:\/\/cairn\.example\.org\/invitations\/([\w-]{43})$/.exec(address)?.[1] ?? "";
const look = (address: string) => api.call("GET", `/invitations/${tokenOf(address)}`);
const accept = (address: string, as: string) => api.call("POST", `/invitations/${tokenOf(address)}/accept`, { as });
async function acceptWithEmail(address: string, username: string, email?: string, emailVerified = true) {
  const token = await api.mintToken({ username, ...(email && { email, emailVerified }) });
  return api.call("POST", `/invitations/${tokenOf(address)}/accept`, { token });
}
const revoke = (id: number, as = "olga") => api.call("DELETE", `/organizations/${ferns}/invitations/${id}`, { as });
const open = async () => (await api.call("GET", `/organizations/${ferns}/invitations`, { as: "olga" })).body;
const roleOf = async (username: string) =>
  (await api.call("GET", `/organizations/${ferns}/members`, { as: "admin" })).body.find(
    (member: { username: string }) => member.username === username,
  )?.role;
const logged = async () =>
  (await api.call("GET", `/organizations/${ferns}/log`, { as: "admin" })).body.map(
    ({ actor, action, person, role }: Record<string, string>) => [actor, action, person, role],
  );
const expire = (id: number) =>
  api.database.pool.query("UPDATE organization_invitations SET expires_at = now() WHERE id = $1", [id]);

describe("an invitation by link", () => {
  it("[CALL-36] gives its role to the first who accepts, once, and is logged", async () => {
    const { address, mail, id } = await invite({ role: "reviewer" });
    expect(mail).toBe("none");
    expect((await look(address)).body).toEqual({
      state: "open",
      organization_name: `Institute of Ferns ${counted}`,
      role: "reviewer",
      anyone: true,
      invited_by: "olga",
      expires_at: expect.any(String),
    });
    const team = { organization_id: ferns, organization_name: `Institute of Ferns ${counted}`, role: "reviewer" };
    const first = await accept(address, "nova");
    expect([first.status, first.body]).toEqual([200, team]);
    // An answer that was lost can be asked for again.
    expect((await accept(address, "nova")).body).toEqual(team);
    const second = await accept(address, "bob");
    expect([second.status, second.body.code]).toEqual([410, "invitation_used"]);
    expect((await look(address)).body).toMatchObject({ state: "used", invited_by: null });
    expect(await roleOf("nova")).toBe("reviewer");
    expect((await revoke(id)).body.code).toBe("invitation_used");
    expect((await logged()).slice(0, 2)).toEqual([
      ["nova", "invitation_accepted", "nova", "reviewer"],
      ["olga", "invited", null, "reviewer"],
    ]);
    await api.call("DELETE", `/organizations/${ferns}/members/nova`, { as: "olga" });
    expect((await accept(address, "nova")).body.code).toBe("invitation_used");
  });

  it("[CALL-36] is won by one of many who accept at once", async () => {
    const { address } = await invite({ role: "coordinator" });
    const people = Array.from({ length: 8 }, (_, index) => `racer-${counted}-${index}`);
    for (const each of people) await api.call("GET", "/account/teams", { as: each });
    const answers = await Promise.all(people.map((each) => accept(address, each)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(410)]);
    const { body } = await api.call("GET", `/organizations/${ferns}/members`, { as: "admin" });
    expect(body).toHaveLength(2);
  });

  it("never lowers a role", async () => {
    const { address } = await invite({ role: "viewer" });
    expect((await accept(address, "olga")).body.role).toBe("owner");
    expect(await roleOf("olga")).toBe("owner");
    await makeMember(api, ferns, "vera", "viewer");
    expect((await accept((await invite({ role: "coordinator" })).address, "vera")).body.role).toBe("coordinator");
    expect(await roleOf("vera")).toBe("coordinator");
  });

  it("[CALL-36] can be revoked, and ends after seven days", async () => {
    const [kept, old] = [await invite({ role: "viewer" }), await invite({ role: "owner", email: "o@example.org" })];
    expect(Date.parse((await look(kept.address)).body.expires_at) - Date.now()).toBeGreaterThan(6.9 * 24 * 3_600_000);
    const list = await open();
    expect(list.map(({ id }: { id: number }) => id)).toEqual([old.id, kept.id]);
    expect(list[0]).toMatchObject({ email: "o@example.org", anyone: false, role: "owner", invited_by: "olga" });
    expect(JSON.stringify(list)).not.toContain(tokenOf(old.address));
    expect((await revoke(kept.id)).status).toBe(204);
    expect((await revoke(kept.id)).status).toBe(204);
    await expire(old.id);
    expect((await accept(kept.address, "bob")).body.code).toBe("invitation_revoked");
    expect((await accept(old.address, "bob")).body.code).toBe("invitation_expired");
    expect([(await look(kept.address)).body.state, (await look(old.address)).body.state]).toEqual([
      "revoked",
      "expired",
    ]);
    expect(await open()).toEqual([]);
    expect((await logged()).filter(([, action]: string[]) => action === "invitation_revoked")).toHaveLength(1);
  });

  it("shows the organization's new name", async () => {
    const { address } = await invite({ role: "viewer" });
    const json = { organization_name: `Institute of Mosses ${counted}`, organization_email: "m@example.org" };
    expect((await api.call("PUT", `/organizations/${ferns}`, { as: "olga", json })).status).toBe(200);
    expect((await look(address)).body.organization_name).toBe(json.organization_name);
    expect((await accept(address, "bob")).body.organization_name).toBe(json.organization_name);
  });

  it("is unknown if a character is missing or wrong, and only an owner's to make, see or revoke", async () => {
    const { id, address } = await invite({ role: "viewer" });
    for (const token of [tokenOf(address).slice(1), "x".repeat(43), "x".repeat(300), "%00"]) {
      const { status, body } = await api.call("GET", `/invitations/${token}`);
      expect([status, /not_found$/.test(body.code)]).toEqual([404, true]);
      expect((await api.call("POST", `/invitations/${token}/accept`, { as: "bob" })).status).toBe(404);
    }
    await makeMember(api, ferns, "cora", "coordinator");
    const moss = await makeOrganization(api, `Institute of Moss ${counted}`);
    await makeMember(api, moss, "mona", "owner");
    for (const as of ["cora", "mona"]) {
      expect((await revoke(id, as)).status).toBe(403);
      const path = `/organizations/${ferns}/invitations`;
      expect((await api.call("GET", path, { as })).status).toBe(403);
      expect((await api.call("POST", path, { as, json: { role: "owner" } })).status).toBe(403);
    }
    const elsewhere = await api.call("DELETE", `/organizations/${moss}/invitations/${id}`, { as: "mona" });
    expect([elsewhere.status, elsewhere.body.code]).toEqual([404, "invitation_not_found"]);
    expect(
      (await api.call("POST", "/organizations/2000000000/invitations", { as: "admin", json: { role: "viewer" } }))
        .status,
    ).toBe(404);
    expect((await look(address)).body.state).toBe("open");
  });

  it("is kept as a hash only", async () => {
    const { address } = await invite({ role: "viewer", email: "nova@example.org" });
    await waitFor(() => expect(mails).toHaveLength(1));
    const mailed = tokenOf(/https:\S+/.exec(mails[0]?.text ?? "")?.[0] ?? "");
    expect(mailed).not.toBe("");
    const { rows } = await api.database.pool.query(
      "SELECT to_jsonb(i) AS row FROM organization_invitations i UNION ALL SELECT to_jsonb(l) FROM organization_invitation_links l UNION ALL SELECT to_jsonb(j) FROM jobs j UNION ALL SELECT to_jsonb(o) FROM organization_log o",
    );
    for (const token of [tokenOf(address), mailed]) expect(JSON.stringify(rows)).not.toContain(token);
  });

  it("goes with the owner who made it: a former owner can't come back by a link", async () => {
    await makeMember(api, ferns, "omar", "owner");
    const kept = await invite({ role: "owner" });
    const first = await invite({ role: "owner" }, "omar");
    await api.call("PUT", `/organizations/${ferns}/members/omar`, { as: "olga", json: { role: "viewer" } });
    expect((await accept(first.address, "omar")).body.code).toBe("invitation_revoked");
    await makeMember(api, ferns, "omar", "owner");
    const second = await invite({ role: "owner" }, "omar");
    await api.call("DELETE", `/organizations/${ferns}/members/omar`, { as: "olga" });
    expect((await accept(second.address, "omar")).body.code).toBe("invitation_revoked");
    expect((await logged()).slice(0, 2).map(([, action]: string[]) => action)).toEqual([
      "member_removed",
      "invitation_revoked",
    ]);
    expect((await look(kept.address)).body.state).toBe("open");
  });

  it("is one of at most 200, and of 100 that are emailed within a day", async () => {
    await api.database.pool.query(
      `INSERT INTO organization_invitations (organization_id, role, is_bound, mail, invited_by, expires_at)
       SELECT $1, 'viewer', false, CASE WHEN n <= 100 THEN 'sent' ELSE 'none' END, 'olga', now() + interval '1 day'
       FROM generate_series(1, $2) AS n`,
      [ferns, openInvitationsMax - 1],
    );
    const again = (json: object) => api.call("POST", `/organizations/${ferns}/invitations`, { as: "olga", json });
    expect((await again({ role: "viewer", email: "nova@example.org" })).status).toBe(429);
    const both = await Promise.all([again({ role: "viewer" }), again({ role: "viewer" })]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 429]);
  });

  it("is forgotten a month after its end", async () => {
    const [{ id, address }, other] = [await invite({ role: "viewer" }), await invite({ role: "viewer" })];
    await api.database.pool.query(
      "UPDATE organization_invitations SET expires_at = now() - interval '31 days' WHERE id = $1",
      [id],
    );
    await sweepInvitations(api.database.db);
    expect((await look(address)).status).toBe(404);
    expect((await look(other.address)).status).toBe(200);
  });
});

describe("an invitation by email", () => {
  it("[CALL-36] is for the account with that address, in any case, and its email has a link that works as well", async () => {
    const { address, mail } = await invite({ role: "reviewer", email: "Nova@Example.org" });
    expect(mail).toBe("waiting");
    await waitFor(() => expect(mails).toHaveLength(1));
    await waitFor(async () => expect((await open())[0].mail).toBe("sent"));
    const [sent] = mails;
    expect(sent).toMatchObject({ to: "Nova@Example.org", subject: "Cairn: you're invited to an organization's team" });
    expect(sent?.text).toContain(`  > Institute of Ferns ${counted}`);
    const mailed = /https:\S+/.exec(sent?.text ?? "")?.[0] ?? "";
    expect(mailed).not.toBe(address);
    const n = counted;
    for (const link of [address, mailed]) {
      for (const [username, ...email] of [
        [`other-${n}`, "other@example.org"],
        [`without-${n}`],
        [`unverified-${n}`, "nova@example.org", false],
      ] as [string, string?, boolean?][]) {
        const { status, body } = await acceptWithEmail(link, username, ...email);
        expect([status, body.code], username).toEqual([409, "invitation_other_address"]);
        expect(JSON.stringify(body)).not.toMatch(/nova@/i);
      }
    }
    expect((await acceptWithEmail(mailed, "nova", "nova@example.ORG")).status).toBe(200);
    expect((await look(address)).body).toMatchObject({ state: "used", anyone: false });
    const { rows } = await api.database.pool.query(
      "SELECT email FROM organization_invitations WHERE accepted_by = 'nova'",
    );
    expect(rows.at(-1)).toEqual({ email: null });
  });

  it("can be for whoever has the link", async () => {
    const { address } = await invite({ role: "viewer", email: "list@example.org", anyone: true });
    expect((await accept(address, "bob")).status).toBe(200);
  });

  it("[CALL-36] is in the language that the account with that address chose, otherwise that of whoever invites", async () => {
    await makeMember(api, ferns, "inga", "owner");
    await api.call("PUT", "/adventurers/inga/language", { as: "inga", json: { language: "es" } });
    const token = await api.mintToken({ username: "gero", email: "Gero@example.org", emailVerified: true });
    const subjectTo = async (email: string) => {
      mails = [];
      await invite({ role: "viewer", email }, "inga");
      await waitFor(() => expect(mails).toHaveLength(1));
      return mails[0]?.subject;
    };
    const spanish = "Cairn: te invitan al equipo de una organización";
    expect(await subjectTo("nobody@example.org")).toBe(spanish);
    await api.call("GET", "/adventurers/gero/language", { token });
    expect(await subjectTo("gero@example.org")).toBe(spanish);
    await api.call("PUT", "/adventurers/gero/language", { token, json: { language: "de" } });
    expect(await subjectTo("gero@Example.org")).toBe("Cairn: Einladung in das Team einer Organisation");
  });

  it("says that the mail server rejects the address; its own link stays", async () => {
    const { address } = await invite({ role: "viewer", email: "gone@example.org", anyone: true });
    await waitFor(async () => expect((await open())[0].mail).toBe("failed"));
    expect((await accept(address, "bob")).status).toBe(200);
  });

  it("isn't sent once it is revoked", async () => {
    const { rows } = await api.database.pool.query(
      `INSERT INTO organization_invitations (organization_id, role, email, is_bound, mail, invited_by, expires_at, revoked_at)
       VALUES ($1, 'viewer', 'nova@example.org', true, 'waiting', 'olga', now() + interval '1 day', now()) RETURNING id`,
      [ferns],
    );
    await api.database.pool.query("INSERT INTO jobs (kind, payload) VALUES ('send-invitation', $1)", [
      { id: rows[0].id },
    ]);
    api.services.jobs.wake();
    const waiting = () => api.database.pool.query("SELECT 1 FROM jobs WHERE kind = 'send-invitation'");
    await waitFor(async () => expect((await waiting()).rows).toEqual([]));
    expect(mails).toEqual([]);
  });
});

it("the name of a person is kept with their invitations when they are renamed, and goes when they are erased", async () => {
  await makeMember(api, ferns, "ines", "owner");
  const used = await invite({ role: "viewer", email: "nova@example.org", anyone: true }, "ines");
  const left = await invite({ role: "viewer", email: "left@example.org" }, "ines");
  expect((await accept(used.address, "bob")).status).toBe(200);
  const renamed = await api.mintToken({ username: "ines-new", subject: "ines" });
  await api.call("GET", "/account/teams", { token: renamed });
  expect((await look(left.address)).body.invited_by).toBe("ines-new");
  const erasure = { username: "ines-new", deletes_unaccepted: false };
  const erased = await api.call("DELETE", "/adventurers/ines-new", { token: renamed, json: erasure });
  expect(erased.status).toBeLessThan(300);
  expect((await look(left.address)).body.state).toBe("revoked");
  const { rows } = await api.database.pool.query(
    "SELECT invited_by, email FROM organization_invitations WHERE id = ANY($1)",
    [[used.id, left.id]],
  );
  for (const row of rows) expect(row).toEqual({ invited_by: expect.stringMatching(/^former-/), email: null });
});
