import CircleUserRound from "lucide-react/icons/circle-user-round";
import Compass from "lucide-react/icons/compass";
import FlaskConical from "lucide-react/icons/flask-conical";
import LogIn from "lucide-react/icons/log-in";
import LogOut from "lucide-react/icons/log-out";
import ShieldCheck from "lucide-react/icons/shield-check";
import UserRound from "lucide-react/icons/user-round";
import { NavLink, useLocation } from "react-router";
import { Menu } from "../components/menu.tsx";
import { useAuth } from "../features/auth/auth-context.ts";
import { paths } from "../paths.ts";
import styles from "./header.module.css";
import { Logo } from "./logo.tsx";

const testPages = [
  { to: paths.gpsTest, label: "GPS test" },
  { to: paths.plantId, label: "Plant ID test" },
];

const adminAreas = [
  { to: paths.admin, label: "Quests" },
  { to: paths.adminApplications, label: "Applications" },
  { to: paths.adminSamples, label: "Samples" },
  { to: paths.adminDatasets, label: "Datasets" },
  { to: paths.adminSettings, label: "Settings" },
  { to: paths.adminFeatureTesting, label: "Feature testing" },
];

export function Header() {
  const auth = useAuth();
  const { pathname } = useLocation();
  return (
    <header className={styles.header}>
      <div className={styles.bar}>
        <Logo />
        <nav className={styles.links} aria-label="Main">
          {auth.isLoggedIn ? (
            <NavLink to={paths.home} end className={styles.link ?? ""}>
              <Compass aria-hidden="true" />
              Quests
            </NavLink>
          ) : null}
          {auth.isFeatureTester ? (
            <Menu label="Test pages" icon={<FlaskConical aria-hidden="true" />} className={styles.testMenu}>
              {(close) =>
                testPages.map(({ to, label }) => (
                  <li key={to}>
                    <NavLink to={to} onClick={close}>
                      {label}
                    </NavLink>
                  </li>
                ))
              }
            </Menu>
          ) : null}
          <AccountMenu />
        </nav>
      </div>
      {auth.isLoggedIn && pathname.includes("admin") ? (
        <nav className={styles.adminBar} aria-label="Admin">
          <ul className={styles.adminLinks}>
            {adminAreas.map(({ to, label }) => (
              <li key={to}>
                <NavLink to={to} end={to === paths.admin}>
                  {label}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
      ) : null}
    </header>
  );
}

function AccountMenu() {
  const { isLoggedIn, isAdmin, username, signIn, signOut } = useAuth();
  return (
    <Menu label="Account" icon={<CircleUserRound aria-hidden="true" />} className={styles.accountMenu}>
      {(close) => (
        <>
          {isLoggedIn ? (
            <>
              <li>
                <p>
                  Signed in as <strong>{username}</strong>
                </p>
              </li>
              <li>
                <NavLink to={paths.profile} onClick={close}>
                  <UserRound aria-hidden="true" />
                  Profile
                </NavLink>
              </li>
            </>
          ) : null}
          {isAdmin ? (
            <li>
              <NavLink to={paths.admin} onClick={close}>
                <ShieldCheck aria-hidden="true" />
                Admin
              </NavLink>
            </li>
          ) : null}
          <li>
            {isLoggedIn ? (
              <button
                type="button"
                onClick={() => {
                  close();
                  void signOut();
                }}
              >
                <LogOut aria-hidden="true" />
                Sign out
              </button>
            ) : (
              <button
                type="button"
                onClick={() => {
                  close();
                  void signIn();
                }}
              >
                <LogIn aria-hidden="true" />
                Log In
              </button>
            )}
          </li>
        </>
      )}
    </Menu>
  );
}
