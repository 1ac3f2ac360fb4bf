import { once } from "node:events";
import { finished } from "node:stream/promises";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type { PoolClient } from "pg";
import { type CopyStreamQuery, from as copyFrom } from "pg-copy-streams";
import { type BackedUpTable, BackupError, type BackupHeader, fullNameOf } from "./backup-format.ts";
import { copied, type ForeignKey, listForeignKeys, listTables, quoted } from "./catalogue.ts";

const uncompress = promisify(gunzip);
/** Parts end after four megabytes, plus at most one chunk of the database. */
const pieceBytesMax = 64 * 1024 * 1024;

/**
 * Fills the tables of a migrated database in the caller's transaction. Existing rows are deleted, triggers are
 * disabled, and foreign keys are recreated at the end, which checks them. Don't use `client` between `add` and `end`.
 */
export class TableLoader {
  readonly #client: PoolClient;
  readonly #header: BackupHeader;
  readonly #schemas: readonly string[];
  #foreignKeys: ForeignKey[] = [];
  #current: { table: BackedUpTable; copy: CopyStreamQuery; failed: Promise<never> } | undefined;

  constructor(client: PoolClient, header: BackupHeader, schemas: readonly string[]) {
    this.#client = client;
    this.#header = header;
    this.#schemas = schemas;
  }

  async begin(keptTables: readonly string[]): Promise<void> {
    const client = this.#client;
    const present = await listTables(client, this.#schemas);
    this.#foreignKeys = await listForeignKeys(client, this.#schemas);
    for (const { schema, table, name } of this.#foreignKeys) {
      await client.query(
        `ALTER TABLE ${quoted(client, { schema, name: table })} DROP CONSTRAINT ${client.escapeIdentifier(name)}`,
      );
    }
    const emptied = present.filter((table) => !keptTables.includes(fullNameOf(table)));
    await client.query(`TRUNCATE ${emptied.map((table) => quoted(client, table)).join(", ")}`);
    for (const table of present) await client.query(`ALTER TABLE ${quoted(client, table)} DISABLE TRIGGER USER`);
  }

  /** Adds the next part of a table; parts of one table must be consecutive. */
  async add(fullName: string, piece: Buffer): Promise<void> {
    if (this.#current === undefined || fullNameOf(this.#current.table) !== fullName) {
      await this.endTable();
      this.#current = this.#beginTable(fullName);
    }
    const { copy, failed } = this.#current;
    const bytes = await uncompress(piece, { maxOutputLength: pieceBytesMax });
    if (!copy.write(bytes)) await Promise.race([once(copy, "drain"), failed]);
  }

  /** Finishes the current table. */
  async endTable(): Promise<void> {
    const copy = this.#current?.copy;
    this.#current = undefined;
    copy?.end();
    if (copy) await finished(copy);
  }

  async end(): Promise<void> {
    const client = this.#client;
    for (const { schema, name, last_value, is_called } of this.#header.sequences) {
      await client.query("SELECT setval($1::regclass, $2::bigint, $3)", [
        quoted(client, { schema, name }),
        last_value,
        is_called,
      ]);
    }
    for (const table of await listTables(client, this.#schemas)) {
      await client.query(`ALTER TABLE ${quoted(client, table)} ENABLE TRIGGER USER`);
    }
    for (const { schema, table, name, definition } of this.#foreignKeys) {
      await client.query(
        `ALTER TABLE ${quoted(client, { schema, name: table })} ADD CONSTRAINT ${client.escapeIdentifier(name)} ${definition}`,
      );
    }
  }

  #beginTable(fullName: string) {
    const table = this.#header.tables.find((each) => fullNameOf(each) === fullName);
    if (!table) throw new BackupError(`The backup has rows of ${fullName} without a description.`);
    const copy = this.#client.query(copyFrom(`COPY ${copied(this.#client, table)} FROM STDIN`));
    const failed = new Promise<never>((_, reject) => copy.once("error", reject));
    failed.catch(() => undefined);
    return { table, copy, failed };
  }
}
