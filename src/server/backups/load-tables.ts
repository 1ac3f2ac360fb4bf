import { once } from "node:events";
import { finished } from "node:stream/promises";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type { PoolClient } from "pg";
import { type CopyStreamQuery, from as copyFrom } from "pg-copy-streams";
import { type BackedUpTable, BackupError, type BackupHeader, fullNameOf } from "./backup-format.ts";
import { type ForeignKey, listForeignKeys, listTables, quoted, withColumns } from "./catalogue.ts";

const uncompress = promisify(gunzip);
/** Far above the pieces of `dumpTable`. */
const pieceBytesMax = 64 * 1024 * 1024;

/**
 * Replaces the rows of a migrated database in the caller's transaction. Triggers are disabled meanwhile, and foreign keys are
 * recreated at the end, which checks them. The `client` must not run other queries between `add` and `endTable`.
 */
export class TableLoader {
  #foreignKeys: ForeignKey[] = [];
  #current: { table: BackedUpTable; copy: CopyStreamQuery; failed: Promise<never> } | undefined;

  constructor(
    readonly client: PoolClient,
    readonly header: BackupHeader,
    readonly schemas: readonly string[],
  ) {}

  async begin(keptTables: readonly string[]): Promise<void> {
    const present = await listTables(this.client, this.schemas);
    this.#foreignKeys = await listForeignKeys(this.client, this.schemas);
    for (const { constraint, ...table } of this.#foreignKeys) {
      await this.client.query(`ALTER TABLE ${quoted(table)} DROP CONSTRAINT ${constraint}`);
    }
    const emptied = present.filter((table) => !keptTables.includes(fullNameOf(table)));
    await this.client.query(`TRUNCATE ${emptied.map(quoted).join(", ")}`);
    for (const table of present) await this.client.query(`ALTER TABLE ${quoted(table)} DISABLE TRIGGER USER`);
  }

  /** Adds the next piece of a table; all pieces of a table are consecutive. */
  async add(fullName: string, piece: Buffer): Promise<void> {
    if (this.#current === undefined || fullNameOf(this.#current.table) !== fullName) {
      await this.endTable();
      this.#current = this.#beginTable(fullName);
    }
    const { copy, failed } = this.#current;
    const bytes = await uncompress(piece, { maxOutputLength: pieceBytesMax });
    if (!copy.write(bytes)) await Promise.race([once(copy, "drain"), failed]);
  }

  async endTable(): Promise<void> {
    const copy = this.#current?.copy;
    this.#current = undefined;
    copy?.end();
    if (copy) await finished(copy);
  }

  async end(): Promise<void> {
    for (const sequence of this.header.sequences) {
      const { last_value, is_called } = sequence;
      await this.client.query("SELECT setval($1::regclass, $2::bigint, $3)", [quoted(sequence), last_value, is_called]);
    }
    for (const table of await listTables(this.client, this.schemas)) {
      await this.client.query(`ALTER TABLE ${quoted(table)} ENABLE TRIGGER USER`);
    }
    for (const { constraint, definition, ...table } of this.#foreignKeys) {
      await this.client.query(`ALTER TABLE ${quoted(table)} ADD CONSTRAINT ${constraint} ${definition}`);
    }
  }

  #beginTable(fullName: string) {
    const table = this.header.tables.find((each) => fullNameOf(each) === fullName);
    if (!table) throw new BackupError(`The backup has rows of ${fullName} without a description.`);
    const copy = this.client.query(copyFrom(`COPY ${withColumns(table)} FROM STDIN`));
    const failed = new Promise<never>((_, reject) => copy.once("error", reject));
    failed.catch(() => undefined);
    return { table, copy, failed };
  }
}
