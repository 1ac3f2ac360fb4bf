import { embeddedIssuer } from "../auth/identity.ts";

/** Finds the verified email of an embedded account by its id; undefined with an external provider. */
export type FindAccountAddress = ((accountId: string) => Promise<string | undefined>) | undefined;

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
