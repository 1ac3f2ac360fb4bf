import * as z from "zod/mini";
import * as limits from "./limits.ts";
import { idSchema, trimmedText } from "./scalars.ts";

export const organizationSchema = z.object({
  id: idSchema,
  organization_name: z.string(),
  organization_email: z.string(),
});
export type Organization = z.infer<typeof organizationSchema>;

export const organizationPayloadSchema = z.object({
  organization_name: trimmedText(1, limits.shortTextLength),
  organization_email: z.email().check(z.maxLength(limits.shortTextLength)),
});
export type OrganizationPayload = z.infer<typeof organizationPayloadSchema>;
