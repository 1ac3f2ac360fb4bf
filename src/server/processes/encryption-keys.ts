import { randomBytes } from "node:crypto";
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../config.ts";
import type { Db } from "../database/connection.ts";
import { findInstallationValue, getInstallationSecret } from "../database/installation.ts";

type KeySettings = { encryptionKeys: readonly string[] | undefined; dataDir: string; role: Config["role"] };

const nameInDatabase = "encryption_key";

/**
 * What secrets in the database are encrypted by; the first encrypts, all decrypt. It is the setting, or else the file
 * `encryption-key` of `dataDir`, made at the first start, for its owner alone. Without that file the secrets are lost.
 * Processes with the role web may share nothing but the database, so without the setting theirs lies there too.
 */
export async function findEncryptionKeys(config: KeySettings, db: Db): Promise<readonly string[]> {
  if (config.encryptionKeys) return config.encryptionKeys;
  const file = join(config.dataDir, "encryption-key");
  const kept = await readKey(file);
  if (kept !== undefined && kept.length < 32)
    throw new Error(`${file} has no key: copy the key from your backup into it.`);
  if (config.role === "web") return [await getInstallationSecret(db, nameInDatabase), ...(kept ? [kept] : [])];
  const shared = await findInstallationValue(db, nameInDatabase);
  return [kept ?? (await makeKey(config.dataDir, file)), ...(shared ? [shared] : [])];
}

/** The key in the file of `dataDir`; undefined where there is none. */
export function readKeyFile(dataDir: string): Promise<string | undefined> {
  return readKey(join(dataDir, "encryption-key"));
}

async function readKey(file: string): Promise<string | undefined> {
  try {
    return (await readFile(file, "utf8")).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** The file appears with its content, so that nobody reads half a key; of two processes the first one's stays. */
async function makeKey(dataDir: string, file: string): Promise<string> {
  await mkdir(dataDir, { recursive: true });
  const unfinished = `${file}.${randomBytes(6).toString("hex")}`;
  await writeFile(unfinished, `${randomBytes(32).toString("base64url")}\n`, { mode: 0o600, flag: "wx", flush: true });
  try {
    await link(unfinished, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    await rm(unfinished);
  }
  return (await readFile(file, "utf8")).trim();
}
