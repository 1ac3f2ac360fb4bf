import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Seeded, seedDatabase } from "../../../scripts/seed-database.ts";
import { type Person, usingApi } from "../../../test/api.ts";
import { listDeskNews, remindReviewers } from "../notices/desk-news.ts";

/** READS_QUESTS and READS_POINTS set another size and print what each call reads. */
const size = {
  quests: Number(process.env.READS_QUESTS ?? 10_000),
  points: Number(process.env.READS_POINTS ?? 50_000),
};
const isMeasuring = process.env.READS_QUESTS !== undefined;

// Work in the background reads as well, whenever it likes.
const api = usingApi({}, { hasWorker: false });
let seeded: Seeded;
let dataPoint: string;

type Statement = { text: string; values: unknown[] };

/** Records the server's queries while set. */
let heard: Statement[] | undefined;

beforeAll(async () => {
  const { pool } = api.database;
  const client = await pool.connect();
  seeded = await seedDatabase(client, size);
  const { rows } = await client.query(
    "SELECT id FROM quest_data WHERE review_decision IS NULL ORDER BY created_at, id LIMIT 1",
  );
  dataPoint = rows[0].id;
  // The volunteer with many data points signs in.
  await client.query("UPDATE adventurers SET issuer = 'https://issuer.example', subject = id WHERE id = 'seed1'");
  // Reviewers who had no email since the first data point: one of an organization with some, and many of one with none.
  const { rows: organizations } = await client.query(
    "INSERT INTO organizations (organization_name, organization_email) VALUES ('Idle', 'idle@example.org') RETURNING id",
  );
  await client.query(
    `INSERT INTO organization_members (organization_id, adventurer_id, role)
     SELECT CASE n WHEN 2 THEN $1::int ELSE $2::int END, 'seed' || n, 'reviewer' FROM generate_series(2, 20) n`,
    [seeded.organizations.first + 3, organizations[0].id],
  );
  await client.query("UPDATE adventurers SET digest_told_until = '-infinity'");
  client.release();
  listen();
});

/** Records the queries of every pool client. */
function listen(): void {
  const query = pg.Client.prototype.query;
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [asked, values] = args as [string | { text: string; values?: unknown[] }, unknown[] | undefined];
    const text = typeof asked === "string" ? asked : asked?.text;
    if (heard && typeof text === "string" && /^\s*(SELECT|WITH)\b/i.test(text)) {
      heard.push({ text, values: (typeof asked === "string" ? values : (asked.values ?? values)) ?? [] });
    }
    return (query as (...given: unknown[]) => unknown).apply(this, args);
  } as typeof query;
  closers.push(() => {
    pg.Client.prototype.query = query;
  });
}
const closers: (() => void)[] = [];
afterAll(() => {
  for (const close of closers) close();
});

type Plan = Record<string, number | string> & { Plans?: Plan[] };

/** Pages of 8 KB that a repeated statement touches, including temporary files. */
async function countBuffers({ text, values }: Statement): Promise<{ buffers: number; plan: Plan }> {
  const { rows } = await api.database.pool.query(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`, values);
  const plan = rows[0]["QUERY PLAN"][0].Plan as Plan;
  const of = (name: string) => Number(plan[name] ?? 0);
  const buffers =
    of("Shared Hit Blocks") + of("Shared Read Blocks") + of("Temp Read Blocks") + of("Temp Written Blocks");
  return { buffers, plan };
}

const describePlan = (plan: Plan, depth = 0): string =>
  [
    `${"  ".repeat(depth)}${plan["Node Type"]} ${plan["Index Name"] ?? plan["Relation Name"] ?? ""}: ${plan["Actual Rows"]} rows, ${Number(plan["Shared Hit Blocks"]) + Number(plan["Shared Read Blocks"])} buffers`,
    ...(plan.Plans ?? []).map((each) => describePlan(each, depth + 1)),
  ].join("\n");

type Call = { as?: Person; groups?: () => string[]; path: string | (() => string | Promise<string>) };
type Reading = { of: string; budget: number } & (Call | { run: () => Promise<unknown> });

const nextOf = (headers: Headers) => /<\/api([^>]+)>; rel="next"/.exec(headers.get("link") ?? "")?.[1];

async function partsOn(path: string, parts: number, as: Person = "visitor"): Promise<string> {
  let next = path;
  for (let part = 0; part < parts; part++) next = nextOf((await api.call("GET", next, { as })).headers) ?? next;
  return next;
}

const first = () => seeded.quests.first;
const admin = (of: string, budget: number, path: Call["path"]): Reading => ({ of, budget, as: "admin", path });
const person = (of: string, budget: number, path: Call["path"]): Reading => ({ of, budget, as: "seed1", path });
const anybody = (of: string, budget: number, path: Call["path"]): Reading => ({ of, budget, path });

/** Pages of 8 KB, two to three times the expected: a plan that reads all rows exceeds it. */
const readings: Reading[] = [
  anybody("quests", 1_500, "/quests?limit=50"),
  anybody("quests, a later part", 1_500, () => partsOn("/quests?limit=50", 10)),
  anybody("quests of a type", 1_500, "/quests?limit=50&type=DIVING"),
  anybody("quests of a status", 1_500, "/quests?limit=50&status=DATA_PROCESSING"),
  anybody("search, one hit", 250, () => `/quests?limit=50&q=plot+${size.quests - 1}`),
  anybody("search, no hit", 120, "/quests?limit=50&q=wolverine"),
  anybody("search, many hits", 2_500, "/quests?limit=50&q=coral"),
  anybody("search of two words", 250, "/quests?limit=50&q=suva+coral"),
  anybody("box of a town", 800, "/quests?limit=50&bbox=36.7,-1.4,36.9,-1.2"),
  anybody("box over the date line", 800, "/quests?limit=50&bbox=178,-20,-178,-15"),
  anybody("box of the world", 4_500, "/quests?limit=50&bbox=-180,-90,180,90"),
  anybody("nearest", 1_600, "/quests?limit=50&near=-1.29,36.82"),
  anybody("nearest, far from all", 3_500, "/quests?limit=50&near=-55,-120"),
  anybody("nearest, 1,000 on", 12_000, () => partsOn("/quests?limit=200&near=51.5,-0.1", 5)),
  anybody("one quest", 60, () => `/quests/${first()}`),
  admin("quests by name", 2_000, "/admin/quests/summaries?limit=50&sort=quest"),
  admin("quests with the most samples", 2_000, "/admin/quests/summaries?limit=50&sort=-samples"),
  ...["organization", "location", "-samples"].map((sort) =>
    admin(`quests by ${sort}, a later part`, 2_000, () =>
      partsOn(`/admin/quests/summaries?limit=50&sort=${sort}`, 10, "admin"),
    ),
  ),
  admin("progress of the largest quest", 14_000, () => `/quests/${first()}/progress`),
  admin("counts of quests", 220, "/admin/quests/counts"),
  admin("data sets", 700, "/admin/datasets?limit=50"),
  admin("data sets, the last", 800, () => `/admin/datasets?limit=50&after=${first() + 50}_0`),
  ...["quest", "-type", "-pending", "accepted"].map((sort) =>
    admin(`data sets by ${sort}, a later part`, 900, () =>
      partsOn(`/admin/datasets?limit=50&sort=${sort}`, 10, "admin"),
    ),
  ),
  admin("applications", 600, "/admin/applications?limit=50"),
  admin("applications, a later part", 600, () => partsOn("/admin/applications?limit=50", 10, "admin")),
  admin("applications to a quest", 120, () => `/admin/applications?limit=50&quest_id=${first()}`),
  admin("applications, completed", 600, "/admin/applications?limit=50&status=completed"),
  ...["adventurer", "quest", "-status", "completed", "-completed"].map((sort) =>
    admin(`applications by ${sort}, a later part`, 600, () =>
      partsOn(`/admin/applications?limit=50&sort=${sort}`, 10, "admin"),
    ),
  ),
  ...["adventurer", "quest", "status", "completed"].map((sort) =>
    admin(
      `applications in progress to the largest quest by ${sort}`,
      300,
      () => `/admin/applications?limit=50&sort=${sort}&status=in_progress&quest_id=${first()}`,
    ),
  ),
  person("own data points", 900, () => `/adventurers/seed1/quests/${first()}/data?limit=50`),
  person("own data points in short", 250, () => `/adventurers/seed1/quests/${first()}/data/summary`),
  person("contributions", 700, "/adventurers/seed1/contributions?limit=50"),
  person("contributions of a state", 700, "/adventurers/seed1/contributions?limit=50&state=pending"),
  admin("samples, oldest first", 1_200, "/admin/samples?limit=50"),
  ...["newest", "evidence", "clean", "place"].map((sort) =>
    admin(`samples by ${sort}`, 1_400, `/admin/samples?limit=50&sort=${sort}`),
  ),
  admin("samples, a later part", 1_600, () => partsOn("/admin/samples?limit=50", 10, "admin")),
  admin("samples, accepted", 1_700, "/admin/samples?limit=50&state=accepted"),
  admin("samples of the largest quest", 1_000, () => `/admin/samples?limit=50&quest_id=${first()}`),
  admin("samples of it, denied", 1_500, () => `/admin/samples?limit=50&state=denied&quest_id=${first()}`),
  admin(
    "samples of an organization",
    2_000,
    () => `/admin/samples?limit=50&organization_id=${seeded.organizations.first + 3}`,
  ),
  ...["evidence", "clean", "place"].flatMap((sort) => [
    admin(`samples of the largest quest, accepted, by ${sort}`, 1_500, () => {
      return `/admin/samples?limit=50&state=accepted&sort=${sort}&quest_id=${first()}`;
    }),
    admin(`samples of the largest organization, accepted, by ${sort}`, 6_000, () => {
      return `/admin/samples?limit=50&state=accepted&sort=${sort}&organization_id=${seeded.organizations.first}`;
    }),
    admin(`samples with evidence by ${sort}`, 1_500, `/admin/samples?limit=50&sort=${sort}&evidence=blurred`),
    admin(
      `samples with evidence, accepted, by ${sort}`,
      1_500,
      `/admin/samples?limit=50&state=accepted&sort=${sort}&evidence=blurred`,
    ),
  ]),
  admin("samples of a person", 1_000, "/admin/samples?limit=50&adventurer_id=seed1"),
  admin("samples with a word", 2_000, "/admin/samples?limit=50&q=banyan"),
  admin("counts of samples", 60, "/admin/samples/counts"),
  admin("counts of samples of a quest", 60, () => `/admin/samples/counts?quest_id=${first()}`),
  admin(
    "counts of samples of the largest organization",
    400,
    () => `/admin/samples/counts?organization_id=${seeded.organizations.first}`,
  ),
  admin("figures of reviewers", 400, () => {
    return `/admin/review-figures?from=${new Date(Date.now() - 7 * 24 * 60 * 60_000).toISOString()}`;
  }),
  admin("one sample", 250, () => `/quest_data/${dataPoint}`),
  admin("neighbours", 1_000, () => `/quest_data/${dataPoint}/neighbours`),
  admin("organizations", 60, "/organizations"),
  {
    of: "assignments of the oldest organization",
    budget: 1_200,
    as: "reviewer",
    groups: () => [`reviewers:${seeded.organizations.first}`],
    path: "/admin/assignments?limit=50",
  },
  { of: "digest of a reviewer", budget: 1_200, run: () => tellOf("seed2") },
  { of: "digest of a reviewer without samples", budget: 60, run: () => tellOf("seed3") },
  { of: "reminders of reviewers", budget: 450, run: () => remindReviewers(api.database.db) },
];

const tellOf = (id: string) =>
  listDeskNews(api.database.db, { id, issuer: "embedded", subject: `seed ${id}` }, undefined);

type Measured = { buffers: number; line: string; beyond: string | undefined };

async function ask({ as = "visitor", groups, path }: Call): Promise<unknown> {
  const address = typeof path === "string" ? path : await path();
  const token = groups && (await api.mintToken({ username: as, groups: groups() }));
  heard = [];
  const { status, body } = await api.call("GET", address, token === undefined ? { as } : { token });
  expect(status, `${address} ${JSON.stringify(body).slice(0, 200)}`).toBe(200);
  return body;
}

/** Makes the call, then repeats its queries to count what they read. */
async function measure({ of, budget, ...reading }: Reading): Promise<Measured> {
  heard = [];
  const answered = "run" in reading ? await reading.run() : await ask(reading);
  const statements = heard;
  heard = undefined;
  expect(statements.length).toBeGreaterThan(0);
  const counted: { buffers: number; plan: Plan; text: string }[] = [];
  for (const statement of statements) counted.push({ ...(await countBuffers(statement)), text: statement.text });
  const buffers = counted.reduce((sum, each) => sum + each.buffers, 0);
  const [worst] = counted.sort((one, other) => other.buffers - one.buffers);
  return {
    buffers,
    line: `| ${of} | ${statements.length} | ${buffers} | ${budget} | ${Array.isArray(answered) ? answered.length : 1} |`,
    beyond:
      buffers <= budget || !worst
        ? undefined
        : `${of}: ${buffers} buffers of ${budget}\n${worst.text}\n${describePlan(worst.plan)}`,
  };
}

it("each call reads no more than its budget", async () => {
  const measured: Measured[] = [];
  for (const reading of readings) measured.push(await measure(reading));
  if (isMeasuring) {
    console.log(["| call | statements | buffers | budget | rows |", ...measured.map(({ line }) => line)].join("\n"));
  }
  expect(measured.flatMap(({ beyond }) => beyond ?? []).join("\n\n")).toBe("");
}, 600_000);

it.each([
  ["quests_search_text", "search, no hit"],
  ["quests_point", "nearest"],
  ["quest_data_contributions", "contributions"],
])("without the index %s it would", async (index, of) => {
  await api.database.pool.query(`DROP INDEX ${index}`);
  const reading = readings.find((each) => each.of === of);
  expect(reading && (await measure(reading)).beyond).toMatch(/Seq Scan|Bitmap|Index/);
});
