import { type RawBuilder, sql } from "kysely";
import type * as z from "zod/mini";

export type JobKind<Payload extends object> = { name: string; payload: z.ZodMiniType<Payload> };

/** @param signal is aborted when the process ends: a long job then throws `RunLater`, and starts over elsewhere */
type Work<Payload> = (payload: Payload, signal: AbortSignal) => Promise<void>;

export type JobHandler = {
  kind: string;
  run: Work<unknown>;
  /** The host that a job posts to, of a row of `jobs`. */
  host?: RawBuilder<string>;
};

/** Handles one kind of job; payloads that don't match its schema fail. */
export function handleJobs<Payload extends object>(
  { name, payload: schema }: JobKind<Payload>,
  work: Work<Payload>,
): JobHandler {
  return { kind: name, run: async (payload, signal) => work(schema.parse(payload), signal) };
}

/** The same as `hostOf` of an address. */
export const sqlHostOf = (address: RawBuilder<string>): RawBuilder<string> =>
  sql<string>`lower(split_part(${address}, '/', 3))`;

/** An id in the payload of a row of `jobs`; null if it isn't one, so that a broken job doesn't stop the others. */
export const sqlIdIn = (name: string): RawBuilder<number | null> =>
  sql<
    number | null
  >`CASE WHEN jobs.payload ->> ${sql.lit(name)} ~ '^[0-9]{1,15}$' THEN (jobs.payload ->> ${sql.lit(name)})::bigint END`;
