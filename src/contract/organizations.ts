import * as z from "zod/mini";
import { call } from "./call.ts";
import { organizationRequestStates } from "./desk-enums.ts";
import * as deskLimits from "./desk-limits.ts";
import * as limits from "./limits.ts";
import { byId } from "./request-fields.ts";
import { commentText, idSchema, mailAddress, nameText, text, trimmedText, webAddress } from "./scalars.ts";

export const organizationSchema = z.object({
  id: idSchema,
  organization_name: z.string(),
  organization_email: z.string(),
});
export type Organization = z.infer<typeof organizationSchema>;

/** What an organization shows on its public page. Not in the specification. */
const shownSchema = z.object({
  /** What it does. */
  about: z.nullable(text(0, limits.longTextLength)),
  web_site: z.nullable(webAddress(deskLimits.webAddressLength)),
  /** An email for everybody; `organization_email` is for administrators. */
  contact: z.nullable(mailAddress),
  /** The id of one of its pictures. */
  logo: z.nullable(z.uuid()),
});

/** What its owners can change. */
export const organizationDetailsSchema = z.extend(organizationSchema, shownSchema.shape);
export type OrganizationDetails = z.infer<typeof organizationDetailsSchema>;

/** An organization's public page. The figures are the worker's last counts, of quests that visitors see. */
export const organizationPageSchema = z.object({
  id: idSchema,
  organization_name: z.string(),
  ...shownSchema.shape,
  quests: z.int(),
  /** People who joined a quest, counted once for each quest. */
  participations: z.int(),
  data_points: z.int(),
  accepted_data_points: z.int(),
});
export type OrganizationPage = z.infer<typeof organizationPageSchema>;

export const newOrganizationSchema = z.object({
  organization_name: nameText(1, limits.shortTextLength),
  organization_email: mailAddress,
});
export type NewOrganization = z.infer<typeof newOrganizationSchema>;

/** What is left out stays as it is. */
export const organizationPayloadSchema = z.extend(newOrganizationSchema, z.partial(shownSchema).shape);
export type OrganizationPayload = z.infer<typeof organizationPayloadSchema>;

export const organizationRequestPayloadSchema = z.extend(newOrganizationSchema, {
  reason: trimmedText(1, limits.commentLength),
});
export type OrganizationRequestPayload = z.infer<typeof organizationRequestPayloadSchema>;

/** Somebody's wish for a new organization. */
export const organizationRequestSchema = z.object({
  id: idSchema,
  requested_by: z.string(),
  requested_at: z.string(),
  organization_name: z.string(),
  organization_email: z.string(),
  reason: z.string(),
  state: z.enum(organizationRequestStates),
  comment: z.nullable(z.string()),
  /** The new organization, of which the asking person is an owner. */
  organization_id: z.nullable(idSchema),
});
export type OrganizationRequest = z.infer<typeof organizationRequestSchema>;

export const organizationDecisionSchema = z.object({
  state: z.enum(["approved", "declined"]),
  comment: z.optional(z.nullable(commentText)),
});
export type OrganizationDecision = z.infer<typeof organizationDecisionSchema>;

export const organizationCalls = {
  listOrganizations: call("GET", "/organizations", "viewer", {
    summary: "The organizations in which the caller has a role; all for administrators.",
    response: z.array(organizationSchema),
  }),
  createOrganization: call("POST", "/organizations", "admin", {
    summary: "Create an organization.",
    body: newOrganizationSchema,
    status: 201,
    response: organizationSchema,
  }),
  updateOrganization: call("PUT", "/organizations/{id}", "owner", {
    summary: "Change an organization's name, email address, or what its public page shows; what is left out stays.",
    params: byId,
    body: organizationPayloadSchema,
    response: organizationSchema,
  }),
  getOrganization: call("GET", "/organizations/{id}", "visitor", {
    keptOffline: "newest",
    summary: "An organization's public page.",
    params: byId,
    response: organizationPageSchema,
  }),
  getOrganizationDetails: call("GET", "/organizations/{id}/details", "owner", {
    summary: "Everything that its owners can change.",
    params: byId,
    response: organizationDetailsSchema,
  }),
  requestOrganization: call("POST", "/organization-requests", "signed_in", {
    summary:
      "Ask for a new organization, of which the caller becomes an owner. Where everybody may create one, it is approved at once.",
    body: organizationRequestPayloadSchema,
    status: 201,
    response: organizationRequestSchema,
  }),
  listOwnOrganizationRequests: call("GET", "/account/organization-requests", "signed_in", {
    summary: "The organizations that the caller asked for, newest first.",
    response: z.array(organizationRequestSchema),
  }),
  listOrganizationRequests: call("GET", "/organization-requests", "admin", {
    summary: "Requests that wait for a decision, oldest first.",
    response: z.array(organizationRequestSchema),
  }),
  decideOrganizationRequest: call("PUT", "/organization-requests/{id}/decision", "admin", {
    summary: "Approve or decline a request for an organization.",
    params: byId,
    body: organizationDecisionSchema,
    response: organizationRequestSchema,
  }),
};
