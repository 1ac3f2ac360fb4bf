import { hashPassword } from "../accounts/passwords.ts";
import { addressKey } from "../attempts/address-key.ts";
import { type AttemptLimits, keptPasswordPerAddress } from "../attempts/attempt-limits.ts";
import type { FlowSteps } from "./flow-steps.ts";

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
