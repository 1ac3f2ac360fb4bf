import { createHmac, randomBytes } from "node:crypto";
import { type IdentityDb, transaction } from "../database/identity-database.ts";
import type { Seal } from "../database/seal.ts";
import { sealedAbout } from "../database/sealed-values.ts";
import { digestOfCookie } from "../sessions/device-cookie.ts";
import { endGrant } from "../sessions/end-sessions.ts";
import type { Verifier } from "./srp.ts";

/** What libraries made for Cognito hash with a device's key: one group for all devices. */
export const deviceGroupKey = "-cairn-devices";

export type DeviceVerifiers = ReturnType<typeof createDeviceVerifiers>;

/** The devices of apps, which prove by a secret of their own that they are who they say, where browsers have a cookie. */
export function createDeviceVerifiers(options: { db: IdentityDb; seal: Seal; secret: string; clock: () => Date }) {
  const { db, seal, secret, clock } = options;

  /** The key that the device of a grant has or would have. */
  function keyFor(grantId: string): string {
    const digest = createHmac("sha256", secret).update(`device-key:${grantId}`).digest("hex");
    return digest.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, "$1-$2-4$3-a$4-$5");
  }

  return {
    keyFor,

    /** Keeps the device of a grant with its verifier, once; false where it has one, and for the key of another grant. */
    async confirm(
      grant: { id: string; accountId: string },
      device: { key: string; name: string },
      { salt, verifier }: Verifier,
    ): Promise<boolean> {
      if (device.key !== keyFor(grant.id)) return false;
      const now = clock();
      const kept = { salt, verifier: seal.seal(verifier, sealedAbout.deviceVerifier(device.key)) };
      return transaction(db, async (tx) => {
        await tx
          .insertInto("devices")
          .values({
            id: device.key,
            account_id: grant.accountId,
            // It has no cookie.
            cookie_hash: digestOfCookie(randomBytes(32).toString("base64url")),
            name: device.name,
            grant_id: grant.id,
            created_at: now,
            last_seen_at: now,
          })
          .onConflict((conflict) => conflict.constraint("devices_pkey").doNothing())
          .execute();
        const { numInsertedOrUpdatedRows } = await tx
          .insertInto("device_verifiers")
          .values({ device_id: device.key, ...kept })
          .onConflict((conflict) => conflict.constraint("device_verifiers_pkey").doNothing())
          .executeTakeFirstOrThrow();
        return numInsertedOrUpdatedRows === 1n;
      });
    },

    /** The verifier of a device of the account, and whether the device stands in for a second factor. */
    async find(accountId: string, deviceKey: string): Promise<(Verifier & { remembered: boolean }) | undefined> {
      const row = await db
        .selectFrom("device_verifiers")
        .innerJoin("devices", "devices.id", "device_verifiers.device_id")
        .select(["salt", "verifier", "remembered"])
        .where("devices.account_id", "=", accountId)
        .where("devices.id", "=", deviceKey)
        .executeTakeFirst();
      return row && { ...row, verifier: seal.unseal(row.verifier, sealedAbout.deviceVerifier(deviceKey)) };
    },

    /** Ties the tokens of a new sign-in to the device that proved itself, and ends those that it had before. */
    async attachGrant(accountId: string, deviceKey: string, grantId: string): Promise<void> {
      await transaction(db, async (tx) => {
        const before = await tx
          .selectFrom("devices")
          .select("grant_id")
          .where("account_id", "=", accountId)
          .where("id", "=", deviceKey)
          .forUpdate()
          .executeTakeFirst();
        if (before?.grant_id && before.grant_id !== grantId) await endGrant(tx, before.grant_id);
        await tx
          .updateTable("devices")
          .set({ grant_id: grantId, last_seen_at: clock() })
          .where("account_id", "=", accountId)
          .where("id", "=", deviceKey)
          .execute();
      });
    },
  };
}
