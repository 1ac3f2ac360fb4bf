import { Link } from "react-router";
import { t } from "../../../../generated/web-texts/organizations.ts";
import type { OwnTeam } from "../../../contract/teams.ts";
import { useClientConfiguration } from "../../foundation/api/configuration.ts";
import { paths } from "../../foundation/paths.ts";
import section from "../../ui/plain-section.module.css";
import { Loading } from "../../ui/skeleton.tsx";

/** The organizations in which the person has a role, and the way to a new one. */
export function OwnOrganizations({ teams }: { teams: readonly OwnTeam[] }) {
  const { data: configuration, error } = useClientConfiguration();
  const isComing = !configuration && !error;
  const policy = configuration?.organizations;
  const mayAsk = policy !== undefined && policy !== "closed";
  if (teams.length === 0 && !mayAsk && !isComing) return null;
  return (
    <section className={section.section} aria-labelledby="own-organizations">
      <h2 id="own-organizations">{t("organizations.own.title")}</h2>
      {teams.length === 0 ? null : (
        <ul className="stack gap-8">
          {teams.map(({ organization_id: id, organization_name: name, role }) => (
            <li key={id} className="stack">
              <Link to={paths.organization(id)} className="roomy">
                <bdi translate="no">{name}</bdi>
              </Link>
              <span className="muted">{t(`organizations.own.role.${role}`)}</span>
            </li>
          ))}
        </ul>
      )}
      {isComing ? <Loading height="44px" /> : null}
      {mayAsk ? (
        <Link to={paths.newOrganization} className="roomy">
          {t("organizations.request.title")}
        </Link>
      ) : null}
    </section>
  );
}
