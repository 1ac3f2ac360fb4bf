import { randomBytes } from "node:crypto";
import type { Db } from "../database/connection.ts";
import { getInstallationValue } from "../database/installation.ts";

/** What the names of this installation's photos begin with in a bucket that may hold other things too; chosen once. */
export function getPhotoPrefix(db: Db): Promise<string> {
  return getInstallationValue(db, "photo_prefix", () => `cairn-${randomBytes(6).toString("hex")}/`);
}
