import { randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

export type AccountMaker = {
  find(username: string): Promise<{ id: string } | undefined>;
  create(account: {
    username: string;
    email: string;
    password: string;
    groups: string[];
    emailVerified: boolean;
  }): Promise<unknown>;
};

const demoAccounts = [
  { username: "admin", groups: ["admins", "feature_testers"] },
  { username: "tester", groups: ["feature_testers"] },
  { username: "alice", groups: [] },
  { username: "bob", groups: [] },
];

const demoEmail = (username: string) => `${username}@cairn.example`;

/** Demo accounts that can still sign in; accounts of the same name with another email are real. */
export async function findDemoAccounts<Found extends { email: string; enabled: boolean }>(accounts: {
  find(username: string): Promise<Found | undefined>;
}): Promise<Found[]> {
  const found: Found[] = [];
  for (const { username } of demoAccounts) {
    const account = await accounts.find(username);
    if (account?.enabled && account.email === demoEmail(username)) found.push(account);
  }
  return found;
}

const passwordFile = (dataDir: string) => join(dataDir, "demo-password");

/**
 * Creates missing demo accounts. Their password is the given one, or a random one that is printed once and stored in
 * `demo-password` in `dataDir`, readable only by its owner.
 */
export async function createDemoAccounts(
  accounts: AccountMaker,
  { dataDir, demoPassword }: { dataDir: string; demoPassword: string | undefined },
): Promise<void> {
  const password = demoPassword ?? (await keepRandomPassword(dataDir));
  for (const { username, groups } of demoAccounts) {
    if (await accounts.find(username)) continue;
    await accounts.create({ username, groups, password, email: demoEmail(username), emailVerified: true });
  }
}

async function keepRandomPassword(dataDir: string): Promise<string> {
  const file = passwordFile(dataDir);
  const kept = await readFile(file, "utf8").catch(() => undefined);
  if (kept !== undefined) return kept.trim();
  const password = randomBytes(12).toString("base64url");
  await writeFile(file, `${password}\n`, { mode: 0o600, flag: "wx" });
  const names = demoAccounts.map(({ username }) => username).join(", ");
  console.log(`Demo accounts: ${names}. Their password is ${password} (kept in ${file}).`);
  return password;
}
