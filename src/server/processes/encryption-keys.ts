import { randomBytes } from "node:crypto";
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Db } from "../database/connection.ts";
import { findInstallationValue, getInstallationSecret } from "../database/installation.ts";
import type { Config } from "../settings/config.ts";

type KeySettings = { encryptionKeys: readonly string[] | undefined; dataDir: string; role: Config["role"] };

const nameInDatabase = "encryption_key";
const fileOf = (dataDir: string) => join(dataDir, "encryption-key");

/**
 * The keys for secrets in the database; the first encrypts, all decrypt. They come from the setting, or from the file
 * `encryption-key` in `dataDir`, created at the first start; without it the secrets are lost. Processes with the role
 * web may share only the database, so without the setting their key is stored there.
 */
export async function findEncryptionKeys(config: KeySettings, db: Db): Promise<readonly string[]> {
  if (config.encryptionKeys) return config.encryptionKeys;
  const file = fileOf(config.dataDir);
  const kept = await readKeyFile(config.dataDir);
  if (kept !== undefined && kept.length < 32)
    throw new Error(`${file} has no key: copy the key from your backup into it.`);
  if (config.role === "web") return [await getInstallationSecret(db, nameInDatabase), ...(kept ? [kept] : [])];
  const shared = await findInstallationValue(db, nameInDatabase);
  return [kept ?? (await makeKey(config.dataDir, file)), ...(shared ? [shared] : [])];
}

export async function readKeyFile(dataDir: string): Promise<string | undefined> {
  try {
    return (await readFile(fileOf(dataDir), "utf8")).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** The file appears with its content, so nobody reads half a key; if two processes create it, the first wins. */
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
