import pg, { type PoolClient } from "pg";
import type { BackedUpTable, BackupHeader } from "./backup-archive.ts";

/** The permanent tables of these schemas, with the columns that aren't generated; without tables of extensions. */
export async function listTables(client: PoolClient, schemas: readonly string[]): Promise<BackedUpTable[]> {
  const { rows } = await client.query<BackedUpTable>(
    `SELECT n.nspname AS schema, c.relname AS name,
            array(SELECT attname::text FROM pg_attribute
                  WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum) AS columns
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = ANY($1) AND c.relkind = 'r' AND c.relpersistence = 'p'
       AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = c.oid AND deptype = 'e')
     ORDER BY 1, 2`,
    [schemas],
  );
  return rows;
}

type Sequence = BackupHeader["sequences"][number];

/** The sequences of these schemas with their values. */
export async function readSequences(client: PoolClient, schemas: readonly string[]): Promise<Sequence[]> {
  const { rows } = await client.query<{ schema: string; name: string }>(
    `SELECT n.nspname AS schema, c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = ANY($1) AND c.relkind = 'S' AND c.relpersistence = 'p' ORDER BY 1, 2`,
    [schemas],
  );
  const sequences: Sequence[] = [];
  for (const sequence of rows) {
    const { rows: values } = await client.query<{ last_value: string; is_called: boolean }>(
      `SELECT last_value::text, is_called FROM ${quoted(sequence)}`,
    );
    if (values[0]) sequences.push({ ...sequence, ...values[0] });
  }
  return sequences;
}

/** `schema` and `name` are those of the table. */
export type ForeignKey = { schema: string; name: string; constraint: string; definition: string };

export async function listForeignKeys(client: PoolClient, schemas: readonly string[]): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `SELECT n.nspname AS schema, c.relname AS name, quote_ident(k.conname) AS constraint,
            pg_get_constraintdef(k.oid) AS definition
     FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = ANY($1) AND k.contype = 'f' AND k.conparentid = 0 ORDER BY 1, 2, 3`,
    [schemas],
  );
  return rows;
}

export function quoted({ schema, name }: { schema: string; name: string }): string {
  return `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`;
}

/** `<table> (<columns>)`, for COPY. */
export function withColumns(table: BackedUpTable): string {
  return `${quoted(table)} (${table.columns.map((column) => pg.escapeIdentifier(column)).join(", ")})`;
}
