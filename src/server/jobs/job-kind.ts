import type * as z from "zod/mini";

/** A kind of work that is done after the commit: its name in the queue, and what a job of it says. */
export type JobKind<Payload extends object> = { name: string; payload: z.ZodMiniType<Payload> };

export type JobHandler = { kind: string; run: (payload: unknown) => Promise<void> };

/** Does the jobs of one kind; a job whose payload does not match the kind's schema fails. */
export function handleJobs<Payload extends object>(
  { name, payload: schema }: JobKind<Payload>,
  work: (payload: Payload) => Promise<void>,
): JobHandler {
  return { kind: name, run: async (payload) => work(schema.parse(payload)) };
}
