import { createHash, randomBytes, randomUUID } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { CompactEncrypt, compactDecrypt } from "jose";
import type { IdentityDb } from "../database/identity-database.ts";
import { type BrowserCookie, browserCookie } from "../sessions/browser-cookie.ts";

/** Allows for leaving the page to read an email. */
const lifetimeMs = 10 * 60_000;

export type ShownPage = { status: number; retryAfter?: string; markup: string };

export type ShownPages = ReturnType<typeof createShownPages>;

/**
 * Stores pages that answer forms, for one browser and one address. They are encrypted with a secret that only the
 * browser has, because some show a password or recovery codes.
 */
export function createShownPages(db: IdentityDb, options: { clock: () => Date; isSecure: boolean }) {
  const { clock } = options;
  const cookie: BrowserCookie = browserCookie("cairn_shown", options);

  return {
    /** Returns the page's id, and gives the browser its secret if it has none. */
    async keep(request: FastifyRequest, reply: FastifyReply, address: string, page: ShownPage): Promise<string> {
      let secret = findSecret(cookie.read(request.raw));
      if (!secret) {
        secret = randomBytes(32);
        cookie.give(reply.raw, secret.toString("base64url"));
      }
      const id = randomUUID();
      await db
        .insertInto("shown_pages")
        .values({
          id,
          browser: digestOf(secret),
          address,
          page: await encrypt(page, secret),
          expires_at: new Date(clock().getTime() + lifetimeMs),
        })
        .execute();
      return id;
    },

    async find(request: FastifyRequest, address: string, id: string): Promise<ShownPage | undefined> {
      const secret = findSecret(cookie.read(request.raw));
      if (!secret || !/^[0-9a-f-]{36}$/.test(id)) return undefined;
      const row = await db
        .selectFrom("shown_pages")
        .select("page")
        .where("id", "=", id)
        .where("browser", "=", digestOf(secret))
        .where("address", "=", address)
        .where("expires_at", ">", clock())
        .executeTakeFirst();
      return row && decrypt(row.page, secret);
    },

    /** After a sign-out, going back must not show anything to the next person. */
    async forget(request: FastifyRequest): Promise<void> {
      const secret = findSecret(cookie.read(request.raw));
      if (secret) await db.deleteFrom("shown_pages").where("browser", "=", digestOf(secret)).execute();
    },
  };
}

function findSecret(value: string | undefined): Buffer | undefined {
  return value && /^[\w-]{43}$/.test(value) ? Buffer.from(value, "base64url") : undefined;
}

function digestOf(secret: Buffer): string {
  return createHash("sha256").update(secret).digest("base64url");
}

function encrypt(page: ShownPage, secret: Buffer): Promise<string> {
  return new CompactEncrypt(new TextEncoder().encode(JSON.stringify(page)))
    .setProtectedHeader({ alg: "dir", enc: "A256GCM" })
    .encrypt(secret);
}

async function decrypt(page: string, secret: Buffer): Promise<ShownPage> {
  const { plaintext } = await compactDecrypt(page, secret);
  return JSON.parse(new TextDecoder().decode(plaintext)) as ShownPage;
}
