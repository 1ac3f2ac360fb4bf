import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { makeDataFolder, removeDataFolder } from "../../../test/data-folder.ts";
import { createTestDatabase, type TestDatabase } from "../../../test/database.ts";
import { findEncryptionKeys } from "./encryption-keys.ts";

let dataDir: string;
let database: TestDatabase;
beforeEach(async () => {
  dataDir = await makeDataFolder("cairn-key-");
  database = await createTestDatabase();
});
afterEach(async () => {
  await database.drop();
  await removeDataFolder(dataDir);
});

const find = (encryptionKeys?: string[], role: "all" | "web" = "all", folder = dataDir) =>
  findEncryptionKeys({ dataDir: folder, encryptionKeys, role }, database.db);

it("the key is created once, in a file that only its owner can read", async () => {
  const found = await Promise.all([1, 2, 3, 4].map(() => find()));
  const file = join(dataDir, "encryption-key");
  const kept = (await readFile(file, "utf8")).trim();
  expect(Buffer.from(kept, "base64url")).toHaveLength(32);
  expect(found).toEqual([[kept], [kept], [kept], [kept]]);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await find()).toEqual([kept]);
});

it("an empty file is rejected and not replaced", async () => {
  await writeFile(join(dataDir, "encryption-key"), "");
  await expect(find()).rejects.toThrow("has no key");
});

it("the setting takes precedence over the file", async () => {
  const encryptionKeys = ["a key of thirty-two characters or more"];
  expect(await find(encryptionKeys)).toEqual(encryptionKeys);
});

it("processes with the role web share a key without a shared folder, and read what was encrypted with another before", async () => {
  const [own] = await find();
  const [shared, ...others] = await find(undefined, "web");
  expect(others).toEqual([own]);
  const elsewhere = await makeDataFolder("cairn-key-");
  expect(await find(undefined, "web", elsewhere)).toEqual([shared]);
  await removeDataFolder(elsewhere);
  expect(await find()).toEqual([own, shared]);
});
