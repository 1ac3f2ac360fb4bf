import { resolve } from "node:path";
import { identityMigrations } from "../../identity/identity-migrations.ts";
import { BackupError, type BackupManifest } from "../backups/backup-archive.ts";
import { makeBackup } from "../backups/make-backup.ts";
import { findReferencedPhotoKeys, namedPhotosSql } from "../data-points/photo-queries.ts";
import { openDatabase } from "../database/connection.ts";
import { serverMigrations } from "../database/migrate.ts";
import {
  findReferencedPictureKeys,
  findReferencedSoundKeys,
  namedPicturesSql,
  namedSoundsSql,
  pictureKind,
  soundKind,
} from "../media/media-queries.ts";
import { coverKinds, findReferencedCoverKeys, namedCoversSql } from "../quests/covers.ts";
import { findReferencedReleaseKeys, namedReleaseFilesSql } from "../releases/release-queries.ts";
import type { Config } from "../settings/config.ts";
import { readKeyFile } from "./encryption-keys.ts";
import { makePhotoStore } from "./services.ts";

export const ourSchemas = ["public", "identity"];
export const ourLedgers = [serverMigrations.ledger, identityMigrations.ledger];

/** Phones start these uploads over. */
const unfinishedUploads = ["public.resumable_uploads", "public.resumable_upload_chunks", "public.upload_claims"];

type BackUpOptions = {
  config: Config;
  connectionString: string;
  path: string;
  cairn: string;
  print: (line: string) => void;
};

/** Makes a backup of a possibly running installation. @throws BackupError */
export async function backUp({ config, connectionString, path, cairn, print }: BackUpOptions): Promise<BackupManifest> {
  const database = openDatabase(connectionString, { applicationName: "cairn backup", maxConnections: 4 });
  const { db, pool } = database;
  try {
    await requireInstallation(pool);
    return await makeBackup({
      path: resolve(path),
      pool,
      store: await makePhotoStore(config, db),
      installation: {
        schemas: ourSchemas,
        ledgers: ourLedgers,
        leftOut: unfinishedUploads,
        namedPhotosSql: `${namedPhotosSql} UNION ALL ${namedCoversSql(Object.values(coverKinds))} UNION ALL ${namedPicturesSql} UNION ALL ${namedSoundsSql} UNION ALL ${namedReleaseFilesSql}`,
        findNamed: async (keys) => {
          const covers = keys.filter((key) => !/^(originals|pictures|sounds|releases)\//.test(key));
          const namedCovers = await findReferencedCoverKeys(db, covers.map(coverOf));
          const pictures = keys.filter((key) => key.startsWith(`${pictureKind}/`));
          const namedPictures = await findReferencedPictureKeys(db, pictures.map(withoutEnding));
          const sounds = keys.filter((key) => key.startsWith(`${soundKind}/`));
          return new Set([
            ...(await findReferencedSoundKeys(db, sounds)),
            ...(await findReferencedReleaseKeys(db, keys)),
            ...(await findReferencedPhotoKeys(db, keys)),
            ...covers.filter((key) => namedCovers.has(coverOf(key))),
            ...pictures.filter((key) => namedPictures.has(withoutEnding(key))),
          ]);
        },
      },
      cairn,
      encryptionKeys: await findKeys(config),
      print,
    });
  } finally {
    await database.close();
  }
}

const withoutEnding = (key: string) => key.replace(/\.\w+$/, "");
const coverOf = (key: string) => withoutEnding(key).replace(/^[^/]+/, coverKinds.hero);

/** Called before the store is opened, which writes to the database. */
async function requireInstallation(pool: { query: (sql: string) => Promise<{ rows: unknown[] }> }): Promise<void> {
  const { rows } = await pool.query("SELECT WHERE to_regclass('public.quest_data') IS NOT NULL");
  if (rows.length > 0) return;
  throw new BackupError("This database has no Cairn installation to back up.");
}

async function findKeys({ encryptionKeys, dataDir }: Config) {
  if (encryptionKeys) return { keys: encryptionKeys, areInArchive: false };
  const key = await readKeyFile(dataDir);
  return key === undefined ? undefined : { keys: [key], areInArchive: true };
}
