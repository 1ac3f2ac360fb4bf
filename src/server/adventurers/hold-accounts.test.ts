import { randomUUID } from "node:crypto";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { type ApiAnswer, usingApi } from "../../../test/api.ts";
import { join, makeMember, makeOrganization, makeQuest, questPayload } from "../../../test/factories.ts";
import { untilWaiting, whileLocked } from "../../../test/identity-test-data.ts";
import { makeMp3 } from "../../../test/make-audio.ts";
import { makePhoto } from "../../../test/make-photo.ts";
import type { CallName } from "../../contract/all-calls.ts";
import type { TeamRole } from "../../contract/roles.ts";
import { countRepeats } from "../database/connection.ts";
import { namesWithoutKey } from "./adventurer-queries.ts";

// Another provider's accounts are erased and renamed by calls. Transactions of a worker would be in the way.
const api = usingApi({}, { isEmbedded: false, hasWorker: false });
let organization: number;
let other: number;
let quest: number;
let photo: Uint8Array<ArrayBuffer>;
const tables = Object.keys(namesWithoutKey);
const columns = Object.entries(namesWithoutKey).flatMap(([table, names]) => names.map((name) => `${table}.${name}`));

beforeAll(async () => {
  organization = await makeOrganization(api);
  other = await makeOrganization(api, "Institute of Moss");
  quest = (await makeQuest(api, organization)).id;
  photo = new Uint8Array(await makePhoto({ width: 32, height: 24 }));
  await join(api, "bob", quest);
  for (const id of [organization, other]) await makeMember(api, id, "owner-who-stays", "owner");
});

// The accounts are locked first: no call waits for another that waits for it.
afterEach(() => expect(countRepeats()).toBe(0));

const query = async (text: string, values: unknown[] = []) => (await api.database.pool.query(text, values)).rows;
const insert = async (table: string, row: Record<string, unknown>) => {
  const names = Object.keys(row);
  const places = names.map((_name, i) => `$${i + 1}`);
  const text = `INSERT INTO ${table} (${names}) VALUES (${places}) RETURNING *`;
  return (await query(text, Object.values(row)))[0];
};

/** Calls that write the caller's name; together, into each of the columns. */
const callsOfPerson = [
  "sendAnnouncement",
  "writeMessage",
  "createList",
  "createPicture",
  "createSound",
  "dismissReports",
  "addMember",
  "decideOrganizationRequest",
  "reportPoorGps",
  "updateQuest",
  "answerQuestion",
  "assignReviewers",
  "claimSamples",
  "recheckSample",
  "reviewSample",
] as const satisfies CallName[];
type OwnCall = (typeof callsOfPerson)[number];

type Send = () => Promise<ApiAnswer>;
type Account = { name: string; token: string; erase: Send; rename: Send };
type Person = Account & { calls: Record<OwnCall, Send> };

/** Who may do everything, as an owner. */
async function makeAccount(name: string, role: TeamRole = "owner"): Promise<Account> {
  const groups = ["admins", "feature_testers"];
  const token = await api.mintToken({ username: name, groups });
  const renamed = await api.mintToken({ username: name.toUpperCase(), subject: name, groups });
  await makeMember(api, organization, name, role);
  const json = { username: name, deletes_unaccepted: true };
  return {
    name,
    token,
    erase: () => api.call("DELETE", `/adventurers/${name}`, { token, json }),
    rename: () => api.call("GET", "/account/teams", { token: renamed }),
  };
}

/** An account with a call for each column that names it. */
async function makePerson(name: string): Promise<Person> {
  const account = await makeAccount(name);
  const { token } = account;
  const send =
    (method: string, path: string, json?: object): Send =>
    () =>
      api.call(method, path, { token, json });
  const sendFile =
    (path: string, file: Uint8Array<ArrayBuffer> | string, fields: Record<string, string> = {}): Send =>
    () => {
      const form = new FormData();
      for (const [key, value] of Object.entries(fields)) form.set(key, value);
      form.set("file", new Blob([file]), "a.csv");
      return api.call("POST", path, { token, form });
    };
  const point = async () =>
    (await insert("quest_data", { id: randomUUID(), adventurer_id: "bob", quest_id: quest, latitude: 1, longitude: 2 }))
      .id;
  const [written, claimed, decided, drawn] = [await point(), await point(), await point(), await point()];
  const review = { quest_data_id: drawn, decision: "accepted", reviewed_by: "admin", revision: 1 };
  await insert("review_rechecks", { review_id: (await insert("reviews", review)).id });
  const question = await insert("questions", { quest_id: quest, adventurer_id: "bob", text: "How far?" });
  const wish = { organization_name: `Ferns of ${question.id}`, organization_email: "f@example.org", reason: "Ferns" };
  const request = await insert("organization_requests", { ...wish, adventurer_id: "bob" });
  const said = { author: "admin", audience: "all", title: "Soon", text: "It begins.", recipients_expected: 1 };
  const announcement = await insert("announcements", { quest_id: quest, ...said });
  await insert("news", { adventurer_id: "bob", announcement_id: announcement.id, reported_at: new Date() });
  const assigned = (await makeQuest(api, organization, { quest_name: `Bark ${question.id}` })).id;
  const changed = (await makeQuest(api, organization, { quest_name: `Roots ${question.id}` })).id;
  const team = `/organizations/${organization}`;
  const report = { coordinates: [1, 2], location: "In a gorge" };
  const calls: Person["calls"] = {
    sendAnnouncement: send("POST", `/quests/${assigned}/announcements`, { title: "Soon", text: "Now.", to: "all" }),
    writeMessage: send("POST", `/quest_data/${written}/messages`, { text: "Closer, please." }),
    createList: sendFile(`${team}/lists`, "code,label\n1,Oak\n", { name: "Trees" }),
    createPicture: sendFile(`${team}/pictures`, photo),
    createSound: sendFile(`${team}/sounds`, new Uint8Array(makeMp3({ seconds: 1 }))),
    dismissReports: send("POST", "/admin/reports/dismissals", { kind: "announcement", id: announcement.id }),
    addMember: send("POST", `/organizations/${other}/members`, { username: name, role: "owner" }),
    decideOrganizationRequest: send("PUT", `/organization-requests/${request.id}/decision`, { state: "declined" }),
    reportPoorGps: send("POST", "/test_feature_test_gps", report),
    updateQuest: send("PUT", `/quests/${changed}`, questPayload(organization, { quest_name: `Soil ${question.id}` })),
    answerQuestion: send("POST", `/questions/${question.id}/answers`, { text: "Ten meters." }),
    assignReviewers: send("PUT", `/quests/${assigned}/reviewers`, { reviewers: [name] }),
    claimSamples: send("PUT", "/admin/samples/claims", { ids: [claimed] }),
    recheckSample: send("PUT", `/quest_data/${drawn}/recheck`, { decision: "accepted" }),
    reviewSample: send("PUT", `/quest_data/${decided}/review`, { decision: "accepted" }),
  };
  return { ...account, calls };
}

/** `table.column` of all that has the name in it. */
async function columnsWith(name: string): Promise<string[]> {
  const all = await query("SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'");
  const found = all.map(
    ({ table_name }) => `SELECT '${table_name}.' || c.name AS id
      FROM ${table_name} t, jsonb_each_text(to_jsonb(t)) AS c (name, content) WHERE strpos(c.content, $1) > 0`,
  );
  return (await query(`${found.join(" UNION ")} ORDER BY 1`, [name])).map(({ id }) => id);
}

const answerOf = async (answer: Promise<ApiAnswer>): Promise<string> => {
  const { status, body } = await answer;
  return status < 300 ? "done" : String(body.code ?? status);
};
const answersOf = (answers: Promise<ApiAnswer>[]) => Promise.all(answers.map(answerOf));

/** Texts of each table that neither refer to an account nor can have a username, except as somebody's own words. */
const otherTexts: Record<string, string> = {
  adventurer_quests: "status",
  // The account itself.
  adventurers: "bio credit credit_name id issuer language mail_address mail_failed_address profile_picture_url subject",
  announcements: "audience text title",
  data_point_changes: "before kind",
  data_point_messages: "text",
  data_point_revisions: "before",
  former_photos: "exif_taken_at key photo_format photo_key photo_sha256",
  installation: "name value",
  // `payload` of a release to make has its author, which is renamed.
  jobs: "kind last_error payload unique_key",
  lesson_attempts: "answers",
  lessons: "asked cards",
  list_items: "code item search_text",
  list_versions: "attributes place_columns",
  lists: "name",
  organization_group_members: "role",
  organization_invitations: "email mail role",
  organization_log: "action role",
  organization_members: "role",
  organization_names: "name",
  organization_requests: "comment organization_email organization_name reason state",
  organizations: "about contact organization_email organization_name sort_name web_site",
  personal_tokens: "name scope",
  photo_signatures: "bands photo_key",
  poor_gps_reports: "details location",
  practice_values: "card_key unit",
  protocol_versions: "protocol",
  published_points: "additional_data files",
  push_subscriptions: "auth endpoint p256dh session_id",
  quest_data:
    "additional_data data_type evidence evidence_codes exif_taken_at fixes photo_format photo_key photo_sha256 position_source review_decision spacing_reason",
  quest_data_photos: "exif_taken_at key photo_format photo_key photo_sha256",
  quest_days: "what",
  quest_history: "changes kind locations stations",
  quest_locations: "address_line1 address_line2 administrative_area country locality postal_code",
  // `summary` has those who measured, who are renamed.
  quest_results: "summary",
  quest_status_changes: "quest_status",
  quest_value_spreads: "key unit",
  questions: "answer text",
  quests:
    "equipment language quest_description quest_image quest_name quest_status quest_type results_positions results_visibility safety search_text study_motivation training_requirement translated_names translations",
  release_deposits: "answer archive failure record_id state",
  release_files: "format media_type name sha256",
  // While a release is made; one whose people are erased meanwhile is made anew.
  release_photos: "photo",
  release_records: "record",
  // `authors` and `content` have the names that people chose for it.
  releases: "authors changes content doi failure licence notes state thanks withdrawal_reason",
  // A digest.
  request_counts: "key",
  resumable_upload_chunks: "photo_key",
  resumable_uploads: "metadata",
  review_reasons: "decision text",
  review_rechecks: "second_comment second_decision",
  reviews: "comment decision",
  sample_counts: "state",
  sample_totals: "state",
  schema_migrations: "name sha256",
  sounds: "format",
  stations: "code description name",
  webhook_deliveries: "event last_failure",
  webhooks: "address events off_reason secret",
};

describe("names that no foreign key leads to", () => {
  it("are all known: each other text refers to an account, or is no name", async () => {
    const found = await query(
      `SELECT c.table_name AS name, string_agg(c.column_name, ' ' ORDER BY c.column_name) AS texts
       FROM information_schema.columns c
       WHERE c.table_schema = 'public' AND c.data_type IN ('text', 'ARRAY', 'jsonb', 'json', 'character varying')
         AND NOT EXISTS (
           SELECT FROM pg_constraint k JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = k.conkey[1]
           WHERE k.contype = 'f' AND k.conrelid = format('public.%I', c.table_name)::regclass
             AND k.confrelid IN ('adventurers'::regclass, 'adventurer_quests'::regclass) AND a.attname = c.column_name)
         AND format('%s.%s', c.table_name, c.column_name) <> ALL($1)
       GROUP BY 1`,
      [columns],
    );
    expect(Object.fromEntries(found.map(({ name, texts }) => [name, texts]))).toEqual(otherTexts);
  });

  it("[IDENT-25] are written by these calls, and taken away by an erasure", async () => {
    const { name, calls, erase } = await makePerson("cora-who-did-all");
    for (const [call, send] of Object.entries(calls)) expect([call, await answerOf(send())]).toEqual([call, "done"]);
    await query("UPDATE announcements SET reached_adventurer = $1 WHERE id = (SELECT min(id) FROM announcements)", [
      name,
    ]);
    await insert("jobs", {
      kind: "build-release",
      payload: JSON.stringify({ quest_id: quest, number: 1, author: name }),
    });
    await join(api, name, quest);
    const people = [
      { adventurer_id: "bob", count: 2 },
      { adventurer_id: name, count: 1 },
    ];
    await insert("quest_results", {
      quest_id: quest,
      changes: 1,
      made_after: 1,
      made_at: new Date(),
      summary: JSON.stringify({ people }),
    });
    const named = await columnsWith(name);
    expect(named).toEqual(expect.arrayContaining([...columns, "jobs.payload", "quest_results.summary"]));
    expect(await answerOf(erase())).toBe("done");
    expect(await columnsWith(name)).toEqual([]);
    const [{ summary }] = await query("SELECT summary FROM quest_results WHERE quest_id = $1", [quest]);
    const former = { adventurer_id: expect.stringMatching(/^former-/), count: 1 };
    expect(summary.people).toEqual([people[0], former]);
  });
});

/** Those that lock rows lock their table a little. */
const lockedByWaiting = `
  SELECT DISTINCT c.relname FROM pg_locks l JOIN pg_class c ON c.oid = l.relation AND c.relkind = 'r'
  WHERE l.mode LIKE 'Row%Lock'
    AND l.pid IN (SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database())`;

/** Few enough for the database's connections. */
const callsAtOnce = 5;
const groups: OwnCall[][] = [];
for (let i = 0; i < callsOfPerson.length; i += callsAtOnce) groups.push(callsOfPerson.slice(i, i + callsAtOnce));

describe("a call and an erasure at the same moment", () => {
  /** A renamed account is locked in the same way: some calls tell. */
  const waysOf = (group: OwnCall[]) =>
    group.includes("sendAnnouncement") ? (["erase", "rename"] as const) : (["erase"] as const);
  const sendOf = ({ calls }: Person, group: OwnCall[]) => group.map((call) => calls[call]());

  it.each(groups)(
    "%s, %s, %s, %s, %s: [IDENT-25] a call that already writes is done, and names nobody afterwards",
    async (...group) => {
      for (const way of waysOf(group)) {
        const person = await makePerson(`cora-${way}-after-${group[0]}`);
        // Readers, and those who only lock rows, go on.
        const answers = await whileLocked(
          api.database,
          { lock: `LOCK TABLE ${tables} IN SHARE MODE`, waiting: group.length + 1 },
          async () => {
            const begun = sendOf(person, group);
            await untilWaiting(api.database.pool, group.length);
            begun.push(person[way]());
            return begun;
          },
        );
        expect(await answersOf(answers)).toEqual([...group, way].map(() => "done"));
        expect([way, await columnsWith(person.name)]).toEqual([way, way === "erase" ? [] : ["adventurers.subject"]]);
      }
    },
  );

  it.each(groups)("%s, %s, %s, %s, %s: [IDENT-25] a call that comes later is refused", async (...group) => {
    for (const way of waysOf(group)) {
      const refusal = way === "erase" ? "account_deleted" : "token_expired";
      const person = await makePerson(`cora-${way}-before-${group[0]}`);
      const answers = await whileLocked(
        api.database,
        // Where the erasure and the renaming are in the middle.
        { lock: "LOCK TABLE news IN SHARE MODE", waiting: group.length + 1 },
        async () => {
          const begun = [person[way]()];
          await untilWaiting(api.database.pool, 1);
          return [...begun, ...sendOf(person, group)];
        },
      );
      expect(await answersOf(answers)).toEqual(["done", ...group.map(() => refusal)]);
      expect([way, await columnsWith(person.name)]).toEqual([way, way === "erase" ? [] : ["adventurers.subject"]]);
    }
  });

  /** Calls of others that name a person. */
  async function callsAbout(name: string): Promise<Send[]> {
    const team = `/organizations/${organization}`;
    await join(api, name, quest);
    const asked = await insert("questions", { quest_id: quest, adventurer_id: name, text: "How far?" });
    const wish = { organization_name: `Ferns of ${name}`, organization_email: "f@example.org", reason: "Ferns" };
    const { id } = await insert("organization_requests", { ...wish, adventurer_id: name });
    const call = (method: string, path: string, json?: object) => () =>
      api.call(method, path, {
        as: method === "PUT" && path.includes("decision") ? "admin" : "owner-who-stays",
        json,
      });
    return [
      call("PUT", `/quests/${quest}/reviewers`, { reviewers: [name] }),
      call("PUT", `${team}/members/${name}`, { role: "coordinator" }),
      call("DELETE", `${team}/members/${name}`),
      call("PUT", `/organization-requests/${id}/decision`, { state: "approved" }),
      call("POST", `/questions/${asked.id}/answers`, { text: "Ten meters." }),
    ];
  }

  it("[IDENT-25] of others who name the person: done before, and refused later, without a deadlock", async () => {
    const before = ["done", "done", "done", "done", "done"];
    // The erasure of an owner locks their teams as well. A reviewer's has taken away almost all names.
    const ways = [
      ["call", "owner", tables],
      ["erasure", "owner", "news"],
      ["erasure", "reviewer", tables.at(-1)],
    ] as const;
    const after = [
      "validation_failed",
      "adventurer_not_found",
      "member_not_found",
      "organization_request_not_found",
      "question_not_found",
    ];
    // Each pair by itself: the three about the team wait for each other.
    for (const place of before.keys()) {
      for (const [comesFirst, role, table] of ways) {
        const person = await makeAccount(`cora-the-${role}-whom-others-name-${comesFirst}-${place}`, role);
        const send = (await callsAbout(person.name))[place] ?? Promise.reject;
        const isCallFirst = comesFirst === "call";
        const lock = `LOCK TABLE ${table} IN SHARE MODE`;
        const answers = await whileLocked(api.database, { lock, waiting: 2 }, async () => {
          const first = isCallFirst ? send() : person.erase();
          await untilWaiting(api.database.pool, 1);
          return isCallFirst ? [first, person.erase()] : [send(), first];
        });
        // Who owns the organization they asked for can't leave it without an owner.
        const isNeeded = isCallFirst && place === 3;
        const expected = [(isCallFirst ? before : after)[place], isNeeded ? "last_owner" : "done"];
        const way = `${comesFirst}, ${role}, ${place}`;
        expect([way, await answersOf(answers)]).toEqual([way, expected]);
        if (!isNeeded) expect(await columnsWith(person.name)).toEqual([]);
      }
    }
  });

  it("of others waits for the person before it locks anything else, which the erasure could be waiting for", async () => {
    for (const place of Array(5).keys()) {
      const { name } = await makeAccount(`cora-who-is-waited-for-${place}`);
      const send = (await callsAbout(name))[place] ?? Promise.reject;
      // A second one that waits ends the lock, once it is known what the call has locked.
      const lock = `SELECT FROM adventurers WHERE id = '${name}' FOR UPDATE`;
      const locked: unknown[] = [];
      const [answer] = await whileLocked(api.database, { lock, waiting: 2 }, async () => {
        const begun = answerOf(send());
        await untilWaiting(api.database.pool, 1);
        locked.push(...(await query(lockedByWaiting)));
        return [begun, query(lock)] as const;
      });
      expect([place, locked, await answer]).toEqual([place, [{ relname: "adventurers" }], "done"]);
    }
  });

  it("of two people who have reviewed each other: one after the other", async () => {
    // Owners of one team would wait for each other there.
    const people = [await makeAccount("cora-of-two", "reviewer"), await makeAccount("dina-of-two", "reviewer")];
    const [cora = "", dina = ""] = people.map(({ name }) => name);
    // Nothing else that they write is shared: each has deleted what the other is about to rename.
    const ofOther = (await makeQuest(api, other)).id;
    for (const [owner, reviewer, questId] of [
      [cora, dina, quest],
      [dina, cora, ofOther],
    ] as const) {
      await join(api, owner, questId);
      const measured = { adventurer_id: owner, quest_id: questId, latitude: 1, longitude: 2 };
      const { id } = await insert("quest_data", { id: randomUUID(), ...measured });
      await insert("reviews", { quest_data_id: id, decision: "denied", reviewed_by: reviewer, revision: 1 });
    }
    // One of them twice: the second press finds nothing to erase.
    const answers = await whileLocked(api.database, { lock: "LOCK TABLE news IN SHARE MODE", waiting: 3 }, async () =>
      [...people, ...people.slice(1)].map(({ erase }) => erase()),
    );
    expect((await answersOf(answers)).sort()).toEqual(["account_deleted", "done", "done"]);
    expect([await columnsWith(cora), await columnsWith(dina)]).toEqual([[], []]);
  });

  it("doesn't make the calls of one person wait for each other", async () => {
    const { calls } = await makePerson("cora-twice");
    const own = { as: "cora-twice", json: { language: "de" } };
    const request = { organization_name: "Rivers", organization_email: "r@example.org", reason: "We measure rivers." };
    const client = await api.database.pool.connect();
    await client.query("BEGIN; SELECT FROM quests FOR UPDATE");
    const first = answerOf(calls.sendAnnouncement());
    await untilWaiting(api.database.pool, 1);
    const others = [
      await answerOf(api.call("PUT", "/adventurers/cora-twice/language", own)),
      await answerOf(api.call("POST", "/organization-requests", { ...own, json: request })),
    ];
    await client.query("COMMIT");
    client.release();
    expect([...others, await first]).toEqual(["done", "done", "done"]);
  });
});
