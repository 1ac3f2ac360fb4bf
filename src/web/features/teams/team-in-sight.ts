import type { Organization } from "../../../contract/organizations.ts";

/** The organization whose team is shown, and what the person may do there. */
export type TeamInSight = {
  organization_id: Organization["id"];
  organization_name: Organization["organization_name"];
  mayChange: boolean;
  self: string | undefined;
};
