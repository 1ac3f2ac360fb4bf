import type { Db } from "../database/connection.ts";
import { findMailSettings, setDigestWanted } from "./digest-queries.ts";
import { type FindAccountAddress, failedSince, findMailAddress } from "./mail-address.ts";

type Services = { db: Db; findAccountAddress: FindAccountAddress };

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
