import * as z from "zod/mini";
import { call } from "./call.ts";
import { creditKinds } from "./desk-enums.ts";
import { creditNameLength } from "./desk-limits.ts";
import { trimmedText } from "./scalars.ts";

/** How a volunteer is named in public results. Not in the specification. */
export const creditSchema = z
  .object({
    credit: z.enum(creditKinds),
    /** The name to show; only credit by `name` has one. */
    name: z.optional(z.nullable(trimmedText(1, creditNameLength))),
  })
  .check(
    z.refine(({ credit, name }) => credit !== "name" || (name ?? "") !== "", {
      path: ["name"],
      params: { text: "validation.required" },
    }),
  );
export type Credit = z.infer<typeof creditSchema>;

export const creditCalls = {
  getCredit: call("GET", "/account/credit", "signed_in", {
    summary: "How the caller is named in public results.",
    response: creditSchema,
  }),
  setCredit: call("PUT", "/account/credit", "signed_in", {
    summary: "Set how the caller is named in public results: by username, by another name, or not at all.",
    body: creditSchema,
    response: creditSchema,
  }),
};
