import { type IdentityDb, isFound } from "../database/identity-database.ts";

const proofLifetimeMs = 10 * 60_000;

type Session = { uid: string; loginTs?: number | undefined };

export type SessionProofs = ReturnType<typeof createSessionProofs>;

/** When a session's user last proved their identity: at sign-in, or with the password since. */
export function createSessionProofs(db: IdentityDb, clock: () => Date) {
  return {
    /** Whether that was within the last ten minutes. */
    async isFresh({ uid, loginTs = 0 }: Session): Promise<boolean> {
      const now = clock();
      if (now.getTime() - loginTs * 1000 < proofLifetimeMs) return true;
      return isFound(
        db
          .selectFrom("session_proofs")
          .select("session_uid")
          .where("session_uid", "=", uid)
          .where("expires_at", ">", now),
      );
    },

    async keep({ uid }: Session): Promise<void> {
      const expires_at = new Date(clock().getTime() + proofLifetimeMs);
      await db
        .insertInto("session_proofs")
        .values({ session_uid: uid, expires_at })
        .onConflict((conflict) => conflict.constraint("session_proofs_pkey").doUpdateSet({ expires_at }))
        .execute();
    },
  };
}
