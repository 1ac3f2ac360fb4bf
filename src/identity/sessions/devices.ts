import { createHash, randomBytes, randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import Bowser from "bowser";
import { sql } from "kysely";
import type { Texts } from "../../texts/texts-of.ts";
import { type IdentityDb, transaction } from "../database/identity-database.ts";
import type { Owner, SecurityEvents } from "../security-events/security-events.ts";
import { type BrowserCookie, browserCookie } from "./browser-cookie.ts";
import { endGrant } from "./end-sessions.ts";

const pageSize = 60;
const nobody = "00000000-0000-0000-0000-000000000000";

export type Device = { id: string; name: string; remembered: boolean; lastSeenAt: Date; isThisOne: boolean };

export type Devices = ReturnType<typeof createDevices>;

/** The browsers that used an account, identified by a cookie. */
export function createDevices(
  db: IdentityDb,
  options: { clock: () => Date; isSecure: boolean; events: SecurityEvents },
) {
  const { clock, isSecure, events } = options;
  const deviceCookies = deviceCookie({ isSecure });

  async function findKnown(cookie: string | undefined, accountId: string) {
    if (!cookie) return undefined;
    return db
      .selectFrom("devices")
      .select(["id", "remembered"])
      .where("account_id", "=", accountId)
      .where("cookie_hash", "=", digestOfCookie(cookie))
      .executeTakeFirst();
  }

  /** Other accounts that used this browser keep it as their device. */
  async function renewCookie(tx: IdentityDb, before: string | undefined, cookie: string): Promise<void> {
    if (!before) return;
    await tx
      .updateTable("devices")
      .set({ cookie_hash: digestOfCookie(cookie) })
      .where("cookie_hash", "=", digestOfCookie(before))
      .execute();
  }

  /** True if the device is new and the account has others; the first device isn't reported. */
  async function keepDevice(
    tx: IdentityDb,
    accountId: string,
    { cookie, remember, userAgent }: { cookie: string; remember: boolean; userAgent: string },
  ): Promise<boolean> {
    const now = clock();
    const name = deviceName(userAgent);
    const { numUpdatedRows } = await tx
      .updateTable("devices")
      .set({ name, last_seen_at: now, ...(remember && { remembered: true }) })
      .where("account_id", "=", accountId)
      .where("cookie_hash", "=", digestOfCookie(cookie))
      .executeTakeFirst();
    if (numUpdatedRows > 0n) return false;
    const other = await tx.selectFrom("devices").select("id").where("account_id", "=", accountId).limit(1).execute();
    await tx
      .insertInto("devices")
      .values({
        id: randomUUID(),
        account_id: accountId,
        cookie_hash: digestOfCookie(cookie),
        name,
        remembered: remember,
        grant_id: null,
        created_at: now,
        last_seen_at: now,
      })
      .execute();
    return other.length > 0;
  }

  return {
    /**
     * The device with which this account has signed in before, for limits that strangers can't use up. Without an account
     * it looks as well, so that an unknown name takes as long.
     */
    async findKnownId(request: IncomingMessage, accountId: string | undefined): Promise<string | undefined> {
      return (await findKnown(deviceCookies.read(request), accountId ?? nobody))?.id;
    },

    /** Whether this account chose to remember this browser. */
    async isRemembered(request: IncomingMessage, accountId: string): Promise<boolean> {
      return (await findKnown(deviceCookies.read(request), accountId))?.remembered ?? false;
    },

    /**
     * Records a sign-in and gives the browser a new cookie, which makes a planted or copied one worthless. Emails the
     * owner about a new device.
     */
    async signedIn(
      request: IncomingMessage,
      response: ServerResponse,
      account: Owner,
      { remember }: { remember: boolean },
    ): Promise<void> {
      const cookie = newDeviceCookie();
      const isNew = await transaction(db, async (tx) => {
        await renewCookie(tx, deviceCookies.read(request), cookie);
        return keepDevice(tx, account.id, { cookie, remember, userAgent: request.headers["user-agent"] ?? "" });
      });
      deviceCookies.give(response, cookie);
      if (isNew) {
        const name = deviceName(request.headers["user-agent"] ?? "");
        events.tell("device.new", account, { describeDevice: (texts) => describeDevice(name, texts) });
      }
    },

    /** Links a grant's tokens to the browser's device. */
    async attachGrant(request: IncomingMessage, accountId: string, grantId: string): Promise<void> {
      const cookie = deviceCookies.read(request);
      if (!cookie) return;
      await db
        .updateTable("devices")
        .set({ grant_id: grantId })
        .where("account_id", "=", accountId)
        .where("cookie_hash", "=", digestOfCookie(cookie))
        .where(sql<boolean>`grant_id is distinct from ${grantId}`)
        .execute();
    },

    async seen(grantId: string): Promise<void> {
      await db.updateTable("devices").set({ last_seen_at: clock() }).where("grant_id", "=", grantId).execute();
    },

    /** A page of devices, last seen first; `after` is the last id of the previous page. */
    async list(
      accountId: string,
      request: IncomingMessage,
      after: string | undefined,
    ): Promise<{ devices: Device[]; next: string | undefined }> {
      const thisOne = await findKnown(deviceCookies.read(request), accountId);
      const anchor = after
        ? await db
            .selectFrom("devices")
            .select(["id", "last_seen_at"])
            .where("account_id", "=", accountId)
            .where("id", "=", after)
            .executeTakeFirst()
        : undefined;
      const rows = await db
        .selectFrom("devices")
        .select(["id", "name", "remembered", "last_seen_at as lastSeenAt"])
        .where("account_id", "=", accountId)
        .$if(anchor !== undefined, (query) =>
          query.where(
            sql<boolean>`(last_seen_at, id) < (${anchor?.last_seen_at ?? null}, ${anchor?.id ?? null}::uuid)`,
          ),
        )
        .orderBy("last_seen_at", "desc")
        .orderBy("id", "desc")
        .limit(pageSize + 1)
        .execute();
      const devices = rows.slice(0, pageSize).map((row) => ({ ...row, isThisOne: row.id === thisOne?.id }));
      return { devices, next: rows.length > pageSize ? devices.at(-1)?.id : undefined };
    },

    /** Forgets a device and signs it out; false if the account has no such device. */
    async forget(accountId: string, deviceId: string): Promise<boolean> {
      return transaction(db, async (tx) => {
        const device = await tx
          .deleteFrom("devices")
          .where("account_id", "=", accountId)
          .where("id", "=", deviceId)
          .returning("grant_id")
          .executeTakeFirst();
        if (device?.grant_id) await endGrant(tx, device.grant_id);
        return device !== undefined;
      });
    },
  };
}

const maxAgeSeconds = 365 * 24 * 60 * 60;

export function newDeviceCookie(): string {
  return randomBytes(24).toString("base64url");
}

function deviceCookie({ isSecure }: { isSecure: boolean }): BrowserCookie {
  const cookie = browserCookie("cairn_device", { isSecure, maxAgeSeconds });
  return {
    ...cookie,
    read(request) {
      const value = cookie.read(request);
      return value && /^[\w-]{32}$/.test(value) ? value : undefined;
    },
  };
}

/** The form in which the database stores a cookie. */
export function digestOfCookie(cookie: string): string {
  return createHash("sha256").update(cookie).digest("base64url");
}

const unknownDevice = "Unknown device";
const unknownBrowser = "Browser";
const onSystem = " on ";

/** The stored name, in English: `Firefox on Android`. `describeDevice` translates it. */
export function deviceName(userAgent: string): string {
  if (userAgent === "") return unknownDevice;
  const { browser, os, platform } = Bowser.parse(userAgent.slice(0, 500));
  const browserName = browser.name?.replace(/^Microsoft | for Android$/g, "");
  // People know "iPhone" better than the system's name.
  const system = os.name === "iOS" ? (platform.model ?? os.name) : os.name;
  if (!browserName && !system) return unknownDevice;
  return [browserName || unknownBrowser, system].filter(Boolean).join(onSystem);
}

export function describeDevice(name: string, { t }: Texts): string {
  if (name === unknownDevice) return t("identity.devices.name.unknown");
  const [browser = "", system] = name.split(onSystem);
  if (system === undefined) return name;
  if (browser === unknownBrowser) return t("identity.devices.name.unknownBrowser", { system });
  return t("identity.devices.name", { browser, system });
}
