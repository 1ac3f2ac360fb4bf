import * as z from "zod/mini";
import { languagesOfName } from "./quest-languages.ts";
import { questTypeSchema } from "./quests.ts";
import { byId } from "./request-fields.ts";
import { dateSchema, idSchema } from "./scalars.ts";

/** A volunteer's part of public results, as they share it with everybody. Not in the specification. */
export const sharedContributionSchema = z.object({
  quest_id: idSchema,
  quest_name: z.string(),
  ...languagesOfName,
  quest_type: questTypeSchema,
  organization_name: z.string(),
  /** How the volunteer wants to be credited; null: without a name. */
  name: z.nullable(z.string()),
  /** Accepted data points of the volunteer, and of everyone. */
  own: z.int(),
  accepted: z.int(),
  first_day: z.nullable(dateSchema),
  last_day: z.nullable(dateSchema),
});
export type SharedContribution = z.infer<typeof sharedContributionSchema>;

export const bySharedNumber = z.extend(byId, { number: byId.shape.id });

/** The page that shows it. */
export const sharedAddressSchema = z.object({ address: z.string() });
