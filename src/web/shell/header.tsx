import CircleUserRound from "lucide-react/icons/circle-user-round";
import Compass from "lucide-react/icons/compass";
import FlaskConical from "lucide-react/icons/flask-conical";
import LogIn from "lucide-react/icons/log-in";
import LogOut from "lucide-react/icons/log-out";
import ShieldCheck from "lucide-react/icons/shield-check";
import UserRound from "lucide-react/icons/user-round";
import { Suspense } from "react";
import { NavLink, useLocation } from "react-router";
import { Menu } from "../components/menu.tsx";
import { useAuth } from "../features/auth/auth-context.ts";
import { paths } from "../paths.ts";
import { rich, t } from "../texts/app.ts";
import { lazily } from "../texts/lazily.ts";
import styles from "./header.module.css";
import { Logo } from "./logo.tsx";
import { useSignOut } from "./use-sign-out.tsx";

const OutboxBadge = lazily("OutboxBadge", () => import("./outbox-badge.tsx"));

const testPages = [
  { to: paths.gpsTest, label: "app.header.gpsTest" },
  { to: paths.plantId, label: "app.header.plantIdTest" },
] as const;

/** For the desk only. */
const AdminBar = lazily("AdminBar", () => import("./admin-bar.tsx"));

export function Header() {
  const auth = useAuth();
  const { pathname } = useLocation();
  return (
    <header className={styles.header}>
      <div className={styles.bar}>
        <Logo />
        <nav className={styles.links} aria-label={t("app.header.main")}>
          <Suspense>{auth.username && <OutboxBadge account={auth.username} />}</Suspense>
          {auth.isLoggedIn ? (
            <NavLink to={paths.home} end className={styles.link ?? ""}>
              <Compass aria-hidden="true" />
              {t("app.header.quests")}
            </NavLink>
          ) : null}
          {auth.isFeatureTester ? (
            <Menu
              label={t("app.header.testPages")}
              icon={<FlaskConical aria-hidden="true" />}
              className={styles.testMenu}
            >
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
          ) : null}
          <AccountMenu />
        </nav>
      </div>
      {auth.isLoggedIn && pathname.includes("admin") ? (
        <Suspense>
          <AdminBar />
        </Suspense>
      ) : null}
    </header>
  );
}

function AccountMenu() {
  const { isLoggedIn, isAdmin, username, signIn } = useAuth();
  const { signOut, question } = useSignOut();
  return (
    <>
      <Menu label={t("app.account")} icon={<CircleUserRound aria-hidden="true" />} className={styles.accountMenu}>
        {(close) => (
          <>
            {isLoggedIn ? (
              <>
                <li>
                  <p>
                    {rich(
                      "app.account.signedInAs",
                      { strong: (words) => <strong>{words}</strong> },
                      { username: username ?? "" },
                    )}
                  </p>
                </li>
                <li>
                  <NavLink to={paths.profile} onClick={close}>
                    <UserRound aria-hidden="true" />
                    {t("app.account.profile")}
                  </NavLink>
                </li>
                <li>
                  <NavLink to={paths.outbox} onClick={close}>
                    {t("app.account.outbox")}
                  </NavLink>
                </li>
              </>
            ) : null}
            {isAdmin ? (
              <li>
                <NavLink to={paths.admin} onClick={close}>
                  <ShieldCheck aria-hidden="true" />
                  {t("app.account.admin")}
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
                  {t("app.account.signOut")}
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
                  {t("app.logIn")}
                </button>
              )}
            </li>
          </>
        )}
      </Menu>
      {question}
    </>
  );
}
