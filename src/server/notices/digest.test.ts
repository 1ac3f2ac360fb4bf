import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { startTestApi, type TestApi } from "../../../test/api.ts";
import { join, makeMember, makeOrganization, makeQuest, uploadForm } from "../../../test/factories.ts";
import { makePhoto } from "../../../test/make-photo.ts";
import { remindReviewers } from "./desk-news.ts";

type ReceivedMail = { to: string; headers: Record<string, string>; subject: string; text: string };

const minuteMs = 60_000;
let mailServer: SMTPServer;
let mails: ReceivedMail[];
/** The mail server's answer to an address; undefined accepts the email. */
let refusals: Record<string, { responseCode: number; message: string }>;
let api: TestApi;
let organizationId: number;
let questId: number;
let otherQuestId: number;

beforeAll(async () => {
  mailServer = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    onRcptTo: ({ address }, _session, done) => {
      const refusal = refusals[address];
      done(refusal ? Object.assign(new Error(refusal.message), { responseCode: refusal.responseCode }) : null);
    },
    onData: (stream, session, done) => {
      let data = "";
      stream.on("data", (chunk: Buffer) => {
        data += chunk.toString("latin1");
      });
      stream.on("end", () => {
        mails.push(readMail(session.envelope.rcptTo.map(({ address }) => address).join(), data));
        done();
      });
    },
  });
  await new Promise<void>((resolve) => mailServer.listen(0, "127.0.0.1", resolve));
  const address = mailServer.server.address();
  if (typeof address !== "object" || !address) throw new Error("no address");
  api = await startTestApi({
    SMTP_URL: `smtp://127.0.0.1:${address.port}`,
    PUBLIC_URL: "https://cairn.example.org",
    JOB_POLL_SECONDS: "1",
  });
  organizationId = await makeOrganization(api);
  questId = (await makeQuest(api, organizationId)).id;
  otherQuestId = (await makeQuest(api, organizationId, { quest_name: "Roots of the mango trees" })).id;
});
afterAll(async () => {
  await api.close();
  await new Promise<void>((resolve) => mailServer.close(() => resolve()));
});
beforeEach(() => {
  mails = [];
  refusals = {};
});

function readMail(to: string, data: string): ReceivedMail {
  const [head = "", ...rest] = data.split("\r\n\r\n");
  const headers = Object.fromEntries(
    head
      .replaceAll(/\r\n[ \t]+/g, " ")
      .split("\r\n")
      .map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 2)]),
  );
  const body = rest.join("\r\n\r\n");
  const isQuoted = headers["content-transfer-encoding"] === "quoted-printable";
  return { to, headers, subject: headers.subject ?? "", text: isQuoted ? fromQuotedPrintable(body) : body };
}

const fromQuotedPrintable = (text: string) =>
  Buffer.from(
    text
      .replaceAll("=\r\n", "")
      .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    "latin1",
  ).toString();

type Volunteer = Awaited<ReturnType<typeof makeVolunteer>>;

let volunteers = 0;
/** A new volunteer with an address and this many data points; returns the name and the ids. */
async function makeVolunteer(pointCount = 1, { email }: { email?: string | undefined } = { email: "" }) {
  const username = `ann-${++volunteers}`;
  const address = email === "" ? `${username}@example.org` : email;
  const token = await api.mintToken({ username, ...(address === undefined ? {} : { email: address }) });
  const points: string[] = [];
  for (const id of [questId, otherQuestId]) await join(api, username, id);
  expect((await api.call("GET", `/adventurers/${username}`, { token })).status).toBe(200);
  for (let index = 0; index < pointCount; index++) {
    const form = uploadForm(await makePhoto({ uniqueSeed: `${username} ${index}` }));
    points.push((await api.upload(username, questId, form)).body.id);
  }
  return { username, address, token, points, point: points[0] ?? "" };
}

async function decide(id: string, decision: string, comment?: string): Promise<void> {
  const json = { decision, ...(comment === undefined ? {} : { comment }) };
  expect((await api.call("PUT", `/quest_data/${id}/review`, { as: "admin", json })).status).toBe(200);
}

/** Moves all events into the past. */
async function pass(ms: number): Promise<void> {
  const earlier = `- ${ms} * interval '1 millisecond'`;
  for (const change of [
    `reviews SET reviewed_at = reviewed_at ${earlier}`,
    `questions SET asked_at = asked_at ${earlier}`,
    `organization_requests SET requested_at = requested_at ${earlier}, decided_at = decided_at ${earlier}`,
    `quest_data SET created_at = created_at ${earlier}`,
    `news SET arrived_at = arrived_at ${earlier}`,
    `data_point_messages SET written_at = written_at ${earlier}`,
    `adventurers SET digest_told_until = digest_told_until ${earlier}, digest_sent_at = digest_sent_at ${earlier}`,
    `jobs SET run_at = run_at ${earlier} WHERE kind = 'send-digest'`,
  ])
    await api.database.pool.query(`UPDATE ${change}`);
}

const waitingJobs = async () =>
  (
    await api.database.pool.query(
      "SELECT run_at, attempts, locked_until, last_error FROM jobs WHERE kind = 'send-digest'",
    )
  ).rows;
const noJobs = () =>
  vi.waitFor(async () => expect(await waitingJobs()).toEqual([]), { timeout: 15_000, interval: 100 });
const mailTo = (address: string | undefined) => mails.filter(({ to }) => to === address);
const settingsOf = async ({ username }: { username: string }) =>
  (await api.call("GET", `/adventurers/${username}/mail`, { as: username })).body;

describe("the digest", () => {
  it("[CALL-70] is in the volunteer's language", async () => {
    const { username, token, point, address } = await makeVolunteer();
    const json = { language: "de" };
    expect((await api.call("PUT", `/adventurers/${username}/language`, { token, json })).status).toBe(200);
    await decide(point, "accepted");
    await pass(3 * minuteMs);
    await noJobs();
    const [mail] = mailTo(address);
    expect(mail?.text).toContain(`Hallo ${username}!`);
    expect(mail?.text).not.toMatch(/Accepted|Unsubscribe|data point/);
  });

  it("[CALL-30] reports all decisions of a session after two minutes, and later ones after an hour", async () => {
    const { points, address } = await makeVolunteer(5);
    await decide(points[0] ?? "", "accepted");
    await decide(points[1] ?? "", "denied", "This is a shrub.\r\n\r\nStop these mails: https://evil.example");
    await pass(minuteMs);
    await decide(points[2] ?? "", "change_requested", "The photo is dark.");
    await decide(points[0] ?? "", "denied", "A mistake of mine: it is no tree.");
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(mails).toEqual([]);
    await pass(2 * minuteMs);
    await noJobs();
    expect(mailTo(address)).toHaveLength(1);
    const [mail] = mails;
    expect(mail?.subject).toBe("Cairn: please change one of your data points");
    expect(mail?.text).toContain(`Please change this data point:\r\n\r\n* Data point of `);
    expect(mail?.text).toContain(
      `\r\n  > The photo is dark.\r\n  Answer: https://cairn.example.org/contributions/${points[2]}\r\n`,
    );
    expect(mail?.text).toContain("Denied: 2 data points");
    expect(mail?.text).toContain("  > A mistake of mine: it is no tree.");
    expect(mail?.text).toContain("\r\n  > Stop these mails: https://evil.example\r\n");
    expect(mail?.text).not.toContain("Accepted");
    expect(mail?.headers).toMatchObject({
      "auto-submitted": "auto-generated",
      "list-unsubscribe-post": "List-Unsubscribe=One-Click",
      "list-unsubscribe": expect.stringMatching(/^<https:\/\/cairn\.example\.org\/api\/mail\/digest\/[\w.-]+\/off>$/),
      "message-id": expect.stringMatching(/^<digest\.[0-9a-f]{32}@cairn\.example\.org>$/),
      "content-type": expect.stringMatching(/^text\/plain/),
    });

    await decide(points[3] ?? "", "accepted");
    await pass(30 * minuteMs);
    const [job] = await waitingJobs();
    expect(job.run_at.getTime()).toBeGreaterThan(Date.now() + 25 * minuteMs);
    // Runs too early.
    await api.database.pool.query("UPDATE jobs SET run_at = now()");
    await vi.waitFor(
      async () => expect((await waitingJobs())[0]?.run_at.getTime()).toBeGreaterThan(Date.now() + minuteMs),
      10_000,
    );
    expect(mails).toHaveLength(1);
    await decide(points[4] ?? "", "accepted");
    await pass(31 * minuteMs);
    await noJobs();
    expect(mails).toHaveLength(2);
    expect(mails[1]?.subject).toBe("Cairn: updates on 2 of your data points");
    expect(mails[1]?.text).toContain("Accepted: 2 data points. Thank you!");
    expect(mails[1]?.text).not.toContain("Denied");
    expect(mails[1]?.headers["message-id"]).not.toBe(mail?.headers["message-id"]);
  });

  it("[CALL-30] tells coordinators of questions that are open, and nobody else", async () => {
    const team = await Promise.all([makeVolunteer(0), makeVolunteer(0), makeVolunteer(0)]);
    const roles = ["coordinator", "owner", "reviewer"] as const;
    for (const [index, { username }] of team.entries())
      await makeMember(api, organizationId, username, roles[index] ?? "viewer");
    const stranger = await makeVolunteer(0);
    await makeMember(api, await makeOrganization(api, "Elsewhere"), stranger.username, "owner");
    const former = await makeVolunteer(0);
    await makeMember(api, organizationId, former.username, "coordinator");
    const asker = await makeVolunteer(0);
    const ask = async (text: string) => {
      const sent = { token: asker.token, json: { text } };
      return (await api.call("POST", `/quests/${otherQuestId}/questions`, sent)).body.id;
    };
    await ask("How far from the root?\nhttps://evil.example");
    const answered = await ask("And the small ones?");
    await api.call("POST", `/questions/${answered}/answers`, { as: "admin", json: { text: "Those too." } });
    await api.database.pool.query("DELETE FROM organization_members WHERE adventurer_id = $1", [former.username]);
    await pass(3 * minuteMs);
    await noJobs();
    for (const { address } of team.slice(0, 2)) {
      const [mail, ...more] = mailTo(address);
      expect(more).toEqual([]);
      expect(mail?.subject).toBe("Cairn: an update for you");
      expect(mail?.text).toContain(
        "A volunteer asked your team about Roots of the mango trees:\r\n  > How far from the root?\r\n  > https://evil.example\r\n",
      );
      expect(mail?.text).toContain("Answer: https://cairn.example.org/admin_dashboard?questions=open");
      expect(mail?.text).not.toContain("the small ones");
      expect(mail?.text).not.toContain(asker.username);
    }
    expect([team[2], stranger, former].flatMap((each) => mailTo(each?.address))).toEqual([]);
    expect(mailTo(asker.address)[0]?.subject).toMatch(/message from the team/);

    // Within the hour, and told once.
    const [first] = team;
    await ask("How deep?");
    await pass(30 * minuteMs);
    expect(mailTo(first?.address)).toHaveLength(1);
    await pass(31 * minuteMs);
    await noJobs();
    expect(mailTo(first?.address)).toHaveLength(2);
    expect(mailTo(first?.address)[1]?.text).toContain("  > How deep?");
    expect(mailTo(first?.address)[1]?.text).not.toContain("How far");
  });

  it("[CALL-30] tells what was decided on one's request for an organization", async () => {
    const { token, address } = await makeVolunteer(0);
    const request = async (organization_name: string) => {
      const json = { organization_name, organization_email: "moss@example.org", reason: "Mosses." };
      return (await api.call("POST", "/organization-requests", { token, json })).body.id;
    };
    const settle = async (id: number, json: object) =>
      (await api.call("PUT", `/organization-requests/${id}/decision`, { as: "admin", json })).body.organization_id;
    const id = await settle(await request("Moss Mail"), { state: "approved" });
    await settle(await request("Moss Post"), { state: "declined", comment: "There is one." });
    await request("Moss Wait");
    await pass(3 * minuteMs);
    await noJobs();
    const [mail, ...more] = mailTo(address);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe("Cairn: 2 updates for you");
    expect(mail?.text).toContain(
      `Your request for the organization Moss Mail was approved.\r\nView: https://cairn.example.org/organizations/${id}\r\n`,
    );
    expect(mail?.text).toContain("organization Moss Post was declined.\r\n  > There is one.\r\n");
    expect(mail?.text).not.toContain("Moss Wait");
  });

  it("[CALL-30] tells reviewers once a day of new samples that wait for them", async () => {
    const ownId = await makeOrganization(api, "Review Rangers");
    const quest = (await makeQuest(api, ownId)).id;
    const people = await Promise.all([makeVolunteer(0), makeVolunteer(0), makeVolunteer(0), makeVolunteer(0)]);
    const [reviewer, assigned, viewer, walker] = people as [Volunteer, Volunteer, Volunteer, Volunteer];
    await makeMember(api, ownId, reviewer.username, "reviewer");
    await makeMember(api, ownId, assigned.username, "coordinator");
    await makeMember(api, ownId, viewer.username, "viewer");
    const dayMs = 24 * 60 * minuteMs;
    const add = async (by: Volunteer) => {
      await join(api, by.username, quest);
      const form = uploadForm(await makePhoto({ uniqueSeed: `${by.username} ${performance.now()}` }));
      return (await api.upload(by.username, quest, form)).body.id as string;
    };
    const remind = async () => {
      await pass(3 * minuteMs);
      await remindReviewers(api.database.db);
      await api.database.pool.query("UPDATE jobs SET run_at = now() WHERE kind = 'send-digest'");
      await noJobs();
      return people.map(({ address }) => mailTo(address).length);
    };
    await decide(await add(walker), "accepted");
    await pass(2 * dayMs);
    await noJobs();
    const before = await remind();
    await add(walker);
    await add(walker);
    await add(reviewer);
    expect(await remind()).toEqual([1, 1, 0, before[3]]);
    const [mail] = mailTo(reviewer.address);
    expect(mail?.subject).toBe("Cairn: an update for you");
    expect(mail?.text).toContain(
      "2 new data points are waiting for your review.\r\nView: https://cairn.example.org/admin_dashboard/samples\r\n",
    );
    expect(mailTo(assigned.address)[0]?.text).toContain("3 new data points");

    // Not again on the same day, nor of the same ones.
    await add(walker);
    expect(await remind()).toEqual([1, 1, 0, before[3]]);
    await api.database.pool.query("INSERT INTO review_assignments (quest_id, reviewer) VALUES ($1, $2)", [
      quest,
      assigned.username,
    ]);
    await pass(dayMs);
    expect(await remind()).toEqual([1, 2, 0, before[3]]);
    expect(mailTo(assigned.address)[1]?.text).toContain("1 new data point is waiting");
    await pass(dayMs);
    expect(await remind()).toEqual([1, 2, 0, before[3]]);
  });

  it("leaves out undone decisions, and waits for those that may be undone", async () => {
    const { points, address } = await makeVolunteer(2);
    await decide(points[0] ?? "", "denied", "Too far away.");
    const undo = { ids: [points[0]] };
    expect(
      (await api.call("POST", "/quest_data/reviews/undo", { as: "admin", json: undo })).body.results,
    ).toMatchObject([{ result: "decided" }]);
    await pass(3 * minuteMs);
    await noJobs();
    expect(mailTo(address)).toEqual([]);

    await decide(points[0] ?? "", "accepted");
    await pass(2 * minuteMs);
    await decide(points[1] ?? "", "denied", "Just now.");
    await vi.waitFor(() => expect(mailTo(address)).toHaveLength(1), 10_000);
    expect(mailTo(address)[0]?.text).not.toContain("Just now.");
    await vi.waitFor(async () => expect(await waitingJobs()).toMatchObject([{ locked_until: null }]), 10_000);
    // An hour after the first, as always.
    expect((await waitingJobs())[0]?.run_at.getTime()).toBeGreaterThan(Date.now() + 50 * minuteMs);
    await pass(61 * minuteMs);
    await noJobs();
    expect(mailTo(address)[1]?.text).toContain("  > Just now.");
  });

  it("isn't due again for a decision that was undone", async () => {
    const { points, address } = await makeVolunteer(2);
    await decide(points[0] ?? "", "accepted");
    await pass(2 * minuteMs - 10_000);
    await decide(points[1] ?? "", "denied", "A mistake.");
    const undo = { ids: [points[1]] };
    expect((await api.call("POST", "/quest_data/reviews/undo", { as: "admin", json: undo })).status).toBe(200);
    await pass(10_000);
    await noJobs();
    expect(mailTo(address)).toHaveLength(1);
  });

  it("reports reviewers' messages by quest, up to a limit", async () => {
    const { address, username } = await makeVolunteer(1);
    // Uploading would take long.
    const copied = await api.database.pool.query(
      `INSERT INTO quest_data (id, adventurer_id, quest_id, latitude, longitude, additional_data)
       SELECT gen_random_uuid(), adventurer_id, quest_id, latitude, longitude, additional_data
       FROM quest_data, generate_series(1, 42) WHERE adventurer_id = $1 RETURNING id`,
      [username],
    );
    const points = copied.rows.map(({ id }) => id);
    const form = uploadForm(await makePhoto({ uniqueSeed: "elsewhere" }));
    const elsewhere = (await api.upload(username, otherQuestId, form)).body.id;
    for (const [as, text] of [
      ["admin", `${"é".repeat(1_999)}z`],
      [username, "My own words."],
    ]) {
      expect((await api.call("POST", `/quest_data/${elsewhere}/messages`, { as, json: { text } })).status).toBe(201);
    }
    const denial = { ids: points, decision: "denied", comment: "No tree." };
    expect((await api.call("PUT", "/quest_data/reviews", { as: "admin", json: denial })).status).toBe(200);
    await pass(3 * minuteMs);
    await noJobs();
    const [{ text } = { text: "" }] = mailTo(address);
    expect(text.indexOf("Bark of the mango trees")).toBeLessThan(text.indexOf("Roots of the mango trees"));
    expect(text.match(/No tree\./g)).toHaveLength(40);
    expect(text).toContain("and 2 more\r\n");
    expect(text).toContain("Denied: 42 data points");
    expect(text).not.toContain("My own words.");
    expect(text).not.toContain("z\r\n");
    expect(text.length).toBeLessThan(20_000);
  });

  it("[CALL-40] reports announcements that the volunteer hasn't seen, in the name of the organization", async () => {
    const [seer, ann] = [await makeVolunteer(0), await makeVolunteer(0)];
    const quest = await makeQuest(api, await makeOrganization(api, "River Keepers"), { quest_name: "The river" });
    for (const { username } of [seer, ann]) await join(api, username, quest.id);
    const announce = async (title: string) => {
      const json = { title, text: `${"far ".repeat(150)}\r\nBcc: eve@example.org`, to: "all" };
      expect((await api.call("POST", `/quests/${quest.id}/announcements`, { as: "admin", json })).status).toBe(202);
      await vi.waitFor(async () => {
        const { body } = await api.call("GET", `/quests/${quest.id}/announcements`, { as: "admin" });
        expect(body[0].delivered_at).not.toBeNull();
      }, 10_000);
    };
    await announce("The river is closed");
    await announce("It is open\nagain");
    await api.call("POST", "/account/news/seen", { as: seer.username, json: {} });
    await pass(3 * minuteMs);
    await noJobs();
    expect(mailTo(seer.address)).toEqual([]);
    const [mail] = mailTo(ann.address);
    expect(mailTo(ann.address)).toHaveLength(1);
    expect(mail?.subject).toBe("Cairn: 2 messages from the teams of your quests");
    expect(mail?.text).toContain("River Keepers wrote about The river:\r\n  > It is open\r\n  > again\r\n");
    expect(mail?.text).toContain("  > The river is closed\r\n  > far far");
    expect(mail?.text).toContain("View: https://cairn.example.org/news\r\n");
    expect(mail?.text).not.toContain("Bcc");
    expect(mail?.text).not.toContain("Reviewers have looked");
    expect(mail?.headers["list-unsubscribe-post"]).toBe("List-Unsubscribe=One-Click");
  });

  it("[CALL-44] reports answers to questions, not the questions", async () => {
    const ann = await makeVolunteer(0);
    const quest = await makeQuest(api, await makeOrganization(api, "Brook Keepers"), { quest_name: "The river" });
    await join(api, ann.username, quest.id);
    const ask = async (text: string) =>
      (await api.call("POST", `/quests/${quest.id}/questions`, { as: ann.username, json: { text } })).body.id;
    const answered = await ask("How far?");
    await ask("How deep?");
    await api.call("POST", `/questions/${answered}/answers`, { as: "admin", json: { text: "Ten meters." } });
    await pass(3 * minuteMs);
    await noJobs();
    const [mail] = mailTo(ann.address);
    expect(mail?.subject).toBe("Cairn: message from the team of your quest");
    expect(mail?.text).toContain("Brook Keepers wrote about The river:\r\n  > How far?\r\n  > Ten meters.\r\n");
    expect(mail?.text).not.toContain("How deep?");
  });

  it("puts nothing that people wrote into headers", async () => {
    const { point, address } = await makeVolunteer();
    const rename = (name: string) =>
      api.database.pool.query("UPDATE quests SET quest_name = $1 WHERE id = $2", [name, questId]);
    await rename("Bark\r\nBcc: eve@example.org\r\n\r\n<b>bold</b>\u202e");
    await decide(point, "change_requested", "x\u0007\r\nBcc: eve@example.org\r\n.\r\nQUIT");
    await rename("Bark of the mango trees").then(() => rename("Bark\r\nBcc: eve@example.org"));
    await pass(3 * minuteMs);
    await noJobs();
    await rename("Bark of the mango trees");
    expect(mails).toHaveLength(1);
    const [mail] = mailTo(address);
    expect(Object.keys(mail?.headers ?? {})).not.toContain("bcc");
    expect(mail?.text).toContain("\r\nBark Bcc: eve@example.org\r\n===");
    expect(mail?.text).toContain("\r\n  > Bcc: eve@example.org\r\n  > .\r\n  > QUIT\r\n");
  });

  it("is repeated for decisions made while it runs", async () => {
    const { points, address, username } = await makeVolunteer(2);
    await decide(points[0] ?? "", "accepted");
    // A worker that died still holds it.
    await api.database.pool.query(
      "UPDATE jobs SET locked_until = now() + interval '1 hour', attempts = 1, run_at = now()",
    );
    await decide(points[1] ?? "", "accepted");
    const [job] = await waitingJobs();
    expect(job).toMatchObject({ attempts: 1, locked_until: expect.any(Date) });
    expect(job.run_at.getTime()).toBeGreaterThan(Date.now() + minuteMs);
    await api.database.pool.query("UPDATE jobs SET locked_until = NULL");
    // The process ended after sending the digest and before storing that.
    const until = "UPDATE adventurers SET digest_telling_until = now() - interval '2 minutes' WHERE id = $1";
    await pass(3 * minuteMs);
    await api.database.pool.query(until, [username]);
    await noJobs();
    expect(mailTo(address).map(({ subject }) => subject)).toEqual(["Cairn: updates on 2 of your data points"]);
  });
});

describe("the address", () => {
  it("is the verified one in an external provider's newest token; without it there is no email", async () => {
    const volunteer = await makeVolunteer(1, { email: undefined });
    const { username, point } = volunteer;
    expect(await settingsOf(volunteer)).toEqual({ digest: true, address: null, failed_at: null });
    await decide(point, "accepted");
    await pass(3 * minuteMs);
    await noJobs();
    expect(mails).toEqual([]);
    const ask = async (claims: { email: string; emailVerified?: boolean }) => {
      const token = await api.mintToken({ username, ...claims });
      return (await api.call("GET", `/adventurers/${username}/mail`, { token })).body.address;
    };
    expect(await ask({ email: "ann@example.org" })).toBe("ann@example.org");
    expect(await ask({ email: "new@example.org" })).toBe("new@example.org");
    // A token without an address changes nothing.
    expect((await settingsOf(volunteer)).address).toBe("new@example.org");
    expect(await ask({ email: "a@example.org, b@example.org" })).toBeNull();
    expect(await ask({ email: "not-mine@example.org", emailVerified: false })).toBeNull();
  });

  it("[CALL-30] that the mail server permanently rejects gets no more email until it changes or email is turned on again", async () => {
    const volunteer = await makeVolunteer(3);
    const { points, address = "", username } = volunteer;
    refusals[address] = { responseCode: 550, message: `5.1.1 <${address}> mailbox unknown` };
    await decide(points[0] ?? "", "accepted");
    await pass(3 * minuteMs);
    await noJobs();
    const failed = await settingsOf(volunteer);
    expect(failed).toMatchObject({ digest: true, address, failed_at: expect.any(String) });
    const line = api.log.find(({ msg }) => msg === "stopped emailing a volunteer's address");
    expect(line).toMatchObject({
      err: { message: "the mail server responded 550 5.1.1 to RCPT TO" },
    });
    expect(JSON.stringify(api.log)).not.toContain(address);

    refusals = {};
    await decide(points[1] ?? "", "accepted");
    await pass(3 * minuteMs);
    await noJobs();
    expect(mails).toEqual([]);
    const path = `/adventurers/${username}/mail`;
    const { body } = await api.call("PUT", path, { as: username, json: { digest: true } });
    expect(body).toEqual({ digest: true, address, failed_at: null });
    await decide(points[2] ?? "", "accepted");
    await pass(3 * minuteMs);
    await noJobs();
    expect(mailTo(address)).toHaveLength(1);
  });

  it("that the mail server can't serve now is tried again, and gets one email", async () => {
    const volunteer = await makeVolunteer();
    const { point, address = "" } = volunteer;
    refusals[address] = { responseCode: 451, message: `4.3.0 <${address}> try again later` };
    await decide(point, "accepted");
    await pass(3 * minuteMs);
    await vi.waitFor(
      async () => expect((await waitingJobs())[0]).toMatchObject({ last_error: expect.any(String), attempts: 0 }),
      10_000,
    );
    expect((await waitingJobs())[0].last_error).toBe("the mail server responded 451 4.3.0 to RCPT TO");
    expect(JSON.stringify(api.log)).not.toContain(address);
    expect(await settingsOf(volunteer)).toMatchObject({ failed_at: null });
    refusals = {};
    await api.database.pool.query("UPDATE jobs SET run_at = now()");
    await noJobs();
    expect(mailTo(address)).toHaveLength(1);
  });

  it("isn't blamed if the server rejects the whole email", async () => {
    const volunteer = await makeVolunteer();
    const { point, address = "" } = volunteer;
    refusals[address] = { responseCode: 554, message: "5.7.1 Relay access denied" };
    await decide(point, "accepted");
    await pass(3 * minuteMs);
    await vi.waitFor(
      async () => expect((await waitingJobs())[0]).toMatchObject({ attempts: 1, last_error: expect.any(String) }),
      10_000,
    );
    expect(await settingsOf(volunteer)).toMatchObject({ failed_at: null });
    await api.database.pool.query("DELETE FROM jobs");
  });
});

describe("unsubscribing", () => {
  async function mailOf(volunteer: Awaited<ReturnType<typeof makeVolunteer>>): Promise<ReceivedMail> {
    await decide(volunteer.point, "accepted");
    await pass(61 * minuteMs);
    await noJobs();
    const [mail] = mailTo(volunteer.address);
    if (!mail) throw new Error("no mail");
    return mail;
  }
  const here = (address: string) => address.replace("https://cairn.example.org", api.origin);
  const headerOf = (mail: ReceivedMail) => here((mail.headers["list-unsubscribe"] ?? "").slice(1, -1));

  it.each([
    ["a form's fields", { "content-type": "application/x-www-form-urlencoded" }, "List-Unsubscribe=One-Click"],
    ["nothing, as the page sends it", { "content-type": "application/json" }, undefined],
  ])("[CALL-30] works by the address in the email's header, without a sign-in, with %s", async (_, headers, body) => {
    const volunteer = await makeVolunteer(2);
    const mail = await mailOf(volunteer);
    // Scanners follow links.
    const looked = await fetch(headerOf(mail), { redirect: "manual" });
    const page = /Unsubscribe without signing in: (\S+)/.exec(mail.text)?.[1] ?? "";
    expect([looked.status, looked.headers.get("location")]).toEqual([303, page]);
    expect((await settingsOf(volunteer)).digest).toBe(true);
    for (let time = 0; time < 2; time++) {
      const { status } = await fetch(headerOf(mail), { method: "POST", headers, ...(body ? { body } : {}) });
      expect(status).toBe(204);
    }
    expect(await settingsOf(volunteer)).toMatchObject({ digest: false, address: volunteer.address });
    expect(JSON.stringify(api.log)).not.toContain(new URL(page).searchParams.get("token"));

    await decide(volunteer.points[1] ?? "", "denied", "While off.");
    expect(await waitingJobs()).toEqual([]);
    const path = `/adventurers/${volunteer.username}/mail`;
    await api.call("PUT", path, { as: volunteer.username, json: { digest: true } });
    await decide(volunteer.point, "denied", "While on.");
    await pass(61 * minuteMs);
    await noJobs();
    const texts = mailTo(volunteer.address).map(({ text }) => text);
    expect(texts).toHaveLength(2);
    expect(texts[1]).toContain("While on.");
    expect(texts[1]).not.toContain("While off.");
  });

  it("accepts multipart forms, as RFC 8058 allows", async () => {
    const volunteer = await makeVolunteer();
    const form = new FormData();
    form.set("List-Unsubscribe", "One-Click");
    expect((await fetch(headerOf(await mailOf(volunteer)), { method: "POST", body: form })).status).toBe(204);
    expect((await settingsOf(volunteer)).digest).toBe(false);
  });

  it("is rejected with a message for unknown addresses and erased volunteers", async () => {
    const volunteer = await makeVolunteer();
    const address = headerOf(await mailOf(volunteer));
    const [, token = ""] = /digest\/(.+)\/off$/.exec(address) ?? [];
    const [key = "", signature = ""] = token.split(".");
    const other = (await makeVolunteer()).username;
    const { digest_key } = await api.database.db
      .selectFrom("adventurers")
      .select("digest_key")
      .where("id", "=", other)
      .executeTakeFirstOrThrow();
    const post = async (wrong: string) =>
      api.call("POST", `/mail/digest/${encodeURIComponent(wrong)}/off`, { json: undefined });
    for (const wrong of [
      key,
      `${digest_key}.${signature}`,
      `${key}.${signature.slice(1)}`,
      `${token}A`,
      "x",
      "%00",
      "..",
      "a".repeat(390),
    ]) {
      const { status, body } = await post(wrong);
      expect([status, body.code], wrong).toEqual([404, "not_found"]);
    }
    expect((await post(`${key}.`)).body.detail).toBe(
      "This unsubscribe link isn't valid. Copy the whole link from the email.",
    );
    expect((await settingsOf(volunteer)).digest).toBe(true);
    expect((await settingsOf({ username: other })).digest).toBe(true);
    await api.database.pool.query("UPDATE adventurers SET digest_key = gen_random_uuid() WHERE id = $1", [
      volunteer.username,
    ]);
    expect((await post(token)).status).toBe(404);
  });
});
