import type { Protocol } from "../../../protocol/field.ts";
import { asProtocol } from "../../../protocol/written-protocol.ts";

/** A version as it is stored; null is the specification's form. */
export type Stored = { protocol: Protocol | null; version: number | null };

/** What an answer says. */
export function storedOf(written: Parameters<typeof asProtocol>[0] | null | undefined): Stored {
  return written ? { protocol: asProtocol(written), version: written.version } : { protocol: null, version: null };
}
