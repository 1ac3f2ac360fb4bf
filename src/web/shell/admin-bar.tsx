import { NavLink } from "react-router";
import { useAuth } from "../features/auth/auth-context.ts";
import { paths } from "../paths.ts";
import { t } from "../texts/admin.ts";
import { t as teamText } from "../texts/team.ts";
import styles from "./header.module.css";

/** All signed-in users see the specification's six areas; other areas need the right to open them. */
type Area = { to: string; label: string; forReviewers?: true };

const areasOfReviewers = (): Area[] => [
  { to: paths.adminSamples, label: t("admin.header.samples") },
  { to: paths.adminReview, label: teamText("team.title"), forReviewers: true },
];

const allAreas = (): Area[] => [
  { to: paths.admin, label: t("admin.header.quests") },
  { to: paths.adminApplications, label: t("admin.header.applications") },
  ...areasOfReviewers(),
  { to: paths.adminDatasets, label: t("admin.header.datasets") },
  { to: paths.adminSettings, label: t("admin.header.settings") },
  { to: paths.adminFeatureTesting, label: t("admin.header.featureTesting") },
];

/** The second row of the header on administrators' and reviewers' pages. */
export function AdminBar() {
  const { isAdmin, reviewerOf } = useAuth();
  const mayReview = isAdmin || reviewerOf.length > 0;
  const areas = mayReview && !isAdmin ? areasOfReviewers() : allAreas();
  return (
    <nav className={styles.adminBar} aria-label={t("admin.header")}>
      <ul className={styles.adminLinks}>
        {areas
          .filter(({ forReviewers }) => mayReview || !forReviewers)
          .map(({ to, label }) => (
            <li key={to}>
              <NavLink to={to} end={to === paths.admin}>
                {label}
              </NavLink>
            </li>
          ))}
      </ul>
    </nav>
  );
}
