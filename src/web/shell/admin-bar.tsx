import { NavLink, useLocation, useSearchParams } from "react-router";
import type { TeamRole } from "../../contract/roles.ts";
import { useAuth } from "../features/auth/auth-context.ts";
import { type Teams, useTeams } from "../features/auth/use-teams.ts";
import { paths } from "../paths.ts";
import { t } from "../texts/admin.ts";
import { t as teamText } from "../texts/team.ts";
import styles from "./header.module.css";
import { keepOrganization, OrganizationSwitch } from "./organization-switch.tsx";

/** Volunteers see the specification's six areas; people of a team those that they can open. */
type Area = { to: string; label: string; role?: TeamRole };

const areasOfReviewers = (): Area[] => [
  { to: paths.adminSamples, label: t("admin.header.samples") },
  { to: paths.adminReview, label: teamText("team.title"), role: "viewer" },
  { to: paths.adminTeam, label: t("admin.header.team"), role: "viewer" },
];

const areasOfCoordinators = (): Area[] => [
  { to: paths.admin, label: t("admin.header.quests") },
  { to: paths.adminApplications, label: t("admin.header.applications") },
  ...areasOfReviewers(),
  { to: paths.adminDatasets, label: t("admin.header.datasets") },
];

const allAreas = (): Area[] => [
  ...areasOfCoordinators(),
  { to: paths.adminSettings, label: t("admin.header.settings") },
  { to: paths.adminFeatureTesting, label: t("admin.header.featureTesting") },
];

function areasOf(isAdmin: boolean, may: Teams["may"]): Area[] {
  if (!isAdmin && may("coordinator")) return areasOfCoordinators();
  if (!isAdmin && may("viewer")) return areasOfReviewers();
  return allAreas().filter(({ role }) => !role || may(role));
}

const switched = new Set<string>([paths.admin, paths.adminApplications, paths.adminTeam, paths.adminDatasets]);
/** Pages that show one organization or all. */
const isSwitched = (pathname: string): boolean =>
  pathname.startsWith(paths.adminSamples) || switched.has(pathname.replace(/\/$/, ""));

/** The second row of the header on administrators' and reviewers' pages. */
export function AdminBar() {
  const { isAdmin } = useAuth();
  const { may } = useTeams();
  const [search] = useSearchParams();
  const { pathname } = useLocation();
  return (
    <div className={styles.desk}>
      <nav className={styles.adminBar} aria-label={t("admin.header")}>
        <ul className={styles.adminLinks}>
          {areasOf(isAdmin, may).map(({ to, label }) => (
            <li key={to}>
              <NavLink to={keepOrganization(to, search)} end={to === paths.admin}>
                {label}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      {isSwitched(pathname) ? <OrganizationSwitch /> : null}
    </div>
  );
}
