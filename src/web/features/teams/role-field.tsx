import { t } from "../../../../generated/web-texts/members.ts";
import { type TeamRole, teamRoles } from "../../../contract/roles.ts";
import { Field } from "../../ui/field.tsx";

/** A role to choose, and what it may do. */
export function RoleField({ role, onChoose }: { role: TeamRole; onChoose: (role: TeamRole) => void }) {
  return (
    <Field label={t("members.roleDialog.role")} hint={t(`members.role.${role}.may`)}>
      {(control) => (
        <select {...control} value={role} onChange={(event) => onChoose(event.currentTarget.value as TeamRole)}>
          {teamRoles.map((each) => (
            <option key={each} value={each}>
              {t(`members.role.${each}`)}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
