import { sql } from "kysely";
import type { Tx } from "../database/connection.ts";
import { DomainError } from "../refusals/domain-error.ts";
import type { AccountKey, Identity } from "./identity.ts";

/*
 * Rows name people where no foreign key leads to their account, so an erasure or a rename has to find them all. Hence
 * accounts are the first lock of each transaction: who writes a name holds its account, and who takes a name away locks
 * it. Nobody waits for an account while they hold anything else, which would be a deadlock.
 */

/**
 * Keeps the caller's account as it is until the transaction ends. Calls of one person don't wait for each other.
 * @throws DomainError `account_deleted`, `token_expired` if an erasure or a rename came first
 */
export async function holdCaller(tx: Tx, { issuer, subject, username }: Identity): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM adventurers WHERE issuer = ${issuer} AND subject = ${subject} FOR KEY SHARE`.execute(tx);
  if (rows[0]?.id === username) return;
  throw new DomainError(rows[0] ? "token_expired" : "account_deleted");
}

/**
 * Keeps the accounts of others whom the transaction will name, before it locks anything else. What it reads afterwards is
 * true until it ends.
 * @returns those that exist
 */
export async function holdPeople(tx: Tx, usernames: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM adventurers WHERE id = ANY(${[...usernames]}::text[]) ORDER BY id FOR KEY SHARE`.execute(tx);
  return rows.map(({ id }) => id);
}

/**
 * Has all wait who write for this account or name it, and waits for those who do; for `lockFirst`. One account after the
 * other: two people may have rows that name both.
 */
export async function lockAccount(tx: Tx, account: AccountKey): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(1667328370, 3)`.execute(tx);
  await findAccount(tx, account).forUpdate().execute();
}

export const findAccount = (tx: Tx, { issuer, subject }: AccountKey) =>
  tx.selectFrom("adventurers").select("id").where("issuer", "=", issuer).where("subject", "=", subject);
