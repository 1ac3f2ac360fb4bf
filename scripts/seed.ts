import { parseArgs } from "node:util";
import { administer } from "./administer.ts";
import { seedDatabase } from "./seed-database.ts";

const usage = "npm run seed -- --quests N --points M [--person NAME] [--add]";

/** Fills the configured database, to show how Cairn behaves at that size. */
await administer(async ({ pool }) => {
  const { quests, points, person, add } = parseArgs({
    options: {
      quests: { type: "string" },
      points: { type: "string" },
      person: { type: "string" },
      add: { type: "boolean", default: false },
    },
  }).values;
  const size = { quests: countOf(quests, 2, 10_000_000), points: countOf(points, 0, 100_000_000) };
  const client = await pool.connect();
  try {
    const { rows } = await client.query<{ is_filled: boolean }>("SELECT EXISTS (SELECT FROM quests) AS is_filled");
    if (rows[0]?.is_filled && !add) {
      throw new TypeError("The database already has quests. Use --add to add more.");
    }
    const begun = Date.now();
    const made = await seedDatabase(client, { ...size, ...(person !== undefined && { person }) });
    console.log(
      `Made ${size.quests} quests (${made.quests.first} to ${made.quests.last}), ${made.adventurers} adventurers and ${size.points} data points in ${Math.round((Date.now() - begun) / 1000)} s.`,
    );
  } finally {
    client.release();
  }
});

function countOf(text: string | undefined, min: number, max: number): number {
  const count = Number(text);
  if (text !== undefined && /^\d{1,9}$/.test(text) && count >= min && count <= max) return count;
  throw new TypeError(`Use: ${usage} (at least ${min})`);
}
