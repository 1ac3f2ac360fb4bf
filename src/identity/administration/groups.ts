import type { Texts } from "../../texts/texts-of.ts";

/** The groups that admins give and take. */
export const assignableGroups = ["admins", "feature_testers"] as const;

export const isAssignable = (group: string): boolean => (assignableGroups as readonly string[]).includes(group);

/** What people call a group; one that is not offered goes by its own name. */
export function groupName(group: string, { t }: Texts): string {
  const known = assignableGroups.find((each) => each === group);
  return known ? t(`identity.group.${known}`) : group;
}
