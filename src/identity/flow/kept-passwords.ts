import { hashPassword } from "../accounts/passwords.ts";
import { addressKey } from "../attempts/address-key.ts";
import { type AttemptLimits, keptPasswordPerAddress } from "../attempts/attempt-limits.ts";
import type { FlowSteps } from "./flow-steps.ts";

/** A password as a form gives it: typed, or typed before and kept as its hash. */
export type ChosenPassword = string | { hash: string };

export type KeptPasswords = ReturnType<typeof createKeptPasswords>;

/**
 * Passwords that fit, of forms in which something else is wrong. Nobody types one twice for a mistake in another field,
 * and none is ever sent back to a browser: it is kept as a hash, for one flow and a quarter of an hour.
 */
export function createKeptPasswords(flowSteps: FlowSteps, limits: AttemptLimits) {
  return {
    async find(flowId: string): Promise<{ hash: string } | undefined> {
      const hash = (await flowSteps.find(flowId, "kept-password"))?.data.hash;
      return typeof hash === "string" ? { hash } : undefined;
    },

    /** Keeps a password that was found to fit. Answers false where an address has very many kept. */
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
