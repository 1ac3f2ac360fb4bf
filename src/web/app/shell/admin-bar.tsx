import { NavLink, useLocation, useSearchParams } from "react-router";
import { t } from "../../../../generated/web-texts/admin.ts";
import { t as teamText } from "../../../../generated/web-texts/team.ts";
import type { Waiting } from "../../../contract/reports.ts";
import type { TeamRole } from "../../../contract/roles.ts";
import { useCall } from "../../foundation/api/use-call.ts";
import { useAuth } from "../../foundation/auth/auth-context.ts";
import { type Teams, useTeams } from "../../foundation/auth/use-teams.ts";
import { deskPaths } from "../../foundation/desk-paths.ts";
import { chosenOrganization, keepOrganization, OrganizationSwitch } from "../../pages/desk/organization-switch.tsx";
import { hidden } from "../../ui/hidden-words.tsx";
import { formatCount } from "../../ui/numbers.ts";
import barStyles from "./admin-bar.module.css";
import styles from "./header.module.css";

/** Volunteers see the specification's six areas; people of a team those that they can open. */
type Area = { to: string; label: string; role?: TeamRole; waiting?: { count: keyof Waiting; words: WaitingText } };
type WaitingText = "admin.header.openQuestions" | "admin.header.openReports" | "admin.header.openRequests";

const areasOfReviewers = (): Area[] => [
  { to: deskPaths.samples, label: t("admin.header.samples") },
  { to: deskPaths.review, label: teamText("team.title"), role: "viewer" },
  { to: deskPaths.team, label: t("admin.header.team"), role: "viewer" },
];

const areasOfCoordinators = (): Area[] => [
  {
    to: deskPaths.quests,
    label: t("admin.header.quests"),
    waiting: { count: "open_questions", words: "admin.header.openQuestions" },
  },
  { to: deskPaths.applications, label: t("admin.header.applications") },
  ...areasOfReviewers(),
  { to: deskPaths.datasets, label: t("admin.header.datasets") },
  {
    to: deskPaths.reports,
    label: t("admin.header.reports"),
    role: "coordinator",
    waiting: { count: "reports", words: "admin.header.openReports" },
  },
];

const allAreas = (): Area[] => [
  ...areasOfCoordinators(),
  {
    to: deskPaths.settings,
    label: t("admin.header.settings"),
    waiting: { count: "organization_requests", words: "admin.header.openRequests" },
  },
  { to: deskPaths.featureTesting, label: t("admin.header.featureTesting") },
];

function areasOf(isAdmin: boolean, may: Teams["may"]): Area[] {
  if (!isAdmin && may("coordinator")) return areasOfCoordinators();
  if (!isAdmin && may("viewer")) return areasOfReviewers();
  return allAreas().filter(({ role }) => !role || may(role));
}

const switched = new Set<string>([
  deskPaths.quests,
  deskPaths.applications,
  deskPaths.team,
  deskPaths.datasets,
  deskPaths.reports,
]);
/** Pages that show one organization or all. */
const isSwitched = (pathname: string): boolean =>
  pathname.startsWith(deskPaths.samples) || switched.has(pathname.replace(/\/$/, ""));

/** The second row of the header on administrators' and reviewers' pages. */
export function AdminBar() {
  const { isAdmin } = useAuth();
  const { may } = useTeams();
  const [search] = useSearchParams();
  const { pathname } = useLocation();
  const { data: waiting } = useCall(
    "countWaiting",
    may("coordinator") ? { query: chosenOrganization(search) } : undefined,
  );
  return (
    <div className={`cluster center between ${styles.desk}`}>
      <nav className={styles.adminBar} aria-label={t("admin.header")}>
        <ul className={`row gap-4 ${styles.adminLinks}`}>
          {areasOf(isAdmin, may).map(({ to, label, waiting: what }) => (
            <li key={to}>
              <NavLink to={keepOrganization(to, search)} end={to === deskPaths.quests} className="row center nowrap">
                {label}
                {what && waiting ? <Count of={waiting[what.count] ?? 0} words={what.words} /> : null}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      {isSwitched(pathname) ? <OrganizationSwitch /> : null}
    </div>
  );
}

/** How much waits in an area. */
function Count({ of: count, words }: { of: number; words: WaitingText }) {
  if (count === 0) return null;
  return (
    <>
      {" "}
      <span className={`figures small strong ${barStyles.waiting}`} title={t(words, { count })}>
        <span aria-hidden="true">{formatCount(count)}</span>
        {hidden(t(words, { count }))}
      </span>
    </>
  );
}
