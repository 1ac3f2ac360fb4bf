import * as z from "zod/mini";

/** What forms and addresses carry as text, and what it is read as. */

/** A number in decimal. */
const numericText = (message?: string) =>
  z.pipe(
    z
      .string(message === undefined ? undefined : { error: message })
      .check(
        z.regex(/^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?\s*$/i, message === undefined ? "Expected number" : message),
      ),
    z.transform(Number),
  );
/** `message` is the answer to anything that is no number. */
export const numberField = (schema: z.ZodMiniType<number, number>, message?: string) =>
  z.pipe(numericText(message), schema);
/** Forms send an empty field for "not given". */
export const optionalField = <S extends z.ZodMiniType>(schema: S) =>
  z.pipe(
    z.transform((value: unknown) => (value === "" || value === "null" ? undefined : value)),
    z.optional(schema),
  );
