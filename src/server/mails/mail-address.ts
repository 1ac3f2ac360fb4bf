import { embeddedIssuer } from "../auth/identity.ts";

/** The verified address of an account of the embedded provider, by id; absent with an external one. */
export type FindAccountAddress = ((accountId: string) => Promise<string | undefined>) | undefined;

/** What a volunteer's emails depend on. */
export type MailOwner = {
  issuer: string | null;
  subject: string | null;
  mail_address: string | null;
  mail_failed_address: string | null;
  mail_failed_at: Date | null;
};

/** Where a volunteer's emails go now; undefined without a verified address. */
export async function findMailAddress(
  { issuer, subject, mail_address }: Pick<MailOwner, "issuer" | "subject" | "mail_address">,
  findAccountAddress: FindAccountAddress,
): Promise<string | undefined> {
  if (issuer === null || subject === null) return undefined;
  if (issuer !== embeddedIssuer) return mail_address ?? undefined;
  return findAccountAddress?.(subject);
}

/** Since when the mail server rejects the address, or null. A new address gets a new chance. */
export function failedSince(owner: Pick<MailOwner, "mail_failed_address" | "mail_failed_at">, address: string) {
  return owner.mail_failed_address === address ? owner.mail_failed_at : null;
}
