import type { OrganizationPayload } from "../../contract/organizations.ts";
import { saying } from "../../texts/saying.ts";
import { invalidFields } from "../refusals/invalid-fields.ts";

/**
 * Trims the organization's name.
 * @throws DomainError `validation_failed` for an empty name
 */
export function tidyOrganization(payload: OrganizationPayload): OrganizationPayload {
  const name = payload.organization_name.trim();
  if (name === "") throw invalidFields([{ path: "organization_name", message: saying("validation.required") }]);
  return { ...payload, organization_name: name };
}
