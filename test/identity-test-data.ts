import { expect } from "vitest";
import type { IdentityServer } from "./identity-server.ts";

export const testPassword = "correct horse battery";

/** Two accounts with `testPassword`: `alice`, and `admin` in both groups. */
export async function addAliceAndAdmin({ identity: { accounts } }: IdentityServer): Promise<void> {
  const password = testPassword;
  await accounts.create({ username: "alice", email: "alice@example.org", password, emailVerified: true });
  await accounts.create({
    username: "admin",
    email: "admin@example.org",
    password,
    groups: ["admins", "feature_testers"],
    emailVerified: true,
  });
}

/** After each test: nothing was logged as an error; attempts of one test do not count against the next. */
export async function expectNoFailures({ pool, failures }: IdentityServer): Promise<void> {
  await pool.query("DELETE FROM identity.attempts");
  expect(failures).toEqual([]);
}

/** Runs `work` while the database refuses every entry of the audit trail: the last write of each change of an account. */
export async function whileAuditFails({ pool }: IdentityServer, work: () => Promise<unknown>): Promise<void> {
  await pool.query(`CREATE FUNCTION identity.refuse() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN RAISE EXCEPTION 'refused by the test'; END $$`);
  await pool.query(`CREATE TRIGGER refuse BEFORE INSERT ON identity.account_audit
    FOR EACH ROW EXECUTE FUNCTION identity.refuse()`);
  try {
    await work();
  } finally {
    await pool.query("DROP FUNCTION identity.refuse CASCADE");
  }
}
