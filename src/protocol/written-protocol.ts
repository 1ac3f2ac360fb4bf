import type { Protocol } from "./field.ts";
import type { WrittenProtocol } from "./protocol-schema.ts";

/** A protocol that an answer holds, by kind: what was written kept the rules of its day. */
export const asProtocol = (written: WrittenProtocol): Protocol => written as unknown as Protocol;
