import { sampleStates } from "../src/contract/enums.ts";
import { rulesVersion } from "../src/server/evidence/evidence-rules.ts";

/** A `pg` client outside any transaction. */
type Client = { query(sql: string): Promise<{ rows: Record<string, unknown>[] }> };

export type SeedSize = { quests: number; points: number };

/** First and last ids of the created rows; the first quest has a fifth of all data points. */
export type Seeded = {
  quests: { first: number; last: number };
  organizations: { first: number; last: number };
  adventurers: number;
};

const share = {
  /** Share of all data points in the first quest. */
  ofLargestQuest: 0.2,
  /** Share of all data points that one person has in the first quest. */
  ofOnePerson: 0.01,
  pending: 0.05,
  /** Share of all quests in the first organization. */
  ofLargestOrganization: 0.05,
};

/**
 * Roughly where people live; a higher weight means more quests. Name, region, country, postal code, latitude,
 * longitude, weight.
 */
const cities = [
  ["Tokyo", "Kanto", "Japan", "100-0001", 35.68, 139.69, 37],
  ["Delhi", "Delhi", "India", "110001", 28.61, 77.21, 31],
  ["Shanghai", "Shanghai", "China", "200000", 31.23, 121.47, 27],
  ["Sao Paulo", "Sao Paulo", "Brazil", "01000-000", -23.55, -46.63, 22],
  ["Mexico City", "CDMX", "Mexico", "06000", 19.43, -99.13, 22],
  ["Cairo", "Cairo", "Egypt", "11511", 30.04, 31.24, 21],
  ["Mumbai", "Maharashtra", "India", "400001", 19.08, 72.88, 20],
  ["Dhaka", "Dhaka", "Bangladesh", "1000", 23.81, 90.41, 21],
  ["New York", "New York", "United States", "10001", 40.71, -74.01, 19],
  ["Karachi", "Sindh", "Pakistan", "74000", 24.86, 67.01, 16],
  ["Buenos Aires", "Buenos Aires", "Argentina", "C1000", -34.6, -58.38, 15],
  ["Istanbul", "Marmara", "Turkey", "34000", 41.01, 28.98, 15],
  ["Kolkata", "West Bengal", "India", "700001", 22.57, 88.36, 15],
  ["Lagos", "Lagos", "Nigeria", "100001", 6.52, 3.38, 15],
  ["Kinshasa", "Kinshasa", "Congo", "00243", -4.44, 15.27, 14],
  ["Manila", "Luzon", "Philippines", "1000", 14.6, 120.98, 14],
  ["Los Angeles", "California", "United States", "90001", 34.05, -118.24, 13],
  ["Moscow", "Moscow", "Russia", "101000", 55.76, 37.62, 12],
  ["Paris", "Ile-de-France", "France", "75001", 48.86, 2.35, 11],
  ["Jakarta", "Java", "Indonesia", "10110", -6.21, 106.85, 11],
  ["Lima", "Lima", "Peru", "15001", -12.05, -77.04, 11],
  ["Bogota", "Cundinamarca", "Colombia", "110111", 4.71, -74.07, 11],
  ["Chennai", "Tamil Nadu", "India", "600001", 13.08, 80.27, 11],
  ["Seoul", "Seoul", "South Korea", "04524", 37.57, 126.98, 10],
  ["London", "England", "United Kingdom", "EC1A 1AA", 51.51, -0.13, 9],
  ["Hanoi", "Red River", "Vietnam", "100000", 21.03, 105.85, 8],
  ["Johannesburg", "Gauteng", "South Africa", "2000", -26.2, 28.05, 6],
  ["Santiago", "Santiago", "Chile", "8320000", -33.45, -70.67, 7],
  ["Madrid", "Madrid", "Spain", "28001", 40.42, -3.7, 7],
  ["Toronto", "Ontario", "Canada", "M5H 2N2", 43.65, -79.38, 6],
  ["Sydney", "New South Wales", "Australia", "2000", -33.87, 151.21, 5],
  ["Nairobi", "Nairobi", "Kenya", "00100", -1.29, 36.82, 5],
  ["Berlin", "Berlin", "Germany", "10115", 52.52, 13.4, 4],
  ["Dakar", "Dakar", "Senegal", "10000", 14.69, -17.45, 3],
  ["Denver", "Colorado", "United States", "80202", 39.74, -104.99, 3],
  ["Stockholm", "Uppland", "Sweden", "111 20", 59.33, 18.06, 2],
  ["Auckland", "Auckland", "New Zealand", "1010", -36.85, 174.76, 2],
  ["Honolulu", "Hawaii", "United States", "96813", 21.31, -157.86, 1],
  ["Suva", "Viti Levu", "Fiji", "00679", -17.6, 179.4, 1],
  ["Anadyr", "Chukotka", "Russia", "689000", 64.73, 177.5, 1],
  ["Longyearbyen", "Svalbard", "Norway", "9170", 78.22, 15.65, 1],
] as const;

const topics = [
  ["TREES", "Girth of street trees", "Measure trunks at breast height and note the species of each tree."],
  ["TREES", "Old giants of the park", "Find the widest trees and photograph bark, leaf and crown."],
  ["WATER", "Clarity of the river", "Lower the disk until it cannot be seen and read the depth."],
  ["SOIL", "Buried tea bags", "Dig up the bags of last season and weigh what is left."],
  ["AIR", "Lichen on bark", "Count lichen on four sides of a trunk: they tell of the air."],
  ["HIKING", "Waymarks along the ridge", "Photograph every waymark and say whether it can be read."],
  ["DIVING", "Bleached coral", "Hold the colour card beside the coral and photograph both."],
  ["PADDLING", "Traces of beavers", "Look for gnawed trunks, dams and lodges along the bank."],
  ["BOATING", "Litter on the lake", "Note each floating piece with its size and material."],
  ["UNCATEGORIZED", "Nests under the eaves", "Count the nests of swifts and martins of a street."],
] as const;

const quarters = [
  "Old Town",
  "Harbor",
  "Hillside",
  "Riverbank",
  "Station",
  "Market",
  "Gardens",
  "University",
  "Lakeside",
];
const species = ["mango", "banyan", "koa", "ohia lehua", "kukui", "breadfruit", "linden", "plane tree"];

const textOf = (value: string | number) =>
  typeof value === "number" ? String(value) : `'${value.replaceAll("'", "''")}'`;
const arrayOf = (values: readonly string[]) => `ARRAY[${values.map(textOf).join(", ")}]`;
const rowsOf = (rows: readonly (readonly (string | number)[])[]) =>
  rows.map((row, place) => `(${[place + 1, ...row].map(textOf).join(", ")})`).join(",\n");

/**
 * Adds quests all over the world with people, participations and data points, in one transaction. The same numbers
 * always produce the same rows, with times relative to today. All constraints, triggers and summaries apply; the store
 * has no photos for the data points. Takes about a minute per 300,000 data points.
 *
 * @param person gets a hundredth of all data points, all in the first quest; an existing volunteer of that name is
 * reused
 */
export async function seedDatabase(
  client: Client,
  { quests, points, person = "seed1" }: SeedSize & { person?: string },
): Promise<Seeded> {
  await client.query(
    "BEGIN; SET LOCAL statement_timeout = 0; SET LOCAL maintenance_work_mem = '256MB'; SET LOCAL work_mem = '64MB'",
  );
  try {
    const seeded = await seed(client, { quests, points, person });
    await client.query("COMMIT");
    // Can't run in the transaction; index-only scans need it.
    await client.query("SET statement_timeout = 0");
    await client.query("VACUUM (ANALYZE)");
    await client.query("RESET statement_timeout");
    return seeded;
  } catch (error) {
    await client.query("ROLLBACK").catch(() => undefined);
    throw error;
  }
}

async function seed(client: Client, { quests, points, person }: SeedSize & { person: string }): Promise<Seeded> {
  const organizations = Math.max(5, Math.round(quests / 200));
  const adventurers = Math.max(10, Math.round(quests / 5));
  const inLargestOrganization = Math.floor(quests * share.ofLargestOrganization);
  await client.query("LOCK TABLE organizations, quests, quest_data IN ACCESS EXCLUSIVE MODE");
  // Deterministic random numbers for each row.
  await client.query(`
    CREATE FUNCTION pg_temp.chance(item bigint, salt int) RETURNS double precision LANGUAGE sql IMMUTABLE AS
      'SELECT (hashint8extended(item, salt) & 1073741823) / 1073741824.0::double precision';
    CREATE FUNCTION pg_temp.name_of(item bigint, kind text) RETURNS uuid LANGUAGE sql IMMUTABLE AS
      'SELECT overlay(overlay(md5(kind || '' '' || item) PLACING ''4'' FROM 13) PLACING ''8'' FROM 17)::uuid';
    CREATE FUNCTION pg_temp.adventurer(number bigint) RETURNS text LANGUAGE sql IMMUTABLE AS
      $$SELECT CASE number WHEN 1 THEN ${textOf(person)} ELSE 'seed' || number END$$`);

  const makeIndexes = await dropIndexes(client);
  const firstOrganization = await reserve(client, "organizations", organizations);
  const firstQuest = await reserve(client, "quests", quests);
  await client.query(`
    INSERT INTO organizations (id, organization_name, organization_email)
    SELECT ${firstOrganization} + i, 'Seed institute ' || ${firstOrganization} + i, 'seed' || i || '@example.org'
    FROM generate_series(0, ${organizations - 1}) i`);
  await client.query(`
    CREATE TEMP TABLE seed_cities (place, name, region, country, postal_code, latitude, longitude, weight) ON COMMIT DROP AS
    VALUES ${rowsOf(cities)};
    CREATE TEMP TABLE seed_topics (place, quest_type, title, description) ON COMMIT DROP AS VALUES ${rowsOf(topics)};
    CREATE TEMP TABLE seed_quests ON COMMIT DROP AS
    SELECT n, ${firstQuest} - 1 + n AS id, t.quest_type, t.title, t.description, c.place AS city, c.name AS city_name,
      CASE WHEN n <= ${inLargestOrganization} THEN 0 ELSE 1 + n % ${organizations - 1} END + ${firstOrganization} AS organization_id,
      -- Drafts: neither the first quest nor many.
      CASE WHEN n % 20 = 7 THEN 'INACTIVE' WHEN n = 1 THEN 'IN_PROGRESS'
        ELSE (ARRAY['ACCEPTING_APPLICATIONS','ACCEPTING_APPLICATIONS','ACCEPTING_APPLICATIONS','ACCEPTING_APPLICATIONS',
          'IN_PROGRESS','IN_PROGRESS','IN_PROGRESS','DATA_PROCESSING','COMPLETED','COMPLETED'])[
          1 + floor(pg_temp.chance(n, 1) * 10)::int] END AS quest_status,
      -- The specification's form asks for trees.
      n = 1 OR t.quest_type <> 'TREES' AS has_protocol
    FROM generate_series(1, ${quests}) n
    JOIN seed_topics t ON t.place = 1 + floor(pg_temp.chance(n, 2) * ${topics.length})::int
    JOIN LATERAL (SELECT pg_temp.chance(n, 3) * (SELECT sum(weight) FROM seed_cities) AS at) p ON true
    JOIN (SELECT *, sum(weight) OVER (ORDER BY place) - weight AS begins, sum(weight) OVER (ORDER BY place) AS ends
      FROM seed_cities) c ON p.at >= c.begins AND p.at < c.ends;
    CREATE UNIQUE INDEX ON seed_quests (n);
    ANALYZE seed_quests`);
  await client.query(`
    INSERT INTO quests (id, quest_name, organization_id, quest_description, quest_difficulty, study_motivation,
      training_requirement, safety, equipment, quest_deadline, adventurer_limit, quest_status, quest_type, created_at, updated_at)
    SELECT id, title || ' in ' || city_name || ', plot ' || n, organization_id,
      description || ' We compare what is sent with the years before, street by street, and publish it once a year.',
      n % 6, 'Nobody has counted here since the survey of ' || 1900 + n % 120 || '. What changes shows in small things first.',
      CASE WHEN n % 3 = 0 THEN 'Read the two pages on how to measure before the first visit.' END,
      'Go in daylight, tell somebody where you are, and keep away from traffic and steep banks.',
      'A phone, a tape measure and something to drink.',
      CASE WHEN n % 4 = 0 THEN current_date + (n % 400 - 40)::int END, CASE WHEN n % 5 = 0 THEN 2 + (n % 50)::int END,
      quest_status, quest_type, current_date - interval '400 days' - (${quests} - n) * interval '1 minute',
      current_date - interval '400 days' - (${quests} - n) * interval '1 minute'
    FROM seed_quests ORDER BY n`);
  await insertPlaces(client);
  await client.query(`
    INSERT INTO protocol_versions (quest_id, version, protocol)
    SELECT id, 1, '{"fields":[{"key":"tree_width","kind":"number","label":"Girth","unit":"cm","min":1,"max":2000},
      {"key":"species","kind":"text","label":"Species"},{"key":"alive","kind":"yes_no","label":"Alive?"}],
      "photo":{"required":true}}'::json FROM seed_quests WHERE has_protocol ORDER BY n;
    UPDATE quests SET protocol_version = 1, had_specification_form = false
    WHERE id IN (SELECT id FROM seed_quests WHERE has_protocol)`);
  await insertPeople(client, adventurers, { points });
  await insertDataPoints(client, { quests, points, adventurers });
  await makeIndexes();
  return {
    quests: { first: firstQuest, last: firstQuest + quests - 1 },
    organizations: { first: firstOrganization, last: firstOrganization + organizations - 1 },
    adventurers,
  };
}

/** Building an index after inserting all rows is faster. Returns a function that recreates the indexes. */
async function dropIndexes(client: Client): Promise<() => Promise<void>> {
  const { rows: indexes } = await client.query(`
    SELECT i.indexdef, format('%I.%I', i.schemaname, i.indexname) AS name FROM pg_indexes i
    WHERE i.schemaname = current_schema() AND i.tablename IN ('quests', 'adventurer_quests', 'quest_data', 'reviews')
      AND NOT EXISTS (SELECT FROM pg_constraint c WHERE c.conname = i.indexname)`);
  for (const { name } of indexes) await client.query(`DROP INDEX ${name}`);
  return async () => {
    for (const { indexdef } of indexes) await client.query(String(indexdef));
  };
}

/** Reserves a range of ids and returns the first. */
async function reserve(client: Client, table: "organizations" | "quests", count: number): Promise<number> {
  const sequence = `pg_get_serial_sequence('${table}', 'id')`;
  const { rows } = await client.query(`SELECT nextval(${sequence})::int AS first`);
  const first = Number(rows[0]?.first);
  await client.query(`SELECT setval(${sequence}, ${first + count - 1})`);
  return first;
}

/** One to four per quest, the first nearest to its city. */
async function insertPlaces(client: Client): Promise<void> {
  const spreadOut = (salt: number) =>
    // Summing three random numbers favours the middle: most locations are near, few far.
    `(pg_temp.chance(q.n::bigint * 4 + k, ${salt}) + pg_temp.chance(q.n::bigint * 4 + k, ${salt + 1}) + pg_temp.chance(q.n::bigint * 4 + k, ${salt + 2}) - 1.5)
      * (0.15 + 6 * power(pg_temp.chance(q.n, 30), 6))`;
  await client.query(`
    INSERT INTO quest_locations (quest_id, address_line1, locality, administrative_area, postal_code, country, latitude, longitude)
    SELECT q.id, 1 + (q.n + k) % 300 || ' Long Road', c.name || ' ' || (${arrayOf(quarters)})[1 + (q.n + k) % ${quarters.length}],
      c.region, c.postal_code, c.country, c.latitude + ${spreadOut(10)},
      -- Beyond the date line the other side goes on.
      mod((c.longitude + ${spreadOut(20)} + 540)::numeric, 360)::double precision - 180
    FROM seed_quests q JOIN seed_cities c ON c.place = q.city, generate_series(0, (q.n % 4)::int) k
    ORDER BY q.n, k`);
  // Same as questSearchText for these words, which have no accents, and these quests, which are in one country each.
  await client.query(`
    UPDATE quests q SET search_text = lower(concat_ws(' ', q.quest_name, q.quest_description, o.organization_name, p.words)),
      location_id = p.location_ids[1], latitude = p.latitudes[1], longitude = p.longitudes[1]
    FROM organizations o, (
      SELECT l.quest_id, array_agg(l.id ORDER BY l.id) AS location_ids, array_agg(l.latitude ORDER BY l.id) AS latitudes,
        array_agg(l.longitude ORDER BY l.id) AS longitudes, string_agg(concat_ws(' ', l.address_line1, l.locality, l.administrative_area, l.postal_code),
        ' ' ORDER BY l.id) || ' ' || min(l.country) AS words
      FROM quest_locations l JOIN seed_quests s ON s.id = l.quest_id GROUP BY l.quest_id) p
    WHERE o.id = q.organization_id AND p.quest_id = q.id`);
}

/** Number of draws per quest; a person may be drawn twice. */
const slotsOf = (n: string, points: number) =>
  `CASE WHEN ${n} = 1 THEN ${Math.max(20, Math.ceil(points / 500))} ELSE 1 + ${n} % 5 END`;
const adventurerIn = (n: string, slot: string, adventurers: number) =>
  `pg_temp.adventurer(2 + floor(pg_temp.chance((${n})::bigint * 8192 + ${slot}, 40) * ${adventurers - 1})::bigint)`;

async function insertPeople(client: Client, adventurers: number, { points }: { points: number }): Promise<void> {
  await client.query(`
    -- The person may yet get an account; all others look as if they had theirs.
    INSERT INTO adventurers (id, issuer, subject)
    SELECT name, CASE WHEN i > 1 THEN 'embedded' END, CASE WHEN i > 1 THEN 'seed ' || name END
    FROM generate_series(1, ${adventurers}) i, LATERAL (SELECT pg_temp.adventurer(i) AS name) named ON CONFLICT DO NOTHING;
    INSERT INTO adventurer_quests (adventurer_id, quest_id, joined_at, status, completed_at)
    SELECT adventurer_id, id, joined_at, CASE WHEN is_over THEN 'completed' ELSE 'in_progress' END,
      CASE WHEN is_over THEN joined_at + interval '399 days' END
    FROM (
      SELECT DISTINCT ON (q.id, adventurer_id) q.id, adventurer_id, q.quest_status = 'COMPLETED' AS is_over,
        current_date - interval '400 days' + pg_temp.chance(q.n::bigint * 8192 + slot, 41) * interval '30 days' AS joined_at
      FROM seed_quests q, generate_series(-1, ${slotsOf("q.n", points)} - 1) slot,
        LATERAL (SELECT CASE WHEN slot = -1 THEN pg_temp.adventurer(1) ELSE ${adventurerIn("q.n", "slot", adventurers)} END
          AS adventurer_id) a
      WHERE q.quest_status <> 'INACTIVE' AND (slot >= 0 OR q.n <= 40)
      ORDER BY q.id, adventurer_id, slot) joined
    ON CONFLICT DO NOTHING`);
}

const pointsAtOnce = 200_000;

async function insertDataPoints(
  client: Client,
  { quests, points, adventurers }: SeedSize & { adventurers: number },
): Promise<void> {
  const ofOnePerson = Math.floor(points * share.ofOnePerson);
  const ofLargestQuest = Math.floor(points * share.ofLargestQuest);
  const decided = points - Math.floor(points * share.pending);
  for (let from = 0; from < points; from += pointsAtOnce) {
    await client.query(`
      INSERT INTO quest_data (id, adventurer_id, quest_id, latitude, longitude, accuracy, additional_data, protocol_version,
        photo_key, photo_sha256, photo_bytes, photo_format, photo_width, photo_height, created_at, captured_at,
        review_decision, evidence, evidence_codes, evidence_score, evidence_rules)
      SELECT pg_temp.name_of(i, 'point of ${points} of ' || q.id),
        CASE WHEN i % ${points} < ${ofOnePerson} THEN pg_temp.adventurer(1)
          ELSE ${adventurerIn("q.n", `floor(pg_temp.chance(i, 51) * ${slotsOf("q.n", points)})::int`, adventurers)} END,
        q.id, l.latitude + (pg_temp.chance(i, 52) - 0.5) / 50, l.longitude + (pg_temp.chance(i, 53) - 0.5) / 50,
        3 + pg_temp.chance(i, 54) * 40,
        jsonb_build_object('tree_width', 20 + floor(pg_temp.chance(i, 55) * 2000) / 10)
          || CASE WHEN q.has_protocol THEN jsonb_build_object(
            'species', (${arrayOf(species)})[1 + i % ${species.length}], 'alive', i % 9 <> 0) ELSE '{}' END,
        CASE WHEN q.has_protocol THEN 1 END, 'seed/' || q.id || '-' || i,
        md5('seed' || q.id || '-' || i) || md5(i::text), 2000000, 'jpeg', 3000, 4000, t.at, t.at,
        CASE WHEN t.turn >= ${decided} THEN NULL WHEN i % 10 = 0 THEN 'denied' WHEN i % 33 = 0 THEN 'change_requested'
          ELSE 'accepted' END,
        CASE i % 10 WHEN 1 THEN '[{"code":"blurred","weight":3,"facts":{"sharpness":12}}]'
          WHEN 2 THEN '[{"code":"poor_accuracy","weight":3,"facts":{"accuracy":80}}]' ELSE '[]' END::jsonb,
        CASE i % 10 WHEN 1 THEN ARRAY['blurred'] WHEN 2 THEN ARRAY['poor_accuracy'] ELSE '{}' END,
        CASE WHEN i % 10 IN (1, 2) THEN 3 ELSE 0 END, ${rulesVersion}
      FROM (
        -- Few quests have many: the second a few thousand, the last a handful.
        SELECT i, CASE WHEN i < ${ofLargestQuest} THEN 1
          ELSE 2 + floor(${quests - 1} * power(pg_temp.chance(i, 50), 1.5))::int END AS drawn
        FROM generate_series(${from}, ${Math.min(points, from + pointsAtOnce) - 1}) i) drawn
      JOIN seed_quests q ON q.n = drawn - CASE WHEN drawn % 20 = 7 THEN 1 ELSE 0 END
      JOIN (SELECT id, least(latitude, 89) AS latitude, greatest(-179.9, least(longitude, 179.9)) AS longitude
        FROM quests) l ON l.id = q.id,
        -- The newest wait, and those of every quest are among them.
        LATERAL (SELECT turn, current_date - (${points} - turn) * interval '30 seconds' AS at
          FROM (SELECT (i::bigint * 7919) % ${points} AS turn) s) t`);
  }
  await client.query(`
    INSERT INTO reviews (quest_data_id, decision, comment, reviewed_by, reviewed_at)
    SELECT d.id, d.review_decision, CASE d.review_decision WHEN 'change_requested' THEN 'Again, please.' END,
      'seed-reviewer' || 1 + s.n % 20, least(d.created_at + interval '1 day', now())
    FROM quest_data d JOIN seed_quests s ON s.id = d.quest_id WHERE d.review_decision IS NOT NULL`);
  await client.query(`
    WITH gone AS (DELETE FROM sample_counts RETURNING *)
    INSERT INTO sample_counts SELECT quest_id, state, sum(count) FROM gone GROUP BY 1, 2 HAVING sum(count) <> 0;
    WITH gone AS (DELETE FROM sample_totals RETURNING *)
    INSERT INTO sample_totals SELECT state, sum(count) FROM gone GROUP BY 1;
    WITH gone AS (DELETE FROM quest_days RETURNING *)
    INSERT INTO quest_days SELECT quest_id, day, what, sum(count) FROM gone GROUP BY 1, 2, 3 HAVING sum(count) <> 0;
    UPDATE quest_figures f SET sample_count = n.count, pending_count = n.pending, accepted_count = n.accepted,
      denied_count = n.denied, change_requested_count = n.change_requested
    FROM (SELECT quest_id, sum(count) AS count, ${sampleStates
      .map((state) => `coalesce(sum(count) FILTER (WHERE state = '${state}'), 0) AS ${state}`)
      .join(", ")}
      FROM sample_counts GROUP BY 1) n WHERE n.quest_id = f.quest_id;
    UPDATE quest_totals SET quests = f.quests, adventurers = f.adventurers, data_points = f.data_points
    FROM (SELECT count(*) AS quests, sum(adventurer_count) AS adventurers, sum(sample_count) AS data_points
      FROM quest_figures) f`);
}
