import * as z from "zod/mini";
import { numericText } from "./read-number.ts";

/** Parses text from forms and URLs. */

/** The message for an invalid number; `validationSaying` looks it up by key. */
export type NumberText = "validation.number" | "validation.treeWidthRequired";

/** The OpenAPI document can't describe custom checks, so it shows this. */
const asDocumented = { type: "string", pattern: numericText.source } as const;

const isNumeric = (text: NumberText) =>
  z.refine((value: unknown) => typeof value === "string" && numericText.test(value), { params: { text }, abort: true });

/** `text` is the message for an invalid or missing number. Without it, a missing value is reported as required. */
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
/** Forms send an empty field when it isn't filled in. */
export const optionalField = <S extends z.ZodMiniType>(schema: S) =>
  z.pipe(
    z.transform((value: unknown) => (value === "" || value === "null" ? undefined : value)),
    z.optional(schema),
  );
