import type { ZodMiniType } from "zod/mini";
import type { FieldRefusal } from "../refusals/domain-error.ts";
import { fieldRefusalsOf } from "../refusals/invalid-fields.ts";

/** @param isToFirst whether only the first wrong field is wanted */
export function parseBody(
  schema: ZodMiniType,
  body: unknown,
  isToFirst: boolean,
): { info: FieldRefusal[] } | { data: unknown } {
  const parsed = schema.safeParse(body, { reportInput: true, ...toFirstProblem(isToFirst) });
  return parsed.success ? { data: parsed.data } : { info: fieldRefusalsOf(parsed.error.issues) };
}

/** An option of zod that its types omit. */
const toFirstProblem = (abortEarly: boolean): object => (abortEarly ? { abortEarly } : {});
