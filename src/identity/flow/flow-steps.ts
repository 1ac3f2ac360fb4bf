import { hashPassword } from "../accounts/passwords.ts";
import { type AttemptLimits, addressKey, keptPasswordPerAddress } from "../attempts/attempt-limits.ts";
import type { IdentityDb, IdentityTables } from "../database/identity-database.ts";

type StepKind = IdentityTables["flow_steps"]["kind"];

export type FlowStep = {
  accountId: string | undefined;
  data: Record<string, unknown>;
};

const lifetimeMs = 15 * 60_000;

export type FlowSteps = ReturnType<typeof createFlowSteps>;

/** Stores what a running sign-in has proven or waits for. It stays on the server, so that no step can be skipped. */
export function createFlowSteps(db: IdentityDb, clock: () => Date) {
  return {
    async put(flowId: string, kind: StepKind, step: FlowStep): Promise<void> {
      const row = {
        account_id: step.accountId ?? null,
        data: JSON.stringify(step.data),
        expires_at: new Date(clock().getTime() + lifetimeMs),
      };
      await db
        .insertInto("flow_steps")
        .values({ interaction_id: flowId, kind, ...row })
        .onConflict((conflict) => conflict.constraint("flow_steps_pkey").doUpdateSet(row))
        .execute();
    },

    async find(flowId: string, kind: StepKind): Promise<FlowStep | undefined> {
      const row = await db
        .selectFrom("flow_steps")
        .select(["account_id", "data"])
        .where("interaction_id", "=", flowId)
        .where("kind", "=", kind)
        .where("expires_at", ">", clock())
        .executeTakeFirst();
      return row && { accountId: row.account_id ?? undefined, data: row.data };
    },

    /** Takes a single-use step: only one of two parallel requests gets it. */
    async take(flowId: string, kind: StepKind): Promise<FlowStep | undefined> {
      const row = await db
        .deleteFrom("flow_steps")
        .where("interaction_id", "=", flowId)
        .where("kind", "=", kind)
        .where("expires_at", ">", clock())
        .returning(["account_id", "data"])
        .executeTakeFirst();
      return row && { accountId: row.account_id ?? undefined, data: row.data };
    },

    async drop(flowId: string): Promise<void> {
      await db.deleteFrom("flow_steps").where("interaction_id", "=", flowId).execute();
    },
  };
}

/** A form's password: typed now, or typed before and stored as a hash. */
export type ChosenPassword = string | { hash: string };

export type KeptPasswords = ReturnType<typeof createKeptPasswords>;

/**
 * Keeps valid passwords of forms with other errors, so that people needn't retype them and they are never sent back to
 * a browser. They are stored as hashes, for one flow and 15 minutes.
 */
export function createKeptPasswords(flowSteps: FlowSteps, limits: AttemptLimits) {
  return {
    async find(flowId: string): Promise<{ hash: string } | undefined> {
      const hash = (await flowSteps.find(flowId, "kept-password"))?.data.hash;
      return typeof hash === "string" ? { hash } : undefined;
    },

    /** Keeps a valid password. Returns false if the address has too many. */
    async keep(flowId: string, password: ChosenPassword, ip: string): Promise<boolean> {
      if (typeof password !== "string") {
        await flowSteps.put(flowId, "kept-password", { accountId: undefined, data: password });
        return true;
      }
      const key = `kept-password:address:${addressKey(ip)}`;
      if (await limits.take([{ key, limit: keptPasswordPerAddress }])) return false;
      const data = { hash: await hashPassword(password) };
      await flowSteps.put(flowId, "kept-password", { accountId: undefined, data });
      return true;
    },
  };
}
