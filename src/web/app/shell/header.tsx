import CircleUserRound from "lucide-react/icons/circle-user-round";
import Compass from "lucide-react/icons/compass";
import WifiOff from "lucide-react/icons/wifi-off";
import { useSyncExternalStore } from "react";
import { Link, NavLink, useLocation } from "react-router";
import { t } from "../../../../generated/web-texts/app.ts";
import { onStaleness, staleSinceMs } from "../../foundation/api/staleness.ts";
import { useAuth } from "../../foundation/auth/auth-context.ts";
import { readSession } from "../../foundation/auth/session-store.ts";
import { paths } from "../../foundation/paths.ts";
import { lazily } from "../../foundation/texts/lazily.ts";
import { useSignOut } from "../../pages/session/use-sign-out.tsx";
import { formatAsOf } from "../../ui/dates.ts";
import { Menu } from "../../ui/menu.tsx";
import { useOnline } from "../../ui/use-online.ts";
import { WhenFetched } from "../../ui/when-fetched.tsx";
import styles from "./header.module.css";

const HeaderBadges = lazily("HeaderBadges", () => import("./account-header.tsx"));

const LanguageMenu = lazily("LanguageMenu", () => import("./language-menu.tsx"));
const TestMenu = lazily("TestMenu", () => import("./account-header.tsx"));
/** Only administrators and teams have it. */
const AdminBar = lazily("AdminBar", () => import("./account-header.tsx"));
const AccountEntries = lazily("AccountEntries", () => import("./account-header.tsx"));

/** @param isLater what the first load does without can be fetched */
export function Header({ isLater }: { isLater: boolean }) {
  const auth = useAuth();
  const { pathname } = useLocation();
  const isComing = auth.status === "unknown" && readSession() !== undefined;
  return (
    <header className={styles.header}>
      <div className={`cluster center between ${styles.bar}`}>
        <Logo />
        <nav className={`row center gap-4 ${styles.links}`} aria-label={t("app.header.main")}>
          <WhenFetched>{auth.username && <HeaderBadges account={auth.username} />}</WhenFetched>
          {auth.isLoggedIn ? (
            <NavLink to={paths.home} end className={`center gap-8 strong ${styles.link}`}>
              <Compass aria-hidden="true" />
              <span>{t("app.header.quests")}</span>
            </NavLink>
          ) : null}
          <WhenFetched>{auth.isFeatureTester && <TestMenu />}</WhenFetched>
          <WhenFetched>{isLater ? <LanguageMenu /> : null}</WhenFetched>
          <AccountMenu />
        </nav>
      </div>
      <OfflineBar />
      {pathname.includes("admin") && (auth.isLoggedIn || isComing) ? (
        <WhenFetched fallback={<div className={styles.deskPlace} />}>
          {auth.isLoggedIn ? <AdminBar /> : <div className={styles.deskPlace} />}
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
            <WhenFetched>{username && <AccountEntries username={username} onClick={close} />}</WhenFetched>
            <li>
              <button
                type="button"
                onClick={() => {
                  close();
                  void (isLoggedIn ? signOut() : signIn());
                }}
              >
                {t(isLoggedIn ? "app.account.signOut" : "app.logIn")}
              </button>
            </li>
          </>
        )}
      </Menu>
      {question}
    </>
  );
}

/** Three stones and the name; links to home. */
function Logo() {
  return (
    <Link to={paths.home} className={`roomy gap-8 ${styles.logo}`} aria-label={t("app.logo")}>
      <svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true">
        <path
          fill="currentColor"
          d="M5.6 26.2c.2-2.6 4.6-4.5 10.4-4.6 6-.1 10.6 1.6 10.7 4.3.1 2.4-4.5 3.9-10.4 4-6.2.1-10.9-1.3-10.7-3.7Z"
        />
        <path
          fill="currentColor"
          d="M8.2 17.8c.2-2.1 3.5-3.4 7.6-3.3 4.2.1 7.3 1.5 7.2 3.5-.1 2-3.4 3-7.5 2.9-4.2-.1-7.5-1.1-7.3-3.1Z"
        />
        <path
          fill="var(--ochre)"
          d="M11.3 10.3c.3-1.8 2.5-3.3 5.1-3.2 2.7.1 4.7 1.5 4.6 3.3-.1 1.8-2.3 2.7-4.9 2.6-2.7-.1-5.1-.9-4.8-2.7Z"
        />
      </svg>
      <span translate="no">Cairn</span>
    </Link>
  );
}

/** A bar while the device is offline or visible data is old. It shows the age of the data, and moves nothing. */
function OfflineBar() {
  const online = useOnline();
  const sinceMs = useSyncExternalStore(onStaleness, staleSinceMs);
  return (
    <div role="status">
      {online && sinceMs === undefined ? null : (
        <p className={`row center gap-8 ${styles.offline}`}>
          <WifiOff aria-hidden="true" />
          <span>
            {sinceMs === undefined ? t("app.offline") : t("app.asOf", { moment: formatAsOf(new Date(sinceMs)) })}
          </span>
        </p>
      )}
    </div>
  );
}
