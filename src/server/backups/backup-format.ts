import * as z from "zod/mini";

/**
 * A backup is a tar archive, its entries in this order: `backup.json` (what it is of), `encryption-key` where the installation
 * keeps its key in a file, `tables/<schema>.<table>/<number>.copy.gz` (pieces of PostgreSQL's COPY format, each compressed by
 * gzip), `photos/<key>`, `manifest.json` (what it holds) and `checksums.sha256` (of every entry before it, as sha256sum writes them).
 */
export const formatVersion = 1;

export const entryNames = {
  header: "backup.json",
  encryptionKey: "encryption-key",
  manifest: "manifest.json",
  checksums: "checksums.sha256",
} as const;
export const tablesFolder = "tables/";
export const photosFolder = "photos/";

const migration = z.object({ number: z.int(), name: z.string(), sha256: z.string() });
const table = z.object({ schema: z.string(), name: z.string(), columns: z.array(z.string()) });
const sequence = z.object({ schema: z.string(), name: z.string(), last_value: z.string(), is_called: z.boolean() });

/** What is known before the first row is read. */
export const backupHeader = z.object({
  format: z.literal("cairn-backup"),
  version: z.literal(formatVersion),
  made_at: z.iso.datetime(),
  /** The version of the software that made it. */
  cairn: z.string(),
  postgresql: z.string(),
  /** By ledger. */
  migrations: z.record(z.string(), z.array(migration)),
  tables: z.array(table),
  sequences: z.array(sequence),
  /** What secrets in the database may be encrypted by; null where no key lies beside it. */
  encryption_keys: z.nullable(z.object({ fingerprints: z.array(z.string()), in_archive: z.boolean() })),
});
export type BackupHeader = z.infer<typeof backupHeader>;
export type BackedUpTable = BackupHeader["tables"][number];
export type BackedUpMigration = z.infer<typeof migration>;

/** What is known when everything is in the archive. */
export const backupManifest = z.object({
  /** By `<schema>.<table>`. */
  rows: z.record(z.string(), z.int()),
  photos: z.object({ count: z.int(), bytes: z.int() }),
  /** The database named them when the backup began, and they were deleted before it came to them. */
  deleted_meanwhile: z.array(z.string()),
  /** The database names them, and the store has none. */
  missing: z.array(z.string()),
  /** The store's bytes are others than those that came in. */
  damaged: z.array(z.string()),
});
export type BackupManifest = z.infer<typeof backupManifest>;

/** What stops a backup or a restore, in a sentence for the operator. */
export class BackupError extends Error {
  override readonly name = "BackupError";
}

export const fullNameOf = ({ schema, name }: { schema: string; name: string }): string => `${schema}.${name}`;
