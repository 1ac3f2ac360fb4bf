import { randomUUID } from "node:crypto";
import exifr from "exifr";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { startTestApi } from "../../../test/api.ts";
import { questPayload, uploadForm } from "../../../test/factories.ts";
import { testEncryptionKey } from "../../../test/identity-server.ts";
import { testPassword as password, untilWaiting, whileLocked } from "../../../test/identity-test-data.ts";
import { makePhoto } from "../../../test/make-photo.ts";
import { readZip } from "../../../test/read-zip.ts";
import { SignInJourney } from "../../../test/sign-in-journey.ts";
import { startWholeServer, type WholeServer } from "../../../test/whole-server.ts";
import { StillNeededError } from "../../identity/accounts/still-needed.ts";
import { openAccountAdministration, runAccountCommand } from "../../identity/administration/account-commands.ts";
import { identityDatabase } from "../../identity/database/identity-database.ts";
import { tellRemovals } from "../../identity/removals/tell-removals.ts";
import { refusalOfConstraint } from "../calls/error-handler.ts";
import { eraserOf, ownedOrganizationsFinder } from "../processes/identity-provider.ts";

const camera = { latitude: 21.9701, longitude: -159.3702 };
let server: WholeServer;
let organizationId: number;
let questId: number;
let otherQuestId: number;
let adminToken: string;
let boss: SignInJourney;

beforeAll(async () => {
  server = await startWholeServer();
  await addAccount("boss", ["admins", "feature_testers"]);
  boss = new SignInJourney(server.publicUrl);
  adminToken = (await boss.signIn("boss", password)).access_token;
  ({ id: organizationId } = await server.database.db
    .insertInto("organizations")
    .values({ organization_name: "Forest Ecology", organization_email: "ecology@example.org" })
    .returning("id")
    .executeTakeFirstOrThrow());
  const make = async (quest_name: string) =>
    (await server.call("POST", "/quests", { token: adminToken, json: questPayload(organizationId, { quest_name }) }))
      .body.id;
  questId = await make("Bark of the mango trees");
  otherQuestId = await make("Roots of the mango trees");
});
afterAll(() => server.close());

const addAccount = (username: string, groups: string[] = []) =>
  server.identity.accounts.create({
    username,
    email: `${username}@example.org`,
    password,
    groups,
    emailVerified: true,
  });

const photoOf = (uniqueSeed: string) =>
  makePhoto({ width: 160, height: 120, gps: camera, takenAt: new Date(), uniqueSeed });

type Person = { journey: SignInJourney; token: string; accepted: string; pending: string; revised: string };

/** Device data about the capture. */
const evidence = {
  captured_at: "2026-05-01T08:00:00Z",
  clock_offset: "-3",
  fixes: JSON.stringify([{ ...camera, accuracy: 4, fixed_at: "2026-05-01T07:59:59Z", source: "device" }]),
};

async function signInNew(username: string): Promise<{ journey: SignInJourney; token: string }> {
  await addAccount(username, ["feature_testers"]);
  const journey = new SignInJourney(server.publicUrl);
  return { journey, token: (await journey.signIn(username, password)).access_token };
}

/**
 * Joined two quests, sent an accepted and a pending data point, changed both, deleted a third, answered a change
 * request with another photo and a message, and reported bad GPS.
 */
async function addVolunteer(username: string): Promise<Person> {
  const { journey, token } = await signInNew(username);
  for (const id of [questId, otherQuestId]) {
    expect((await server.call("POST", `/adventurers/${username}/quests/${id}/sign-up`, { token })).status).toBe(200);
  }
  const send = async (uniqueSeed: string) => {
    const form = uploadForm(await photoOf(uniqueSeed), evidence);
    const path = `/adventurers/${username}/quests/${questId}/data/uploads`;
    return (await server.call("POST", path, { token, form })).body.id as string;
  };
  const [accepted, pending] = [await send(`${username} 1`), await send(`${username} 2`)];
  for (const id of [accepted, pending]) {
    const path = `/adventurers/${username}/quests/${questId}/data/${id}`;
    const json = { measurements: { tree_width: 88 } };
    expect((await server.call("PUT", path, { token, json })).status).toBe(200);
  }
  const mistake = `/adventurers/${username}/quests/${questId}/data/${await send(`${username} 3`)}`;
  expect((await server.call("DELETE", mistake, { token })).status).toBe(204);
  const review = async (id: string, decision: string, comment: string) => {
    const json = { decision, comment };
    expect((await server.call("PUT", `/quest_data/${id}/review`, { token: adminToken, json })).status).toBe(200);
  };
  await review(accepted, "accepted", "Well measured");
  const revised = await send(`${username} 4`);
  await review(revised, "change_requested", "Closer");
  const form = new FormData();
  const closer = await photoOf(`${username} 5`);
  form.set("file", new Blob([new Uint8Array(closer)]), "closer.jpg");
  form.set("message", "Here it is.");
  expect((await server.call("POST", `/quest_data/${revised}/revisions`, { token, form })).status).toBe(201);
  await review(revised, "accepted", "Now it is right");
  const report = {
    coordinates: [1, 2],
    highAccuracySolved: false,
    sameAsNative: true,
    location: "In a gorge",
    details: "",
  };
  expect((await server.call("POST", "/test_feature_test_gps", { token, json: report })).status).toBe(201);
  await announce("boss", username);
  await learn(username);
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
  const json = { name: "My script", scope: "read", expires_at: tomorrow };
  expect((await server.call("POST", "/account/tokens", { token, json })).status).toBe(201);
  await joinTeam(username);
  return { journey, token, accepted, pending, revised };
}

/** An announcement that one person got. */
async function announce(author: string, recipient: string): Promise<void> {
  const { db } = server.database;
  const text = { audience: "all", title: "The river is closed", text: "Until Monday.", recipients_expected: 1 };
  const { id } = await db
    .insertInto("announcements")
    .values({ quest_id: questId, author, ...text })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db.insertInto("news").values({ adventurer_id: recipient, announcement_id: id }).execute();
  const asked = { quest_id: questId, adventurer_id: recipient, text: "How far?" };
  const answered = { answer: "Ten meters.", answered_by: author, answered_at: new Date() };
  await db
    .insertInto("questions")
    .values({ ...asked, ...answered })
    .execute();
  const browser = { endpoint: `https://push.example.org/${recipient}/${id}`, p256dh: "p", auth: "a" };
  await db
    .insertInto("push_subscriptions")
    .values({ adventurer_id: recipient, ...browser })
    .execute();
}

async function learn(username: string): Promise<void> {
  const { db } = server.database;
  const of = { adventurer_id: username, quest_id: questId };
  const attempt = { id: randomUUID(), version: 1, started_at: new Date(), ended_at: new Date(), passed: true };
  await db
    .insertInto("lessons")
    .values({ quest_id: questId, version: 1, cards: "[]", asked: "never" })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db
    .insertInto("lesson_attempts")
    .values({ ...of, ...attempt, answers: '{"width":[13,12]}' })
    .execute();
  await db
    .insertInto("practice_values")
    .values({ ...of, card_key: "width", unit: "cm", reference: 12, answer: 13 })
    .execute();
}

/** An owner, by a group as well, who asked for another organization, invited somebody and was invited. */
async function joinTeam(username: string): Promise<void> {
  const { db } = server.database;
  const role = { organization_id: organizationId, role: "owner" as const };
  for (const table of ["organization_members", "organization_group_members"] as const) {
    await db
      .insertInto(table)
      .values({ ...role, adventurer_id: username })
      .execute();
  }
  const wish = { organization_name: "Fern Friends", organization_email: "friends@example.org", reason: "Ferns" };
  await db
    .insertInto("organization_requests")
    .values({ ...wish, adventurer_id: username })
    .execute();
  const logged = { ...role, as_administrator: false };
  const invitation = { ...role, is_bound: true, mail: "none" as const, expires_at: new Date(Date.now() + 3_600_000) };
  await db
    .insertInto("organization_log")
    .values([
      { ...logged, actor: "boss", action: "member_added", person: username },
      { ...logged, actor: username, action: "invited" },
    ])
    .execute();
  await db
    .insertInto("organization_invitations")
    .values([
      { ...invitation, invited_by: "boss", accepted_by: username, accepted_at: new Date() },
      { ...invitation, invited_by: username, email: "friend@example.org" },
    ])
    .execute();
}

/** A reviewer's data: an assigned quest, an open sample, and a second review. */
async function reviewSomething(username: string): Promise<void> {
  const { db } = server.database;
  await announce(username, "boss");
  await db
    .updateTable("organization_requests")
    .set({ decided_by: username })
    .where("adventurer_id", "=", "other")
    .execute();
  await db.insertInto("review_assignments").values({ quest_id: questId, reviewer: username }).execute();
  const review = await db.selectFrom("reviews").select(["id", "quest_data_id"]).orderBy("id").executeTakeFirstOrThrow();
  const claim = { quest_data_id: review.quest_data_id, claimed_by: username, claimed_until: new Date() };
  await db.insertInto("review_claims").values(claim).execute();
  const look = { second_reviewer: username, second_decision: "accepted" as const, checked_at: new Date() };
  await db
    .insertInto("review_rechecks")
    .values({ review_id: review.id, ...look })
    .onConflict((conflict) => conflict.column("review_id").doUpdateSet(look))
    .execute();
}

const points = () => server.database.db.selectFrom("quest_data").selectAll().orderBy("created_at").execute();

async function bytesOf(key: string): Promise<Buffer> {
  const { stream } = await server.services.photoStore.openRead(key);
  return Buffer.concat(await stream.toArray());
}

const noJobsLeft = () =>
  vi.waitFor(
    async () =>
      expect(
        await server.database.db
          .selectFrom("jobs")
          .select(["kind", "last_error"])
          // Other people's emails and notifications are for later.
          .where("kind", "not in", ["send-digest", "send-push", "refresh-spreads"])
          .execute(),
      ).toEqual([]),
    { timeout: 20_000, interval: 200 },
  );

describe("the download of one's own data", () => {
  it("contains everything stored about the person, and nothing about others", async () => {
    await addVolunteer("other");
    const { token, accepted, pending, revised } = await addVolunteer("uma");
    const { status, headers, bytes } = await server.call("GET", "/adventurers/uma/export", { token });
    expect([status, headers.get("content-type")]).toEqual([200, "application/zip"]);
    expect(headers.get("content-disposition")).toBe('attachment; filename="cairn-my-data.zip"');
    const files = await readZip(bytes);
    const json = (name: string) => JSON.parse(files[name]?.toString() ?? "null");
    const former = `photos/${revised}-former-${revised}.jpg`;
    expect(Object.keys(files).sort()).toEqual(
      [
        "access-tokens.json",
        "account.json",
        "announcements-written.json",
        "answers-given.json",
        "data-point-changes.json",
        "data-points.json",
        "gps-reports.json",
        "lesson-attempts.json",
        "messages-written.json",
        "news.json",
        "participations.json",
        `photos/${accepted}.jpg`,
        `photos/${pending}.jpg`,
        `photos/${revised}.jpg`,
        former,
        "profile.json",
        "push-subscriptions.json",
        "quest-changes.json",
        "questions-asked.json",
        "review-assignments.json",
        "reviews-given.json",
        "second-looks.json",
        "teams.json",
        "unfinished-uploads.json",
      ].sort(),
    );
    expect(json("profile.json")).toMatchObject({ id: "uma", issuer: "embedded", roles: ["feature_testers"] });
    expect(json("account.json")).toMatchObject({
      username: "uma",
      email: "uma@example.org",
      groups: ["feature_testers"],
      devices: [{ remembered: false }],
      changes: [{ action: "create" }],
    });
    expect(json("participations.json")).toMatchObject([
      { quest_id: questId, muted: false },
      { quest_id: otherQuestId, muted: false },
    ]);
    expect(json("gps-reports.json")).toMatchObject([{ location: "In a gorge" }]);
    for (const name of ["reviews-given", "announcements-written", "quest-changes", "answers-given"]) {
      expect(json(`${name}.json`), name).toEqual([]);
    }
    expect(json("teams.json")).toMatchObject({
      requests: [{ organization_name: "Fern Friends", state: "pending" }],
      roles: [
        { organization_name: "Forest Ecology", role: "owner", is_by_group: false },
        { organization_name: "Forest Ecology", role: "owner", is_by_group: true },
      ],
      changes: [
        { action: "member_added", is_own: false },
        { action: "invited", is_own: true },
      ],
      invitations: [
        { role: "owner", is_own: false },
        { email: "friend@example.org", is_own: true },
      ],
    });
    const given = json("data-points.json");
    expect(given).toHaveLength(3);
    expect(given.find(({ id }: { id: string }) => id === revised)).toMatchObject({
      revision: 2,
      revisions: [{ revision: 2, before: { fixes: [{ accuracy: 4 }], photos: [{ id: revised, key: "file" }] } }],
      former_photos: [{ id: revised, key: "file", exif_latitude: expect.any(Number), photo: former }],
      messages: [{ author: "uma", text: "Here it is.", revision: 2 }],
    });
    expect(json("push-subscriptions.json")).toMatchObject([{ endpoint: expect.stringContaining("/uma/") }]);
    expect(json("access-tokens.json")).toEqual([
      {
        id: expect.any(Number),
        name: "My script",
        scope: "read",
        created_at: expect.any(String),
        expires_at: expect.any(String),
        last_used_at: null,
      },
    ]);
    expect(json("news.json")).toMatchObject([{ quest_id: questId, title: "The river is closed", seen_at: null }]);
    expect(json("questions-asked.json")).toMatchObject([{ text: "How far?", answer: "Ten meters." }]);
    expect(json("lesson-attempts.json")).toMatchObject([
      { quest_id: questId, version: 1, answers: { width: [13, 12] }, passed: true },
    ]);
    expect(json("messages-written.json")).toMatchObject([{ quest_data_id: revised, text: "Here it is." }]);
    expect(given.find(({ id }: { id: string }) => id === accepted)).toMatchObject({
      quest_name: "Bark of the mango trees",
      latitude: 21.9701,
      additional_data: { tree_width: 88 },
      captured_at: "2026-05-01T07:59:57.000Z",
      captured_at_device: "2026-05-01T08:00:00.000Z",
      clock_offset: -3,
      fixes: [{ latitude: camera.latitude, accuracy: 4 }],
      exif_latitude: expect.closeTo(camera.latitude, 3),
      photo: `photos/${accepted}.jpg`,
      reviews: [{ decision: "accepted", comment: "Well measured", reviewed_by: "boss" }],
    });
    expect(json("data-point-changes.json")).toMatchObject([
      { quest_data_id: accepted, kind: "edited", before: { additional_data: { tree_width: 87.5 } } },
      { quest_data_id: pending, kind: "edited" },
      { kind: "deleted", before: { coordinates: "21.9701,-159.3702" } },
    ]);
    // The original with the camera's metadata.
    expect((await exifr.gps(files[`photos/${accepted}.jpg`] ?? Buffer.alloc(0)))?.latitude).toBeCloseTo(
      camera.latitude,
      3,
    );
    expect(Object.values(files).some((file) => file.toString().includes("other@example.org"))).toBe(false);
  });

  it("of a reviewer contains their reviews, second reviews and assignments", async () => {
    await reviewSomething("boss");
    const { bytes } = await server.call("GET", "/adventurers/boss/export", { token: adminToken });
    const files = await readZip(bytes);
    const ofOne = [{ comment: "Well measured" }, { comment: "Closer" }, { comment: "Now it is right" }];
    expect(JSON.parse(files["reviews-given.json"]?.toString() ?? "")).toMatchObject([...ofOne, ...ofOne]);
    expect(JSON.parse(files["data-points.json"]?.toString() ?? "")).toEqual([]);
    expect(JSON.parse(files["announcements-written.json"]?.toString() ?? "")).toHaveLength(3);
    expect(JSON.parse(files["quest-changes.json"]?.toString() ?? "")).toMatchObject([
      { quest_id: questId, kind: "created" },
      { quest_id: otherQuestId, kind: "created" },
    ]);
    expect(JSON.parse(files["answers-given.json"]?.toString() ?? "")).toHaveLength(3);
    expect(JSON.parse(files["second-looks.json"]?.toString() ?? "")).toMatchObject([{ decision: "accepted" }]);
    expect(JSON.parse(files["review-assignments.json"]?.toString() ?? "")).toMatchObject([
      { quest_id: questId, quest_name: "Bark of the mango trees" },
    ]);
    for (const table of ["review_assignments", "review_claims", "review_rechecks"] as const) {
      await server.database.db.deleteFrom(table).execute();
    }
  });

  it("is forbidden for everyone else", async () => {
    expect((await server.call("GET", "/adventurers/uma/export", { token: adminToken })).status).toBe(403);
    expect((await server.call("GET", "/adventurers/uma/export")).status).toBe(401);
  });
});

describe("an account that its owner deletes", () => {
  const username = "vera";
  let vera: Person;

  beforeAll(async () => {
    vera = await addVolunteer(username);
    await reviewSomething(username);
    await noJobsLeft();
  });

  it("is not deleted by the API, which doesn't ask for the password", async () => {
    const json = { username, deletes_unaccepted: true };
    const { status, body } = await server.call("DELETE", `/adventurers/${username}`, { token: vera.token, json });
    expect([status, body.code]).toEqual([409, "account_page_required"]);
  });

  it("asks for the password, and explains what is kept and deleted", async () => {
    const page = await vera.journey.browser.open(`${server.publicUrl}/account/delete`);
    for (const sentence of [
      "The account vera will be deleted immediately and permanently.",
      "Accepted data points stay in the datasets of their quests, under a random name.",
      "Photos that stay are replaced by smaller copies without camera metadata. Recordings and PDFs are deleted.",
      "Messages about data points that stay are kept, under the random name.",
      "The username is kept so that no one else can take it.",
      "Also delete data points that aren't accepted, with their photos",
    ]) {
      expect(page.text).toContain(sentence);
    }
    const wrong = await vera.journey.browser.submit(page, "/account/delete", { current_password: "guess guess" });
    expect(wrong.text).toContain("Incorrect password");
    expect(await server.identity.accounts.find(username)).toBeDefined();
  });

  it("leaves only accepted measurements, without name and camera data", async () => {
    const before = (await points()).filter(({ adventurer_id }) => adventurer_id === username);
    const formerPhotos = server.database.db.selectFrom("former_photos").select("photo_key");
    const formerKey = (await formerPhotos.where("quest_data_id", "=", vera.revised).executeTakeFirstOrThrow())
      .photo_key;
    const sharing = `/adventurers/${username}/quests/${questId}/shared`;
    expect((await server.call("POST", sharing, { token: vera.token, json: {} })).status).toBe(201);
    const speaking = { token: vera.token, json: { language: "de" } };
    expect((await server.call("PUT", `/adventurers/${username}/language`, speaking)).status).toBe(200);
    const page = await vera.journey.browser.open(`${server.publicUrl}/account/delete`);
    const done = await vera.journey.browser.submit(page, "/account/delete", {
      current_password: password,
      "delete-unaccepted": "yes",
    });
    expect(done.text).toContain("Your account is deleted. Data points that stay have a random name");
    const refused = await server.call("GET", `/adventurers/${username}/quests`, { token: vera.token });
    expect([refused.status, refused.body.code]).toEqual([401, "account_deleted"]);
    await noJobsLeft();

    const after = await points();
    expect(after.find(({ id }) => id === vera.pending)).toBeUndefined();
    const kept = after.find(({ id }) => id === vera.accepted);
    expect(kept?.adventurer_id).toMatch(/^former-[0-9a-f]{16}$/);
    const person = server.database.db.selectFrom("adventurers").select("language");
    expect(await person.where("id", "=", String(kept?.adventurer_id)).executeTakeFirst()).toEqual({ language: null });
    expect(kept).toMatchObject({ latitude: 21.9701, exif_latitude: null, exif_taken_at: null, photo_format: "jpeg" });
    const shared = server.database.db.selectFrom("adventurer_quests").where("shared_number", "is not", null);
    expect(await shared.selectAll().execute()).toEqual([]);
    expect(kept).toMatchObject({ fixes: [], captured_at_device: null, clock_offset: null });
    expect(kept?.captured_at).toEqual(new Date("2026-05-01T07:59:57Z"));
    const changes = await server.database.db.selectFrom("data_point_changes").select("adventurer_id").execute();
    expect(new Set(changes.map(({ adventurer_id }) => adventurer_id))).toEqual(new Set(["other", "uma"]));
    const revised = after.find(({ id }) => id === vera.revised);
    const former = await server.database.db
      .selectFrom("former_photos")
      .selectAll()
      .where("quest_data_id", "=", vera.revised)
      .executeTakeFirstOrThrow();
    expect(former).toMatchObject({ id: vera.revised, exif_latitude: null, exif_taken_at: null, photo_format: "jpeg" });
    const kinds = [revised?.photo_key, former.photo_key];
    for (const key of kinds) {
      expect(await exifr.gps(await bytesOf(key ?? "")).catch(() => undefined), String(key)).toBeUndefined();
    }
    expect(kinds).not.toContain(formerKey);
    const sample = (await server.call("GET", `/quest_data/${vera.revised}`, { token: adminToken })).body;
    expect(sample).toMatchObject({
      former_revisions: [{ photos: [{ sha256: former.photo_sha256 }] }],
      messages: [{ author: kept?.adventurer_id, text: "Here it is." }],
    });
    for (const { photo_key } of [...before, { photo_key: formerKey }]) {
      expect(await server.services.photoStore.exists(photo_key ?? ""), String(photo_key)).toBe(false);
    }
    const original = await bytesOf(kept?.photo_key ?? "");
    expect(await exifr.gps(original).catch(() => undefined)).toBeUndefined();
    const { body } = await server.call("GET", `/quest_data/${vera.accepted}`, { token: adminToken });
    expect(body).toMatchObject({ adventurer_id: kept?.adventurer_id, reviews: [{ comment: "Well measured" }] });
    const photo = await fetch(body.image_data_presigned_url);
    expect([photo.status, photo.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
  });

  it("appears nowhere in the product's tables", async () => {
    const { rows: tables } = await server.database.pool.query(
      "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'",
    );
    for (const { table_name } of tables) {
      const { rows } = await server.database.pool.query(`SELECT t::text AS text FROM public.${table_name} AS t`);
      expect(
        rows.filter(({ text }) => text.includes(username)),
        table_name,
      ).toEqual([]);
    }
    const left = await server.database.db
      .selectFrom("adventurer_quests")
      .select("quest_id")
      .where("adventurer_id", "like", "former-%")
      .execute();
    expect(left).toEqual([{ quest_id: questId }]);
    const { db } = server.database;
    for (const table of [
      "news",
      "questions",
      "organization_members",
      "organization_group_members",
      "organization_requests",
      "personal_tokens",
      "lesson_attempts",
      "practice_values",
    ] as const) {
      const rows = await db
        .selectFrom(table)
        .select("adventurer_id")
        .where("adventurer_id", "like", "former-%")
        .execute();
      expect(rows, table).toEqual([]);
    }
    expect(await db.selectFrom("review_assignments").selectAll().execute()).toEqual([]);
    expect(await db.selectFrom("review_claims").selectAll().execute()).toEqual([]);
    const looks = await db.selectFrom("review_rechecks").select("second_reviewer").execute();
    expect(looks).toContainEqual({ second_reviewer: expect.stringMatching(/^former-/) });
  });

  it("is refused by a request that writes while it goes, whatever row names it", async () => {
    const { rows } = await server.database.pool.query(
      "SELECT conname FROM pg_constraint WHERE confrelid = 'adventurers'::regclass ORDER BY conname",
    );
    expect(rows.filter(({ conname }) => !(conname in refusalOfConstraint))).toEqual([]);
  });

  describe("keeps its name", () => {
    const taken = "This username is taken. Choose another one";

    it("from a sign-up", async () => {
      const journey = new SignInJourney(server.publicUrl);
      const flow = await journey.start({ screen_hint: "signup" });
      const input = { username: "Vera", email: "thief@example.org", password };
      expect((await journey.browser.submit(flow.page, "/sign-up", input)).text).toContain(taken);
    });

    it("from an administrator, by page and by command", async () => {
      const page = await boss.browser.open(`${server.publicUrl}/account/people/new`);
      const input = { username, email: "thief@example.org" };
      expect((await boss.browser.submit(page, "/account/people/new", input)).text).toContain(taken);
      const command = runAccountCommand(
        ["create", username, "--email", "thief@example.org"],
        openAccountAdministration(server.database.pool, [testEncryptionKey]),
        { actor: "operator", print: () => {}, temporaryPasswordDays: 7, findDemoAccounts: async () => [] },
      );
      await expect(command).rejects.toThrow(taken);
    });

    it("from an earlier unfinished sign-up, and from a renamed account", async () => {
      const { pool } = server.database;
      const insert = `INSERT INTO identity.accounts (id, username, email)
        VALUES (gen_random_uuid(), 'vera', 'thief@example.org')`;
      const rename = "UPDATE identity.accounts SET username = 'vera' WHERE username = 'other'";
      for (const statement of [insert, rename]) {
        await expect(pool.query(statement)).rejects.toMatchObject({ constraint: "accounts_username_never_used" });
      }
    });
  });
});

describe("an account that an administrator deletes", () => {
  it("is erased in the same way, and keeps unaccepted measurements without the name by default", async () => {
    const { accepted, pending } = await addVolunteer("walt");
    const page = await boss.browser.open(`${server.publicUrl}/account/people/walt/delete`);
    expect((await boss.browser.submit(page, "/walt/delete", { current_password: "wrong wrong" })).status).toBe(422);
    const done = await boss.browser.submit(page, "/walt/delete", { current_password: password });
    expect(done.text).toContain("The account walt is deleted.");
    const names = (await points())
      .filter(({ id }) => id === accepted || id === pending)
      .map((row) => row.adventurer_id);
    expect(names).toHaveLength(2);
    expect(new Set(names).size).toBe(1);
    expect(names[0]).toMatch(/^former-/);
  });

  it("is forbidden for others, and for one's own account", async () => {
    const { journey } = await signInNew("xeno");
    expect((await journey.browser.open(`${server.publicUrl}/account/people/other/delete`)).status).toBe(403);
    expect((await boss.browser.open(`${server.publicUrl}/account/people/boss/delete`)).status).toBe(409);
  });

  it("[IDENT-22] is refused for the only owner of an organization, on every way, until somebody else is one who can sign in", async () => {
    const { accounts } = server.identity;
    const { db, pool } = server.database;
    const olga = await signInNew("olga");
    const otto = await signInNew("otto");
    await server.call("GET", "/adventurers/olga/quests", { token: olga.token });
    await server.call("GET", "/adventurers/otto/quests", { token: otto.token });
    const { id: watchId } = await db
      .insertInto("organizations")
      .values({ organization_name: "River Watch", organization_email: "river@example.org" })
      .returning("id")
      .executeTakeFirstOrThrow();
    const makeOwner = (username: string) =>
      server.call("PUT", `/organizations/${watchId}/members/${username}`, {
        token: adminToken,
        json: { role: "owner" },
      });
    expect((await makeOwner("olga")).status).toBeLessThan(300);
    const sentence = "olga is the only owner of River Watch. Make someone else an owner there first.";
    const own = await olga.journey.browser.open(`${server.publicUrl}/account/delete`);
    expect(own.text).toContain(sentence);
    expect(own.markup).not.toContain('name="current_password"');
    const page = () => boss.browser.open(`${server.publicUrl}/account/people/olga`);
    expect((await boss.browser.submit(await page(), "/access", {})).text).toContain(sentence);
    expect((await boss.browser.open(`${server.publicUrl}/account/people/olga/delete`)).text).toContain(sentence);
    const command = (...argv: string[]) => {
      const owned = ownedOrganizationsFinder(server.services.config);
      const options = {
        actor: "operator",
        print: () => {},
        temporaryPasswordDays: 7,
        findDemoAccounts: async () => [],
      };
      return runAccountCommand(argv, openAccountAdministration(pool, [testEncryptionKey], owned), options);
    };
    await expect(command("remove", "olga")).rejects.toThrow(sentence);
    await expect(command("disable", "olga")).rejects.toThrow(sentence);
    expect(await accounts.find("olga")).toMatchObject({ enabled: true });

    expect((await makeOwner("otto")).status).toBeLessThan(300);
    const invited = await server.call("POST", `/organizations/${watchId}/invitations`, {
      token: otto.token,
      json: { role: "viewer" },
    });
    await accounts.disable("otto");
    const link = `/invitations/${invited.body.address.split("/").at(-1)}/accept`;
    expect((await server.call("POST", link, { token: adminToken })).body.code).toBe("invitation_revoked");
    await expect(accounts.remove("olga")).rejects.toThrow(sentence);
    for (const [method, json] of [["DELETE"], ["PUT", { role: "viewer" }]] as const) {
      const path = `/organizations/${watchId}/members/olga`;
      const { status, body } = await server.call(method, path, { token: adminToken, json });
      expect([status, body.code]).toEqual([409, "last_owner"]);
    }
    await accounts.enable("otto");
    // A role by a group is a role, too.
    await accounts.setGroups("olga", [`owners:${watchId}`]);
    await db.deleteFrom("organization_members").where("adventurer_id", "in", ["olga", "otto"]).execute();
    await expect(command("revoke", "olga", `owners:${watchId}`)).rejects.toThrow(sentence);
    await makeOwner("otto");
    await command("revoke", "olga", `owners:${watchId}`);
    // Seen with the group that it has lost.
    const seen = { organization_id: watchId, adventurer_id: "olga", role: "owner" as const };
    await db
      .insertInto("organization_group_members")
      .values(seen)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await expect(accounts.remove("otto")).rejects.toThrow(StillNeededError);
    await accounts.remove("olga");
    expect(await accounts.find("olga")).toBeUndefined();
    await db.deleteFrom("organization_members").where("adventurer_id", "=", "otto").execute();
  });

  it.each(["organization_log", "identity.account_audit"])(
    "[IDENT-22] isn't the only other owner of somebody who leaves at the same time (%s)",
    async (table) => {
      const { accounts } = server.identity;
      const { db, pool } = server.database;
      const [leaving, deleted] = table === "organization_log" ? ["lena", "dora"] : ["luis", "dino"];
      const { id } = await db
        .insertInto("organizations")
        .values({ organization_name: `Moor Watch of ${leaving}`, organization_email: "moor@example.org" })
        .returning("id")
        .executeTakeFirstOrThrow();
      for (const username of [leaving, deleted]) {
        await server.call("GET", `/adventurers/${username}/quests`, { token: (await signInNew(username)).token });
        const json = { username, role: "owner" };
        expect((await server.call("POST", `/organizations/${id}/members`, { token: adminToken, json })).status).toBe(
          201,
        );
      }
      const leave = async () =>
        (await server.call("DELETE", `/organizations/${id}/members/${leaving}`, { token: adminToken })).status === 204;
      const remove = () =>
        accounts.remove(deleted).then(
          () => true,
          () => false,
        );
      const [first, second] = table === "organization_log" ? [leave, remove] : [remove, leave];
      // The first has asked, and hasn't committed.
      const lock = `LOCK TABLE ${table} IN EXCLUSIVE MODE`;
      const outcomes = await whileLocked({ pool }, { lock, waiting: 2 }, async () => {
        const begun = first();
        await untilWaiting(pool, 1);
        return Promise.all([begun, second()]);
      });
      expect(outcomes).toEqual([true, false]);
      await db.deleteFrom("organization_members").where("organization_id", "=", id).execute();
    },
  );

  it("by a command is erased once, by the next sweep", async () => {
    await addVolunteer("yara");
    await runAccountCommand(
      ["remove", "yara", "--delete-unaccepted"],
      openAccountAdministration(server.database.pool, [testEncryptionKey]),
      { actor: "operator", print: () => {}, temporaryPasswordDays: 7, findDemoAccounts: async () => [] },
    );
    const ofYara = async () => (await points()).filter(({ adventurer_id }) => adventurer_id === "yara");
    expect(await ofYara()).toHaveLength(3);
    const erase = vi.fn(eraserOf(server.services));
    await tellRemovals(identityDatabase(server.database.pool), erase);
    await tellRemovals(identityDatabase(server.database.pool), erase);
    expect(erase).toHaveBeenCalledOnce();
    expect(await ofYara()).toEqual([]);
  });
});

describe("photos of protocol fields", () => {
  const username = "finn";
  let accepted: string;
  let pending: string;
  let finn: Pick<Person, "journey" | "token">;

  beforeAll(async () => {
    finn = await signInNew(username);
    const { body: quest } = await server.call("GET", `/quests/${questId}`);
    const protocol = { fields: [{ key: "leaf", kind: "photo", label: "A leaf" } as const], photo: { required: false } };
    const json = { ...questPayload(quest.organization_id, { quest_name: "Leaves", protocol }) };
    const { id } = (await server.call("POST", "/quests", { token: adminToken, json })).body;
    await server.call("POST", `/adventurers/${username}/quests/${id}/sign-up`, { token: finn.token });
    const send = async (...parts: string[]) => {
      const form = uploadForm(undefined, { tree_width: undefined });
      for (const part of parts) {
        const photo = await photoOf(`${part} ${parts.length}`);
        form.set(part, new Blob([new Uint8Array(photo)]), "photo.jpg");
      }
      const path = `/adventurers/${username}/quests/${id}/data/uploads`;
      return (await server.call("POST", path, { token: finn.token, form })).body.id as string;
    };
    accepted = await send("photo:leaf");
    pending = await send("file", "photo:leaf");
    const review = { decision: "accepted" };
    await server.call("PUT", `/quest_data/${accepted}/review`, { token: adminToken, json: review });
    await noJobsLeft();
  });

  const fieldPhotos = () => server.database.db.selectFrom("quest_data_photos").selectAll().execute();

  it("are in the download of one's own data, unchanged", async () => {
    const { bytes } = await server.call("GET", `/adventurers/${username}/export`, { token: finn.token });
    const files = await readZip(bytes);
    const names = [`photos/${accepted}-leaf.jpg`, `photos/${pending}-leaf.jpg`, `photos/${pending}.jpg`];
    expect(Object.keys(files)).toEqual(expect.arrayContaining(names));
    expect(files).not.toHaveProperty([`photos/${accepted}.jpg`]);
    for (const name of names) {
      expect((await exifr.gps(files[name] ?? Buffer.alloc(0)))?.latitude, name).toBeCloseTo(camera.latitude, 3);
    }
    const points = JSON.parse(files["data-points.json"]?.toString() ?? "[]");
    expect(points.find(({ id }: { id: string }) => id === accepted)).toMatchObject({
      photo: null,
      protocol_version: 1,
      field_photos: [
        { key: "leaf", photo: `photos/${accepted}-leaf.jpg`, exif_latitude: expect.closeTo(camera.latitude, 3) },
      ],
    });
  });

  it("are deleted with unaccepted measurements, or replaced by copies without camera data", async () => {
    const before = await fieldPhotos();
    expect(before.map(({ quest_data_id }) => quest_data_id).sort()).toEqual([accepted, pending].sort());
    const own = (await points()).find(({ id }) => id === pending)?.photo_key ?? "";
    const page = await finn.journey.browser.open(`${server.publicUrl}/account/delete`);
    await finn.journey.browser.submit(page, "/account/delete", {
      current_password: password,
      "delete-unaccepted": "yes",
    });
    await noJobsLeft();
    const [kept, ...others] = await fieldPhotos();
    expect(others).toEqual([]);
    expect(kept).toMatchObject({
      quest_data_id: accepted,
      exif_latitude: null,
      exif_longitude: null,
      exif_taken_at: null,
    });
    for (const key of [own, ...before.map(({ photo_key }) => photo_key)]) {
      for (const each of [
        key,
        `${key.replace("originals", "display")}.jpg`,
        `${key.replace("originals", "thumbnail")}.jpg`,
      ]) {
        expect(await server.services.photoStore.exists(each), each).toBe(false);
      }
    }
    const copy = await bytesOf(kept?.photo_key ?? "");
    expect(await exifr.gps(copy).catch(() => undefined)).toBeUndefined();
    const { body } = await server.call("GET", `/quest_data/${accepted}`, { token: adminToken });
    expect(body.photos).toMatchObject([{ key: "leaf", sha256: kept?.photo_sha256 }]);
    expect((await fetch(body.photos[0].thumbnail_presigned_url)).status).toBe(200);
  });
});

it("with an external provider the app erases the data after confirmation of the username", async () => {
  const api = await startTestApi({}, { isEmbedded: false });
  const json = { username: "zoe", deletes_unaccepted: false };
  expect((await api.call("GET", "/adventurers/zoe/quests", { as: "zoe" })).status).toBe(200);
  const mistyped = await api.call("DELETE", "/adventurers/zoe", { as: "zoe", json: { ...json, username: "zo" } });
  expect([mistyped.status, mistyped.body.code]).toEqual([422, "username_not_repeated"]);
  expect((await api.call("DELETE", "/adventurers/zoe", { as: "alice", json })).status).toBe(403);
  const { db } = api.database;
  const { id } = await db
    .insertInto("organizations")
    .values({ organization_name: "River Watch", organization_email: "river@example.org" })
    .returning("id")
    .executeTakeFirstOrThrow();
  const owner = { organization_id: id, role: "owner" as const };
  await db
    .insertInto("organization_members")
    .values({ ...owner, adventurer_id: "zoe" })
    .execute();
  const needed = await api.call("DELETE", "/adventurers/zoe", { as: "zoe", json });
  expect([needed.status, needed.body.code]).toEqual([409, "last_owner"]);
  expect(needed.body.detail).toContain("You're the only owner of River Watch.");
  await api.call("GET", "/adventurers/alice/quests", { as: "alice" });
  await db
    .insertInto("organization_members")
    .values({ ...owner, adventurer_id: "alice" })
    .execute();
  expect((await api.call("DELETE", "/adventurers/zoe", { as: "zoe", json })).status).toBe(204);
  const rows = await api.database.db.selectFrom("adventurers").select(["id", "subject"]).execute();
  expect(rows.filter(({ subject }) => subject === "zoe")).toEqual([]);
  const { body, status } = await api.call("GET", "/adventurers/zoe/export", { as: "zoe" });
  expect([status, String(body).includes("account.json")]).toEqual([200, true]);
  await api.close();
});
