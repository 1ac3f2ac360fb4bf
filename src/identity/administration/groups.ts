import type { Texts } from "../../texts/texts-of.ts";

export const assignableGroups = ["admins", "feature_testers"] as const;

export const isAssignable = (group: string): boolean => (assignableGroups as readonly string[]).includes(group);

/** The display name of a group; other groups show their own name. */
export function groupName(group: string, { t }: Texts): string {
  const known = assignableGroups.find((each) => each === group);
  return known ? t(`identity.group.${known}`) : group;
}
