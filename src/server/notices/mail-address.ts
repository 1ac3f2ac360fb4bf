import { sql } from "kysely";
import { embeddedIssuer } from "../auth/identity.ts";
import type { Db } from "../database/connection.ts";
import { findLanguageOfAccount } from "../languages/language-queries.ts";

/** Finds the verified email of an embedded account by its id; undefined with an external provider. */
export type FindAccountAddress = ((accountId: string) => Promise<string | undefined>) | undefined;

/** Finds the id of the embedded account with a verified email; undefined with an external provider. */
export type FindMailOwner = ((address: string) => Promise<string | undefined>) | undefined;

/** The columns of a volunteer that emails depend on. */
export type MailOwner = {
  issuer: string | null;
  subject: string | null;
  mail_address: string | null;
  mail_failed_address: string | null;
  mail_failed_at: Date | null;
};

/** The volunteer's current verified email. */
export async function findMailAddress(
  { issuer, subject, mail_address }: Pick<MailOwner, "issuer" | "subject" | "mail_address">,
  findAccountAddress: FindAccountAddress,
): Promise<string | undefined> {
  if (issuer === null || subject === null) return undefined;
  if (issuer !== embeddedIssuer) return mail_address ?? undefined;
  return findAccountAddress?.(subject);
}

/** Since when emails to this address fail; null if they don't, or if another address failed. */
export function failedSince(owner: Pick<MailOwner, "mail_failed_address" | "mail_failed_at">, address: string) {
  return owner.mail_failed_address === address ? owner.mail_failed_at : null;
}

/** The language that the owner of an address chose; null if they chose none, or if nobody has the address. */
export async function findLanguageOfAddress(db: Db, address: string, findMailOwner: FindMailOwner) {
  const subject = await findMailOwner?.(address);
  if (subject !== undefined) return findLanguageOfAccount(db, { issuer: embeddedIssuer, subject });
  const owner = await db
    .selectFrom("adventurers")
    .select("language")
    .where("issuer", "<>", embeddedIssuer)
    .where(sql<string>`lower(mail_address)`, "=", address.toLowerCase())
    .where("language", "is not", null)
    .limit(1)
    .executeTakeFirst();
  return owner?.language ?? null;
}
