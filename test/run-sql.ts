import pg from "pg";

/** The rows of one query on a connection of its own. */
export async function runSql(
  connectionString: string | undefined,
  sql: string,
  values: unknown[] = [],
): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query(sql, values)).rows;
  } finally {
    await client.end();
  }
}
