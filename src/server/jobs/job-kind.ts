import type * as z from "zod/mini";

export type JobKind<Payload extends object> = { name: string; payload: z.ZodMiniType<Payload> };

export type JobHandler = { kind: string; run: (payload: unknown) => Promise<void> };

/** Handles one kind of job; payloads that don't match its schema fail. */
export function handleJobs<Payload extends object>(
  { name, payload: schema }: JobKind<Payload>,
  work: (payload: Payload) => Promise<void>,
): JobHandler {
  return { kind: name, run: async (payload) => work(schema.parse(payload)) };
}
