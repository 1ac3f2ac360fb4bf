import type { Db } from "../database/connection.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { endDigestsByKey, findMailSettings, setDigestWanted } from "./digest-queries.ts";
import { type FindAccountAddress, failedSince, findMailAddress } from "./mail-address.ts";

type Services = { db: Db; findAccountAddress: FindAccountAddress };

/** Whether a volunteer wants emails, where they go, and since when that address is rejected. */
export async function describeMailSettings({ db, findAccountAddress }: Services, username: string) {
  const owner = await findMailSettings(db, username);
  if (!owner) return { digest: true, address: null, failed_at: null };
  const address = (await findMailAddress(owner, findAccountAddress)) ?? null;
  const failedAt = address === null ? null : failedSince(owner, address);
  return { digest: owner.digest_wanted, address, failed_at: failedAt?.toISOString() ?? null };
}

export async function changeMailSettings(services: Services, username: string, { digest }: { digest: boolean }) {
  await setDigestWanted(services.db, username, digest);
  return describeMailSettings(services, username);
}

/** @throws DomainError not_found if the volunteer's data was erased */
export async function endMails(db: Db, digestKey: string): Promise<void> {
  if (!(await endDigestsByKey(db, digestKey))) throw new DomainError("not_found.mailAddress");
}
