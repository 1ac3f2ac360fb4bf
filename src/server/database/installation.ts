import { randomBytes } from "node:crypto";
import type { Db } from "./connection.ts";

/** A secret of this installation: 32 random bytes in base64url, created once and shared by all processes. */
export async function getInstallationSecret(db: Db, name: string): Promise<string> {
  return getInstallationValue(db, name, () => randomBytes(32).toString("base64url"));
}

/** A value created once per database, by the first caller. */
export async function getInstallationValue(db: Db, name: string, make: () => string): Promise<string> {
  await db
    .insertInto("installation")
    .values({ name, value: make() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { value } = await db
    .selectFrom("installation")
    .select("value")
    .where("name", "=", name)
    .executeTakeFirstOrThrow();
  return value;
}

export async function findInstallationValue(db: Db, name: string): Promise<string | undefined> {
  const row = await db.selectFrom("installation").select("value").where("name", "=", name).executeTakeFirst();
  return row?.value;
}

/** The first start, which created the first value. */
export async function getInstalledAt(db: Db): Promise<Date> {
  const { madeAt } = await db
    .selectFrom("installation")
    .select(({ fn }) => fn.min("created_at").as("madeAt"))
    .executeTakeFirstOrThrow();
  return madeAt ?? new Date();
}
