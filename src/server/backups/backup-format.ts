import * as z from "zod/mini";

/**
 * A backup is a tar archive with entries in this order: `backup.json` (header), `encryption-key` if the installation
 * keeps its key in a file, `tables/<schema>.<table>/<number>.copy.gz` (parts in PostgreSQL's COPY format, each
 * gzipped), `photos/<key>`, `manifest.json` (contents) and `checksums.sha256` (of all earlier entries, in the format of
 * sha256sum).
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

/** Known before the first row is read. */
export const backupHeader = z.object({
  format: z.literal("cairn-backup"),
  version: z.literal(formatVersion),
  made_at: z.iso.datetime(),
  /** The software version that made it. */
  cairn: z.string(),
  postgresql: z.string(),
  /** By migrations table. */
  migrations: z.record(z.string(), z.array(migration)),
  tables: z.array(table),
  sequences: z.array(sequence),
  /** Fingerprints of keys that may encrypt secrets in the database; null if no key is configured. */
  encryption_keys: z.nullable(z.object({ fingerprints: z.array(z.string()), in_archive: z.boolean() })),
});
export type BackupHeader = z.infer<typeof backupHeader>;
export type BackedUpTable = BackupHeader["tables"][number];
export type BackedUpMigration = z.infer<typeof migration>;

/** Known when everything is in the archive. */
export const backupManifest = z.object({
  /** By `<schema>.<table>`. */
  rows: z.record(z.string(), z.int()),
  photos: z.object({ count: z.int(), bytes: z.int() }),
  /** Deleted between the start of the backup and their turn. */
  deleted_meanwhile: z.array(z.string()),
  /** In the database, but missing from the store. */
  missing: z.array(z.string()),
  /** Photos whose bytes differ from the uploaded ones. */
  damaged: z.array(z.string()),
});
export type BackupManifest = z.infer<typeof backupManifest>;

/** An error of a backup or restore, with a message for the operator. */
export class BackupError extends Error {
  override readonly name = "BackupError";
}

export const fullNameOf = ({ schema, name }: { schema: string; name: string }): string => `${schema}.${name}`;
