import * as z from "zod/mini";
import { call } from "./call.ts";
import { personalTokenNameLength } from "./desk-limits.ts";
import { byId } from "./request-fields.ts";
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

export const personalTokenCalls = {
  listPersonalTokens: call("GET", "/account/tokens", "signed_in", {
    summary: "The caller's personal tokens, newest first, without the tokens themselves.",
    response: z.array(personalTokenSchema),
  }),
  createPersonalToken: call("POST", "/account/tokens", "signed_in", {
    summary: "Make a personal token, which programs send as a bearer token. The answer shows it once.",
    body: newPersonalTokenSchema,
    status: 201,
    response: madePersonalTokenSchema,
  }),
  revokePersonalToken: call("DELETE", "/account/tokens/{id}", "signed_in", {
    summary: "Revoke a personal token of the caller.",
    params: byId,
    status: 204,
  }),
};
