import { randomUUID } from "node:crypto";
import { beforeAll, expect, it } from "vitest";
import { createTestDatabase } from "../../../test/database.ts";
import { identityDatabase } from "../database/identity-database.ts";
import { createRecoveryCodes } from "./recovery-codes.ts";

const account = { id: randomUUID() };
let db: ReturnType<typeof identityDatabase>;

beforeAll(async () => {
  const database = await createTestDatabase();
  await database.pool.query("INSERT INTO identity.accounts (id, username, email) VALUES ($1, 'ann', 'a@example.org')", [
    account.id,
  ]);
  db = identityDatabase(database.pool);
  return () => database.drop();
});

it("new recovery codes end the earlier ones", async () => {
  const recoveryCodes = createRecoveryCodes(db, "secret", () => new Date());
  const [lost = ""] = await recoveryCodes.renew(db, account.id);
  const [fresh = ""] = await recoveryCodes.renew(db, account.id);
  expect(await recoveryCodes.countUnused(db, account.id)).toBe(10);
  expect(await recoveryCodes.use(account.id, lost)).toBe(false);
  expect([await recoveryCodes.use(account.id, fresh), await recoveryCodes.use(account.id, fresh)]).toEqual([
    true,
    false,
  ]);
});
