import { exportJWK, generateKeyPair, importJWK, type JWK, jwtVerify, SignJWT } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../test/database.ts";
import { testEncryptionKey } from "../../../test/identity-server.ts";
import { type IdentityDb, identityDatabase } from "../database/identity-database.ts";
import { createSeal } from "../database/seal.ts";
import { createKeyRing, type KeyRing, loadKeys, readSigningKeys, rotateSigningKey } from "./keys.ts";

const seal = createSeal([testEncryptionKey]);
let database: TestDatabase;
let db: IdentityDb;
let keyRing: KeyRing;
let now: Date;

beforeAll(async () => {
  database = await createTestDatabase();
  db = identityDatabase(database.pool);
});
afterAll(() => database.drop());
beforeEach(async () => {
  now = new Date("2026-05-01T12:00:00Z");
  keyRing = createKeyRing(db, seal, await loadKeys(db, seal, now), () => now);
});

const later = (milliseconds: number) => {
  now = new Date(now.getTime() + milliseconds);
};

/** A token signed by another process, with the newest key in the database. */
async function tokenOfAnotherProcess(): Promise<string> {
  return tokenBy((await readSigningKeys(db, seal, now)).signing[0]);
}

async function tokenBy(jwk: JWK | undefined): Promise<string> {
  if (!jwk) throw new Error("There is no key");
  return new SignJWT({}).setProtectedHeader({ alg: "RS256", kid: jwk.kid ?? "" }).sign(await importJWK(jwk, "RS256"));
}

async function tokenByForger(): Promise<string> {
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  return tokenBy({ ...(await exportJWK(privateKey)), kid: "invented" });
}

describe("the key ring", () => {
  it("finds another process's key at the first token with it", async () => {
    await rotateSigningKey(db, seal, now);
    const token = await tokenOfAnotherProcess();
    await expect(Promise.all([1, 2, 3].map(() => jwtVerify(token, keyRing.findKey)))).resolves.toHaveLength(3);
  });

  it("reads the database at most once a second for unknown ids", async () => {
    const forged = await tokenByForger();
    await expect(jwtVerify(forged, keyRing.findKey)).rejects.toThrow("no applicable key found");
    await rotateSigningKey(db, seal, now);
    const token = await tokenOfAnotherProcess();
    await expect(jwtVerify(token, keyRing.findKey)).rejects.toThrow("no applicable key found");
    later(1_000);
    await expect(jwtVerify(token, keyRing.findKey)).resolves.toBeDefined();
  });

  it("has new signing keys after five seconds, and the same object until then", async () => {
    const before = await keyRing.current();
    const kid = await rotateSigningKey(db, seal, now);
    expect(await keyRing.current()).toBe(before);
    later(5_000);
    expect((await keyRing.current()).signing[0]?.kid).toBe(kid);
    const after = await keyRing.current();
    later(5_000);
    expect(await keyRing.current()).toBe(after);
  });

  it("drops a key that is no longer published", async () => {
    const token = await tokenOfAnotherProcess();
    await rotateSigningKey(db, seal, now);
    await expect(jwtVerify(token, keyRing.findKey)).resolves.toBeDefined();
    later(25 * 60 * 60_000);
    await expect(jwtVerify(token, keyRing.findKey)).rejects.toThrow("no applicable key found");
  });
});
