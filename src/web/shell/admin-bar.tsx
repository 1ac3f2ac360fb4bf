import { NavLink } from "react-router";
import { paths } from "../paths.ts";
import { t } from "../texts/app.ts";
import styles from "./header.module.css";

const adminAreas = [
  { to: paths.admin, label: "app.header.admin.quests" },
  { to: paths.adminApplications, label: "app.header.admin.applications" },
  { to: paths.adminSamples, label: "app.header.admin.samples" },
  { to: paths.adminDatasets, label: "app.header.admin.datasets" },
  { to: paths.adminSettings, label: "app.header.admin.settings" },
  { to: paths.adminFeatureTesting, label: "app.header.admin.featureTesting" },
] as const;

/** The second row of the header, on the pages of administrators. */
export function AdminBar() {
  return (
    <nav className={styles.adminBar} aria-label={t("app.header.admin")}>
      <ul className={styles.adminLinks}>
        {adminAreas.map(({ to, label }) => (
          <li key={to}>
            <NavLink to={to} end={to === paths.admin}>
              {t(label)}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
