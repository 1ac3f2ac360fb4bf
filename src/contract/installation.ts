import * as z from "zod/mini";
import { logoutStyles } from "./enums.ts";

/** What the browser needs to know of this installation; no secret among it. Ours. */
export const clientConfigurationSchema = z.object({
  oidc: z.object({
    issuer: z.string(),
    client_id: z.string(),
    audience: z.nullable(z.string()),
    scopes: z.string(),
    /** Sent to the sign-in page too: `name=value`, with `&` between them. */
    authorization_parameters: z.string(),
    redirect_uri: z.string(),
    sign_out_uri: z.string(),
    groups_claim: z.string(),
    /** Between the groups of a claim that is one text. */
    groups_separator: z.nullable(z.string()),
    /** What the names of reviewers' groups begin with. */
    reviewers_prefix: z.string(),
    /** Whether the rest may be the name of an organization. */
    reviewers_by_name: z.boolean(),
    username_claim: z.string(),
    logout_style: z.enum(logoutStyles),
    logout_url: z.nullable(z.string()),
  }),
  /** With `{z}`, `{x}` and `{y}`. */
  tile_url: z.string(),
  tile_attribution: z.string(),
  plant_id_configured: z.boolean(),
  /** The page of the terms that people agree to; null where there are none. */
  terms_url: z.nullable(z.string()),
});
export type ClientConfiguration = z.infer<typeof clientConfigurationSchema>;

/** One setting in force, in words. Ours. */
export const settingSchema = z.object({ name: z.string(), value: z.string() });
export type Setting = z.infer<typeof settingSchema>;
