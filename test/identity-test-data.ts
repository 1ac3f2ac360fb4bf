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
