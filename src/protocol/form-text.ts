import * as z from "zod/mini";
import { numericText } from "./numeric-text.ts";

/** What forms and addresses carry as text, and what it is read as. */

/** The sentence for what is no number; `validationSaying` finds it by its key. */
export type NumberText = "validation.number" | "validation.treeWidthRequired";

/** For the API's document, which sees nothing of a check. */
const asDocumented = { type: "string", pattern: numericText.source } as const;

const isNumeric = (text: NumberText) =>
  z.refine((value: unknown) => typeof value === "string" && numericText.test(value), { params: { text }, abort: true });

/** `text` is the answer to anything that is no number, nothing at all among it. Without it, what is missing is required. */
export const numberField = (schema: z.ZodMiniType<number, number>, text?: NumberText) =>
  z.pipe(
    z.pipe(
      (text === undefined
        ? z.string().check(isNumeric("validation.number"))
        : z.unknown().check(isNumeric(text))
      ).register(z.globalRegistry, asDocumented),
      z.transform(Number),
    ),
    schema,
  );
/** Forms send an empty field for "not given". */
export const optionalField = <S extends z.ZodMiniType>(schema: S) =>
  z.pipe(
    z.transform((value: unknown) => (value === "" || value === "null" ? undefined : value)),
    z.optional(schema),
  );
