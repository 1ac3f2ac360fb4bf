import { createHmac } from "node:crypto";
import * as z from "zod/mini";

/**
 * A backup is a tar archive with these entries in this order: `backup.json` (header), `encryption-key` if the installation has its
 * key in a file, `tables/<schema>.<table>/<number>.copy.gz` (pieces of PostgreSQL's COPY format, each compressed by gzip),
 * `photos/<key>`, `manifest.json` (counts) and `checksums.sha256` (of all entries before it, in the format of sha256sum).
 */
export const formatVersion = 1;

export const entryNames = {
  header: "backup.json",
  encryptionKey: "encryption-key",
  manifest: "manifest.json",
  checksums: "checksums.sha256",
} as const;
export const photosFolder = "photos/";

const migration = z.object({ number: z.int(), name: z.string(), sha256: z.string() });
const table = z.object({ schema: z.string(), name: z.string(), columns: z.array(z.string()) });
const sequence = z.object({ schema: z.string(), name: z.string(), last_value: z.string(), is_called: z.boolean() });

/** Written before the first row is read. */
export const backupHeader = z.object({
  format: z.literal("cairn-backup"),
  version: z.literal(formatVersion),
  made_at: z.iso.datetime(),
  /** The version of Cairn. */
  cairn: z.string(),
  postgresql: z.string(),
  /** By migrations table. */
  migrations: z.record(z.string(), z.array(migration)),
  tables: z.array(table),
  sequences: z.array(sequence),
  /** The keys that may encrypt secrets in the database; null if there are none. */
  encryption_keys: z.nullable(z.object({ fingerprints: z.array(z.string()), in_archive: z.boolean() })),
});
export type BackupHeader = z.infer<typeof backupHeader>;
export type BackedUpTable = BackupHeader["tables"][number];

/** Written when all data is in the archive. */
export const backupManifest = z.object({
  /** By `<schema>.<table>`. */
  rows: z.record(z.string(), z.int()),
  photos: z.object({ count: z.int(), bytes: z.int() }),
  /** In the database when the backup started, and deleted before they were copied. */
  deleted_meanwhile: z.array(z.string()),
  /** In the database, but not in the store. */
  missing: z.array(z.string()),
  /** Changed in the store since they were uploaded. */
  damaged: z.array(z.string()),
});
export type BackupManifest = z.infer<typeof backupManifest>;

/** Why a backup or restore failed, for the operator. */
export class BackupError extends Error {
  override readonly name = "BackupError";
}

/** Identifies a key without revealing it. */
export function fingerprintOf(encryptionKey: string): string {
  return createHmac("sha256", encryptionKey).update("key of a backup of Cairn").digest("hex");
}

export const fullNameOf = ({ schema, name }: { schema: string; name: string }): string => `${schema}.${name}`;
