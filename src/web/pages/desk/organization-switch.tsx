import { useLocation, useNavigate } from "react-router";
import { t } from "../../../../generated/web-texts/team.ts";
import { parseId } from "../../foundation/api/quests.ts";
import { useCall } from "../../foundation/api/use-call.ts";
import { useAuth } from "../../foundation/auth/auth-context.ts";
import { useTeams } from "../../foundation/auth/use-teams.ts";
import styles from "./organization-switch.module.css";

/** The organization that the address of a desk page names: `?organization=7`. */
export function chosenOrganization(search: URLSearchParams): { organization_id?: number } {
  const id = parseId(search.get("organization") ?? undefined);
  return id === undefined ? {} : { organization_id: id };
}

/** The same page or another one for the chosen organization. */
export function keepOrganization(path: string, search: URLSearchParams): string {
  const { organization_id: id } = chosenOrganization(search);
  return id === undefined ? path : `${path}?organization=${id}`;
}

/** Chooses whose quests and data the desk shows; nothing for people of one organization. */
export function OrganizationSwitch() {
  const { isAdmin } = useAuth();
  const { teams } = useTeams();
  const all = useCall("listOrganizations", isAdmin ? {} : undefined);
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const chosen = chosenOrganization(new URLSearchParams(search)).organization_id;
  const choices = isAdmin ? (all.data ?? []) : teams.map(({ organization_id: id, ...team }) => ({ id, ...team }));
  const isComing = isAdmin && !all.data && !all.error;
  if (choices.length < 2 && !isComing) return null;
  const isOwn = teams.some(({ organization_id }) => organization_id === chosen);
  return (
    <div className={`cluster center gap-4 across-12 small ${styles.switch}`}>
      <select
        className="shrinks"
        aria-label={t("team.switch")}
        value={chosen === undefined ? "" : String(chosen)}
        onChange={({ target }) => void navigate(target.value ? `${pathname}?organization=${target.value}` : pathname)}
      >
        <option value="">{t(isAdmin ? "team.switch.all" : "team.switch.own")}</option>
        {choices.map(({ id, organization_name: name }) => (
          <option key={id} value={String(id)}>
            {name}
          </option>
        ))}
      </select>
      {isAdmin && chosen !== undefined && !isOwn ? <span>{t("team.switch.asAdministrator")}</span> : null}
    </div>
  );
}
