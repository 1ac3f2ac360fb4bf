import CircleUserRound from "lucide-react/icons/circle-user-round";
import Compass from "lucide-react/icons/compass";
import LogIn from "lucide-react/icons/log-in";
import LogOut from "lucide-react/icons/log-out";
import UserRound from "lucide-react/icons/user-round";
import { NavLink, useLocation } from "react-router";
import { rich, t } from "../../../../generated/web-texts/app.ts";
import { useAuth } from "../../foundation/auth/auth-context.ts";
import { paths } from "../../foundation/paths.ts";
import { lazily } from "../../foundation/texts/lazily.ts";
import { useSignOut } from "../../pages/session/use-sign-out.tsx";
import { Menu } from "../../ui/menu.tsx";
import { WhenFetched } from "../../ui/when-fetched.tsx";
import styles from "./header.module.css";
import { Logo } from "./logo.tsx";

const HeaderBadges = lazily("HeaderBadges", () => import("./header-badges.tsx"));

const LanguageMenu = lazily("LanguageMenu", () => import("./language-menu.tsx"));
const TestMenu = lazily("TestMenu", () => import("./test-menu.tsx"));
/** Only administrators and teams have it. */
const AdminBar = lazily("AdminBar", () => import("./admin-bar.tsx"));
const DeskEntry = lazily("DeskEntry", () => import("./desk-entry.tsx"));

/** @param isLater what the first load does without can be fetched */
export function Header({ isLater }: { isLater: boolean }) {
  const auth = useAuth();
  const { pathname } = useLocation();
  return (
    <header className={styles.header}>
      <div className={`cluster center between ${styles.bar}`}>
        <Logo />
        <nav className={`row center gap-4 ${styles.links}`} aria-label={t("app.header.main")}>
          <WhenFetched>{auth.username && <HeaderBadges account={auth.username} />}</WhenFetched>
          {auth.isLoggedIn ? (
            <NavLink to={paths.home} end className={styles.link ?? ""}>
              <Compass aria-hidden="true" />
              <span>{t("app.header.quests")}</span>
            </NavLink>
          ) : null}
          <WhenFetched>{auth.isFeatureTester && <TestMenu />}</WhenFetched>
          <WhenFetched>{isLater ? <LanguageMenu /> : null}</WhenFetched>
          <AccountMenu />
        </nav>
      </div>
      {auth.isLoggedIn && pathname.includes("admin") ? (
        <WhenFetched>
          <AdminBar />
        </WhenFetched>
      ) : null}
    </header>
  );
}

function AccountMenu() {
  const { isLoggedIn, username, signIn } = useAuth();
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
                      { strong: (words) => <strong translate="no">{words}</strong> },
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
                  <NavLink to={paths.contributions} onClick={close}>
                    {t("app.account.contributions")}
                  </NavLink>
                </li>
                <li>
                  <NavLink to={paths.outbox} onClick={close}>
                    {t("app.account.outbox")}
                  </NavLink>
                </li>
              </>
            ) : null}
            {isLoggedIn ? (
              <WhenFetched>
                <DeskEntry onClick={close} />
              </WhenFetched>
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
