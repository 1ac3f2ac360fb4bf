import { embeddedIssuer } from "../auth/identity.ts";

/** The verified address of an account of the embedded provider, by its id; absent with an external one. */
export type FindAccountAddress = ((accountId: string) => Promise<string | undefined>) | undefined;

/** Of an adventurer, what their mails depend on. */
export type MailOwner = {
  issuer: string | null;
  subject: string | null;
  mail_address: string | null;
  mail_failed_address: string | null;
  mail_failed_at: Date | null;
};

/** Where an adventurer's mails go, asked at this moment; undefined where no verified address is known. */
export async function findMailAddress(
  { issuer, subject, mail_address }: Pick<MailOwner, "issuer" | "subject" | "mail_address">,
  findAccountAddress: FindAccountAddress,
): Promise<string | undefined> {
  if (issuer === null || subject === null) return undefined;
  if (issuer !== embeddedIssuer) return mail_address ?? undefined;
  return findAccountAddress?.(subject);
}

/** Since when the mail server refuses the address; null: it does not. Another address than the one that failed has a new chance. */
export function failedSince(owner: Pick<MailOwner, "mail_failed_address" | "mail_failed_at">, address: string) {
  return owner.mail_failed_address === address ? owner.mail_failed_at : null;
}
