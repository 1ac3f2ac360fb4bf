import type * as z from "zod/mini";

export type JobKind<Payload extends object> = { name: string; payload: z.ZodMiniType<Payload> };

/** @param signal is aborted when the process ends: a long job then throws `RunLater`, and starts over elsewhere */
type Work<Payload> = (payload: Payload, signal: AbortSignal) => Promise<void>;

export type JobHandler = { kind: string; run: Work<unknown> };

/** Handles one kind of job; payloads that don't match its schema fail. */
export function handleJobs<Payload extends object>(
  { name, payload: schema }: JobKind<Payload>,
  work: Work<Payload>,
): JobHandler {
  return { kind: name, run: async (payload, signal) => work(schema.parse(payload), signal) };
}
