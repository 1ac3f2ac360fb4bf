import { createHmac, randomBytes, randomInt, randomUUID, timingSafeEqual } from "node:crypto";
import { sql } from "kysely";
import type { IdentityDb } from "../database/identity-database.ts";

export type CodePurpose = "sign-up" | "password-reset" | "text-message" | "email" | "first-administrator";

const lifetimeMs = 15 * 60_000;
const maxAttempts = 5;
const maxSends = 5;
const minResendIntervalMs = 20_000;

export type CodeCheck = "right" | "wrong" | "used-up";
export type CodeIssue =
  | { code: string; linkSecret: string }
  | { refused: "too-soon" | "too-many"; waitSeconds: number };

export type Codes = ReturnType<typeof createCodes>;

/** Six-digit codes, kept as keyed digests, each good for a few attempts and a quarter of an hour. */
export function createCodes(db: IdentityDb, secret: string, clock: () => Date) {
  const digest = (text: string) => createHmac("sha256", secret).update(text).digest("base64url");
  const codeDigest = (id: string, code: string) => digest(`code:${id}:${code}`);
  const linkDigest = (linkSecret: string) => digest(`link:${linkSecret}`);

  return {
    /** A new code for the subject; the one before it stops working. */
    async issue(purpose: CodePurpose, subjectId: string): Promise<CodeIssue> {
      const now = clock();
      const existing = await db
        .selectFrom("codes")
        .select(["id", "sends", "sent_at", "expires_at"])
        .where("purpose", "=", purpose)
        .where("subject_id", "=", subjectId)
        .executeTakeFirst();
      const running = existing && existing.expires_at > now ? existing : undefined;
      if (running) {
        const sinceMs = now.getTime() - running.sent_at.getTime();
        if (sinceMs < minResendIntervalMs) {
          return { refused: "too-soon", waitSeconds: Math.ceil((minResendIntervalMs - sinceMs) / 1000) };
        }
        if (running.sends >= maxSends) {
          return {
            refused: "too-many",
            waitSeconds: Math.ceil((running.expires_at.getTime() - now.getTime()) / 1000),
          };
        }
      }
      const id = randomUUID();
      const code = randomInt(0, 1_000_000).toString().padStart(6, "0");
      const linkSecret = randomBytes(32).toString("base64url");
      const row = {
        id,
        code_hash: codeDigest(id, code),
        link_hash: linkDigest(linkSecret),
        attempts_left: maxAttempts,
        sends: (running?.sends ?? 0) + 1,
        sent_at: now,
        expires_at: new Date(now.getTime() + lifetimeMs),
      };
      await db
        .insertInto("codes")
        .values({ purpose, subject_id: subjectId, ...row })
        .onConflict((conflict) => conflict.constraint("codes_subject_unique").doUpdateSet(row))
        .execute();
      return { code, linkSecret };
    },

    /** Every look costs an attempt, taken before the comparison; the right code is gone once it was given. */
    async check(purpose: CodePurpose, subjectId: string, code: string): Promise<CodeCheck> {
      const row = await db
        .updateTable("codes")
        .set({ attempts_left: sql<number>`attempts_left - 1` })
        .where("purpose", "=", purpose)
        .where("subject_id", "=", subjectId)
        .where("attempts_left", ">", 0)
        .where("expires_at", ">", clock())
        .returning(["id", "code_hash", "attempts_left"])
        .executeTakeFirst();
      if (!row) return "used-up";
      const given = Buffer.from(codeDigest(row.id, code.replaceAll(/[\s-]/g, "")));
      if (!timingSafeEqual(given, Buffer.from(row.code_hash))) return row.attempts_left > 0 ? "wrong" : "used-up";
      const { numDeletedRows } = await db.deleteFrom("codes").where("id", "=", row.id).executeTakeFirst();
      return numDeletedRows === 1n ? "right" : "used-up";
    },

    /** A link without a code to type, good for `lifetimeMs`; the one before it stops working. */
    async issueLink(purpose: CodePurpose, subjectId: string, lifetimeMs: number): Promise<string> {
      const now = clock();
      const id = randomUUID();
      const linkSecret = randomBytes(32).toString("base64url");
      const row = {
        id,
        code_hash: "",
        link_hash: linkDigest(linkSecret),
        attempts_left: 0,
        sent_at: now,
        expires_at: new Date(now.getTime() + lifetimeMs),
      };
      await db
        .insertInto("codes")
        .values({ purpose, subject_id: subjectId, ...row })
        .onConflict((conflict) => conflict.constraint("codes_subject_unique").doUpdateSet(row))
        .execute();
      return linkSecret;
    },

    /** Is the link still good? Looking does not use it up. */
    async isLinkGood(purpose: CodePurpose, linkSecret: string): Promise<boolean> {
      const row = await db
        .selectFrom("codes")
        .select("id")
        .where("purpose", "=", purpose)
        .where("link_hash", "=", linkDigest(linkSecret))
        .where("expires_at", ">", clock())
        .executeTakeFirst();
      return row !== undefined;
    },

    /** The subject of a link that was mailed, and the code is gone with it; undefined for a link that is not good. */
    async redeemLink(purpose: CodePurpose, linkSecret: string): Promise<string | undefined> {
      const row = await db
        .deleteFrom("codes")
        .where("purpose", "=", purpose)
        .where("link_hash", "=", linkDigest(linkSecret))
        .where("expires_at", ">", clock())
        .returning("subject_id")
        .executeTakeFirst();
      return row?.subject_id;
    },
  };
}
