import { randomBytes } from "node:crypto";
import type { Db } from "../database/connection.ts";
import { getInstallationValue } from "../database/installation.ts";

/**
 * What the names of this installation's photos begin with in a bucket that may hold other things too: of its own, chosen
 * once. An installation that had photos before it had a prefix goes on without one.
 */
export async function getPhotoPrefix(db: Db): Promise<string> {
  const photo = await db.selectFrom("quest_data").select("id").limit(1).executeTakeFirst();
  return getInstallationValue(db, "photo_prefix", () => (photo ? "" : `cairn-${randomBytes(6).toString("hex")}/`));
}
