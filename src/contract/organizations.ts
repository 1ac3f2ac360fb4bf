import * as z from "zod/mini";
import * as limits from "./limits.ts";
import { idSchema, text } from "./scalars.ts";

export const organizationSchema = z.object({
  id: idSchema,
  organization_name: text(1, limits.shortTextLength),
  organization_email: z.string(),
});
export type Organization = z.infer<typeof organizationSchema>;

export const organizationPayloadSchema = z.object({
  organization_name: organizationSchema.shape.organization_name,
  organization_email: z.email().check(z.maxLength(limits.shortTextLength)),
});
export type OrganizationPayload = z.infer<typeof organizationPayloadSchema>;
