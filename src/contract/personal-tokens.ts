import * as z from "zod/mini";
import { personalTokenNameLength } from "./desk-limits.ts";
import { tokenScopes } from "./roles.ts";
import { idSchema, instantSchema, nameText } from "./scalars.ts";

/** A token for programs that act as its owner. Not in the specification. */
export const newPersonalTokenSchema = z.object({
  name: nameText(personalTokenNameLength.min, personalTokenNameLength.max),
  scope: z.enum(tokenScopes),
  /** In the future, at most a year ahead. */
  expires_at: instantSchema,
});
export type NewPersonalToken = z.infer<typeof newPersonalTokenSchema>;

export const personalTokenSchema = z.object({
  id: idSchema,
  name: z.string(),
  scope: z.enum(tokenScopes),
  created_at: z.string(),
  expires_at: z.string(),
  /** Rounded to the minute; null before the first use. */
  last_used_at: z.nullable(z.string()),
});
export type PersonalToken = z.infer<typeof personalTokenSchema>;

export const madePersonalTokenSchema = z.object({
  id: idSchema,
  name: z.string(),
  scope: z.enum(tokenScopes),
  created_at: z.string(),
  expires_at: z.string(),
  /** Shown only now. */
  token: z.string(),
});
export type MadePersonalToken = z.infer<typeof madePersonalTokenSchema>;
