import FlaskConical from "lucide-react/icons/flask-conical";
import { NavLink } from "react-router";
import { t } from "../../../../generated/web-texts/tests.ts";
import { paths } from "../../foundation/paths.ts";
import { Menu } from "../../ui/menu.tsx";
import styles from "./header.module.css";

const testPages = [
  { to: paths.gpsTest, label: "tests.menu.gps" },
  { to: paths.plantId, label: "tests.menu.plantId" },
] as const;

/** The menu that only feature testers have. */
export function TestMenu() {
  return (
    <Menu label={t("tests.menu")} icon={<FlaskConical aria-hidden="true" />} className={styles.testMenu}>
      {(close) =>
        testPages.map(({ to, label }) => (
          <li key={to}>
            <NavLink to={to} onClick={close}>
              {t(label)}
            </NavLink>
          </li>
        ))
      }
    </Menu>
  );
}
