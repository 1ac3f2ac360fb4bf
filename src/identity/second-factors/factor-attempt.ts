import type { FastifyRequest } from "fastify";
import {
  type AttemptLimit,
  addressKey,
  recoveryPerAccountAndAddress,
  secondFactorPerAccount,
} from "../attempts/attempt-limits.ts";
import type { IdentityContext } from "../context.ts";
import type { FactorMethod } from "./second-factors.ts";

/**
 * What counts an attempt at a second factor. A known device has its own count, and recovery codes have another one than
 * second factors: somebody with only the password can't lock the owner out.
 */
export async function factorAttempt(
  { devices }: Pick<IdentityContext, "devices">,
  request: FastifyRequest,
  accountId: string,
  method: FactorMethod,
): Promise<{ key: string; limit: AttemptLimit }> {
  const device = await devices.findKnownId(request.raw, accountId);
  const isRecovery = method === "recovery_code";
  const from = device ? `:device:${device}` : isRecovery ? `:address:${addressKey(request.ip)}` : "";
  return {
    key: `${isRecovery ? "recovery" : "factor"}:account:${accountId}${from}`,
    limit: isRecovery ? recoveryPerAccountAndAddress : secondFactorPerAccount,
  };
}
