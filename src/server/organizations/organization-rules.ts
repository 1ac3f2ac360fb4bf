import type { OrganizationPayload } from "../../contract/organizations.ts";
import { saying } from "../../texts/saying.ts";
import { invalidFields } from "../refusals/invalid-fields.ts";

/**
 * The organization as it is kept: its name without space around it.
 * @throws DomainError `validation_failed` for a name of nothing but space
 */
export function tidyOrganization(payload: OrganizationPayload): OrganizationPayload {
  const name = payload.organization_name.trim();
  if (name === "") throw invalidFields([{ path: "organization_name", message: saying("validation.required") }]);
  return { ...payload, organization_name: name };
}
