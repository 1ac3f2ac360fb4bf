import { createHash, createHmac, randomBytes, randomInt, randomUUID, timingSafeEqual } from "node:crypto";
import { sql } from "kysely";
import { typedDigits } from "../../protocol/plain-digits.ts";
import { type IdentityDb, isFound, transaction } from "../database/identity-database.ts";

export type CodePurpose = "sign-up" | "password-reset" | "text-message" | "first-administrator";

const codeLifetimeMs = 15 * 60_000;
const maxAttempts = 5;
const maxSends = 5;
const minResendIntervalMs = 20_000;

export type CodeCheck = "right" | "wrong" | "used-up";
export type CodeIssue =
  | { code: string; linkSecret: string }
  | { refused: "too-soon" | "too-many"; waitSeconds: number };
/** Result of checking a code; a right one stays valid until `useUp`. */
export type CodeInspection = { check: "right"; codeId: string } | { check: "wrong" | "used-up" };

export type Codes = ReturnType<typeof createCodes>;

/**
 * The subject of a code that belongs to one sign-in flow. `owner` tells what the code is for, so that nobody takes a code
 * of their own to another account within the flow.
 */
export function flowCodeSubject(flowId: string, ...owner: readonly string[]): string {
  const hex = createHash("sha256")
    .update(JSON.stringify([flowId, ...owner]))
    .digest("hex");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, "$1-$2-$3-$4-$5");
}

/** Six-digit codes, stored as keyed digests, valid for a few attempts and 15 minutes. */
export function createCodes(db: IdentityDb, secret: string, clock: () => Date) {
  const digest = (text: string) => createHmac("sha256", secret).update(text).digest("base64url");
  const codeDigest = (id: string, code: string) => digest(`code:${id}:${code}`);
  const linkDigest = (linkSecret: string) => digest(`link:${linkSecret}`);

  /** Why no other code is issued now. */
  async function refusalOf(purpose: CodePurpose, subjectId: string, now: Date): Promise<CodeIssue> {
    const running = await db
      .selectFrom("codes")
      .select(["sends", "sent_at", "expires_at"])
      .where("purpose", "=", purpose)
      .where("subject_id", "=", subjectId)
      .executeTakeFirst();
    const secondsUntil = (moment: number) => Math.max(1, Math.ceil((moment - now.getTime()) / 1000));
    if (running && running.sends >= maxSends) {
      return { refused: "too-many", waitSeconds: secondsUntil(running.expires_at.getTime()) };
    }
    const sentAt = running?.sent_at ?? now;
    return { refused: "too-soon", waitSeconds: secondsUntil(sentAt.getTime() + minResendIntervalMs) };
  }

  /** Counts an attempt before comparing the code. */
  async function inspect(purpose: CodePurpose, subjectId: string, code: string): Promise<CodeInspection> {
    const row = await db
      .updateTable("codes")
      .set({ attempts_left: sql<number>`attempts_left - 1` })
      .where("purpose", "=", purpose)
      .where("subject_id", "=", subjectId)
      .where("attempts_left", ">", 0)
      .where("expires_at", ">", clock())
      .returning(["id", "code_hash", "attempts_left"])
      .executeTakeFirst();
    if (!row) return { check: "used-up" };
    const given = Buffer.from(codeDigest(row.id, typedDigits(code).replaceAll(/[\s-]/g, "")));
    if (timingSafeEqual(given, Buffer.from(row.code_hash))) return { check: "right", codeId: row.id };
    return { check: row.attempts_left > 0 ? "wrong" : "used-up" };
  }

  /** Uses up a right code, in the transaction of what it allows; false if another request was first. */
  async function useUp(tx: IdentityDb, codeId: string): Promise<boolean> {
    const { numDeletedRows } = await tx.deleteFrom("codes").where("id", "=", codeId).executeTakeFirst();
    return numDeletedRows === 1n;
  }

  return {
    /**
     * Issues a new code for the subject and invalidates the previous one. Its limits are checked by the statement that writes
     * it: requests at the same time get one code.
     */
    async issue(purpose: CodePurpose, subjectId: string): Promise<CodeIssue> {
      const now = clock();
      const id = randomUUID();
      const code = randomInt(0, 1_000_000).toString().padStart(6, "0");
      const linkSecret = randomBytes(32).toString("base64url");
      const values = {
        id,
        code_hash: codeDigest(id, code),
        link_hash: linkDigest(linkSecret),
        attempts_left: maxAttempts,
        sent_at: now,
        expires_at: new Date(now.getTime() + codeLifetimeMs),
      };
      const lastSentBefore = new Date(now.getTime() - minResendIntervalMs);
      const issued = await db
        .insertInto("codes")
        .values({ purpose, subject_id: subjectId, ...values, sends: 1 })
        .onConflict((conflict) =>
          conflict
            .constraint("codes_subject_unique")
            .doUpdateSet({
              ...values,
              sends: sql<number>`case when codes.expires_at > ${now} then codes.sends + 1 else 1 end`,
            })
            .where((code) =>
              code.or([
                code("codes.expires_at", "<=", now),
                code.and([code("codes.sent_at", "<=", lastSentBefore), code("codes.sends", "<", maxSends)]),
              ]),
            ),
        )
        .returning("id")
        .executeTakeFirst();
      return issued ? { code, linkSecret } : refusalOf(purpose, subjectId, now);
    },

    inspect,
    useUp,

    /** Checks a code. A right one works once; `whenRight` runs in the transaction that uses it up. */
    async check(
      purpose: CodePurpose,
      subjectId: string,
      code: string,
      whenRight?: (tx: IdentityDb) => Promise<void>,
    ): Promise<CodeCheck> {
      const found = await inspect(purpose, subjectId, code);
      if (found.check !== "right") return found.check;
      return transaction(db, async (tx) => {
        if (!(await useUp(tx, found.codeId))) return "used-up";
        await whenRight?.(tx);
        return "right";
      });
    },

    /** Issues a link without a code, valid for `lifetimeMs`, and invalidates the subject's previous one. */
    async issueLink(purpose: CodePurpose, subjectId: string, lifetimeMs: number): Promise<string> {
      const now = clock();
      const linkSecret = randomBytes(32).toString("base64url");
      const values = {
        id: randomUUID(),
        code_hash: "",
        link_hash: linkDigest(linkSecret),
        attempts_left: 0,
        sends: 1,
        sent_at: now,
        expires_at: new Date(now.getTime() + lifetimeMs),
      };
      await db
        .insertInto("codes")
        .values({ purpose, subject_id: subjectId, ...values })
        .onConflict((conflict) => conflict.constraint("codes_subject_unique").doUpdateSet(values))
        .execute();
      return linkSecret;
    },

    /** Whether the link is valid. Doesn't use it up. */
    isLinkGood: (purpose: CodePurpose, linkSecret: string): Promise<boolean> =>
      isFound(
        db
          .selectFrom("codes")
          .select("id")
          .where("purpose", "=", purpose)
          .where("link_hash", "=", linkDigest(linkSecret))
          .where("expires_at", ">", clock()),
      ),

    /**
     * The subject of a link, which works once; undefined if the link isn't valid. Also invalidates its code. Call it in
     * the transaction of what the link allows.
     */
    async redeemLink(tx: IdentityDb, purpose: CodePurpose, linkSecret: string): Promise<string | undefined> {
      const row = await tx
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
