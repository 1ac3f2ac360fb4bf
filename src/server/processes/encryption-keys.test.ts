import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { makeDataFolder, removeDataFolder } from "../../../test/data-folder.ts";
import { findEncryptionKeys } from "./encryption-keys.ts";

let dataDir: string;
beforeEach(async () => {
  dataDir = await makeDataFolder("cairn-key-");
});
afterEach(() => removeDataFolder(dataDir));

it("a key is made once, in a file that its owner alone can read, whoever comes first", async () => {
  const config = { dataDir, encryptionKeys: undefined };
  const found = await Promise.all([1, 2, 3, 4].map(() => findEncryptionKeys(config)));
  const file = join(dataDir, "encryption-key");
  const kept = (await readFile(file, "utf8")).trim();
  expect(Buffer.from(kept, "base64url")).toHaveLength(32);
  expect(found).toEqual([[kept], [kept], [kept], [kept]]);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await findEncryptionKeys(config)).toEqual([kept]);
});

it("an empty file is no key, and is not replaced", async () => {
  await writeFile(join(dataDir, "encryption-key"), "");
  await expect(findEncryptionKeys({ dataDir, encryptionKeys: undefined })).rejects.toThrow("holds no key");
});

it("the setting comes before the file", async () => {
  const encryptionKeys = ["a key of thirty-two characters or more"];
  expect(await findEncryptionKeys({ dataDir, encryptionKeys })).toEqual(encryptionKeys);
});
