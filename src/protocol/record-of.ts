import * as z from "zod/mini";
import type { KeyOf } from "../texts/keys.ts";

/** A record of at most `countMax` keys; with more keys, none is checked. `text` is the message. */
export const recordOf = <Key extends z.core.$ZodRecordKey, Value extends z.ZodMiniType>(
  key: Key,
  value: Value,
  countMax: number,
  text: KeyOf<"validation"> = "validation.request.listTooLong",
) => {
  const record = z.record(key, value);
  const few = z.transform((written: unknown, context) => {
    const isRecord = typeof written === "object" && written !== null;
    if (!isRecord || Object.keys(written).length <= countMax) return written;
    context.issues.push({ code: "custom", input: written, params: { text, values: { max: String(countMax) } } });
    return z.NEVER;
  });
  type Type = z.ZodMiniType<z.output<typeof record>, z.input<typeof record>>;
  return z.pipe(few, record) as z.ZodMiniType as Type;
};
