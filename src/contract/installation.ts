import * as z from "zod/mini";
import { call } from "./call.ts";
import { organizationPolicies } from "./desk-enums.ts";
import { logoutStyles } from "./enums.ts";
import { offeredLanguageSchema } from "./languages.ts";

/** Public configuration for the browser; contains no secrets. Not in the specification. */
export const clientConfigurationSchema = z.object({
  oidc: z.object({
    issuer: z.string(),
    client_id: z.string(),
    audience: z.nullable(z.string()),
    scopes: z.string(),
    /** Extra parameters for the sign-in page: `name=value`, joined by `&`. */
    authorization_parameters: z.string(),
    redirect_uri: z.string(),
    sign_out_uri: z.string(),
    groups_claim: z.string(),
    /** Separates groups if the claim is a single string. */
    groups_separator: z.nullable(z.string()),
    username_claim: z.string(),
    logout_style: z.enum(logoutStyles),
    logout_url: z.nullable(z.string()),
  }),
  /** Contains `{z}`, `{x}` and `{y}`. */
  tile_url: z.string(),
  tile_attribution: z.string(),
  plant_id_configured: z.boolean(),
  /** The terms page; null if there are no terms. */
  terms_url: z.nullable(z.string()),
  organizations: z.enum(organizationPolicies),
  languages: z.array(offeredLanguageSchema),
  /** Origin of the archive where releases can be deposited. */
  archive_url: z.optional(z.nullable(z.string())),
});
export type ClientConfiguration = z.infer<typeof clientConfigurationSchema>;

/** One effective setting, formatted for people. Not in the specification. */
export const settingSchema = z.object({ name: z.string(), value: z.string() });
export type Setting = z.infer<typeof settingSchema>;

export const installationCalls = {
  getClientConfiguration: call("GET", "/config", "visitor", {
    keptOffline: "always",
    summary: "What the browser needs to know about this installation.",
    response: clientConfigurationSchema,
  }),
  getSettings: call("GET", "/admin/settings", "admin", {
    summary: "The current configuration, without secrets.",
    response: z.array(settingSchema),
  }),
};
