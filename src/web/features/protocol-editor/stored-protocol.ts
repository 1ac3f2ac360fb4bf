import type { Protocol } from "../../../protocol/field.ts";
import type { WrittenProtocol } from "../../../protocol/protocol-schema.ts";

/** A stored version; null is the specification's form. */
export type Stored = { protocol: Protocol | null; version: number | null };

export function storedOf(written: WrittenProtocol | null | undefined): Stored {
  return written ? { protocol: written, version: written.version } : { protocol: null, version: null };
}
