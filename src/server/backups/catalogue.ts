import type { PoolClient } from "pg";
import { type BackedUpMigration, type BackedUpTable, type BackupHeader, fullNameOf } from "./backup-format.ts";

export type Sequence = BackupHeader["sequences"][number];

/**
 * Lasting tables of these schemas, with columns that aren't computed. Leaves out UNLOGGED tables and those of
 * extensions.
 */
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

/** Current values of these schemas' sequences. */
export async function readSequences(client: PoolClient, schemas: readonly string[]): Promise<Sequence[]> {
  const { rows } = await client.query<{ schema: string; name: string }>(
    `SELECT n.nspname AS schema, c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = ANY($1) AND c.relkind = 'S' AND c.relpersistence = 'p' ORDER BY 1, 2`,
    [schemas],
  );
  const sequences: Sequence[] = [];
  for (const { schema, name } of rows) {
    const { rows: values } = await client.query<{ last_value: string; is_called: boolean }>(
      `SELECT last_value::text, is_called FROM ${quoted(client, { schema, name })}`,
    );
    if (values[0]) sequences.push({ schema, name, ...values[0] });
  }
  return sequences;
}

/** Applied migrations; empty if there is no such table. */
export async function readLedger(client: PoolClient, ledger: string): Promise<BackedUpMigration[]> {
  const { rows: found } = await client.query<{ is_there: boolean }>("SELECT to_regclass($1) IS NOT NULL AS is_there", [
    ledger,
  ]);
  if (!found[0]?.is_there) return [];
  const { rows } = await client.query<BackedUpMigration>(`SELECT number, name, sha256 FROM ${ledger} ORDER BY number`);
  return rows;
}

export type ForeignKey = { schema: string; table: string; name: string; definition: string };

export async function listForeignKeys(client: PoolClient, schemas: readonly string[]): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `SELECT n.nspname AS schema, c.relname AS table, k.conname AS name, pg_get_constraintdef(k.oid) AS definition
     FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = ANY($1) AND k.contype = 'f' AND k.conparentid = 0 ORDER BY 1, 2, 3`,
    [schemas],
  );
  return rows;
}

export function quoted(client: PoolClient, table: { schema: string; name: string }): string {
  return `${client.escapeIdentifier(table.schema)}.${client.escapeIdentifier(table.name)}`;
}

/** `<table> (<columns>)` for COPY. */
export function copied(client: PoolClient, table: BackedUpTable): string {
  return `${quoted(client, table)} (${table.columns.map((column) => client.escapeIdentifier(column)).join(", ")})`;
}

export const isNamed = (table: { schema: string; name: string }, names: readonly string[]): boolean =>
  names.includes(fullNameOf(table));
