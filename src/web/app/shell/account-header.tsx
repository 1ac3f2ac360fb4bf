import Bell from "lucide-react/icons/bell";
import CloudUpload from "lucide-react/icons/cloud-upload";
import FlaskConical from "lucide-react/icons/flask-conical";
import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { NavLink } from "react-router";
import { t as adminText } from "../../../../generated/web-texts/admin.ts";
import { rich } from "../../../../generated/web-texts/app.ts";
import { t as joinedText } from "../../../../generated/web-texts/joined.ts";
import { t as newsText } from "../../../../generated/web-texts/news.ts";
import { t } from "../../../../generated/web-texts/outbox.ts";
import { t as testsText } from "../../../../generated/web-texts/tests.ts";
import { useNewsSummary } from "../../foundation/api/news.ts";
import { useTeams } from "../../foundation/auth/use-teams.ts";
import { deskPaths } from "../../foundation/desk-paths.ts";
import { paths } from "../../foundation/paths.ts";
import { countUndelivered } from "../../outbox/record.ts";
import { askToKeep } from "../../outbox/storage-room.ts";
import { useOutbox } from "../../outbox/use-outbox.ts";
import { Button } from "../../ui/button.tsx";
import { Menu } from "../../ui/menu.tsx";
import { formatCount } from "../../ui/numbers.ts";
import styles from "./account-header.module.css";
import headerStyles from "./header.module.css";

export { AdminBar } from "./admin-bar.tsx";

/** What the header has for people who are signed in: counts of news and undelivered records. */
export function HeaderBadges({ account }: { account: string }) {
  return (
    <>
      <NewsBadge />
      <OutboxBadge account={account} />
    </>
  );
}

const badge = `center strong figures ${styles.badge}`;

/** The bell, with the number of unseen messages and of data points with updates. */
function NewsBadge() {
  const { data } = useNewsSummary();
  const count = (data?.messages ?? 0) + (data?.data_points ?? 0);
  const words = newsText("news.bell", { count });
  return (
    <NavLink
      to={paths.news}
      end
      className={`gap-4 ${badge} ${styles.news}`}
      aria-label={words}
      title={words}
      {...(count > 0 && { "data-badge": "" })}
    >
      <Bell aria-hidden="true" />
      {count > 0 ? <span>{formatCount(count)}</span> : null}
    </NavLink>
  );
}

/** The number of undelivered records, as a link; hidden if there are none. */
function OutboxBadge({ account }: { account: string }) {
  const view = useOutbox(account);
  const count = countUndelivered(view.records);
  // Waiting records need persistent storage.
  useEffect(() => {
    if (count > 0) void askToKeep();
  }, [count]);
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const header = place?.closest("header");
  const isOnlyHere = view.status === "unavailable" && view.isInTab;
  const notice = isOnlyHere ? <InTabNotice /> : count > 0 ? <FirstWaitNotice /> : null;
  const words = t("outbox.waiting", { count });
  return (
    <>
      <span ref={setPlace} hidden />
      {count > 0 ? (
        <NavLink
          to={paths.outbox}
          className={`gap-8 nowrap ${badge} ${styles.outbox}`}
          aria-label={words}
          data-badge=""
        >
          <CloudUpload aria-hidden="true" />
          <span className={styles.words}>{words}</span>
          <span className={styles.number}>{formatCount(count)}</span>
        </NavLink>
      ) : null}
      {header ? createPortal(notice, header) : null}
    </>
  );
}

/** Records that are sent at once must not move the page. */
const firstMs = 4_000;

function useFirstMoments(): boolean {
  const [areOver, setAreOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(setAreOver, firstMs, true);
    return () => clearTimeout(timer);
  }, []);
  return !areOver;
}

/** The database takes nothing, so that what is measured would be lost with this tab. */
function InTabNotice() {
  if (useFirstMoments()) return null;
  return (
    <div className={`across-16 ${styles.notice}`} role="status">
      <p>
        <strong>{t("outbox.inTab")}</strong> {t("outbox.inTab.why")}
      </p>
    </div>
  );
}

const toldKey = "cairn.outbox.told";

function hasBeenTold(): boolean {
  try {
    return localStorage.getItem(toldKey) !== null;
  } catch {
    return true;
  }
}

/** Explains once per device what may delete waiting records. */
function FirstWaitNotice() {
  const isTooSoon = useFirstMoments();
  const [isTold, setIsTold] = useState(hasBeenTold);
  if (isTooSoon || isTold) return null;
  const close = () => {
    localStorage.setItem(toldKey, "1");
    setIsTold(true);
  };
  return (
    <div className={`cluster center gap-8 across-16 ${styles.notice}`} role="status">
      <p>
        <strong>{t("outbox.first.title")}</strong> {t("outbox.first.explanation")}
      </p>
      <Button small onClick={close}>
        {t("outbox.first.close")}
      </Button>
    </div>
  );
}

const testPages = [
  { to: paths.gpsTest, label: "tests.menu.gps" },
  { to: paths.plantId, label: "tests.menu.plantId" },
] as const;

/** The menu that only feature testers have. */
export function TestMenu() {
  return (
    <Menu label={testsText("tests.menu")} icon={<FlaskConical aria-hidden="true" />} className={headerStyles.testMenu}>
      {(close) =>
        testPages.map(({ to, label }) => (
          <li key={to}>
            <NavLink to={to} onClick={close}>
              {testsText(label)}
            </NavLink>
          </li>
        ))
      }
    </Menu>
  );
}

/** What the account menu has for people who are signed in. */
export function AccountEntries({ username, onClick }: { username: string; onClick: () => void }) {
  return (
    <>
      <li>
        <p>
          {rich("app.account.signedInAs", { strong: (words) => <strong translate="no">{words}</strong> }, { username })}
        </p>
      </li>
      <li>
        <NavLink to={paths.profile} onClick={onClick}>
          {joinedText("joined.account.profile")}
        </NavLink>
      </li>
      <li>
        <NavLink to={paths.contributions} onClick={onClick}>
          {joinedText("joined.account.contributions")}
        </NavLink>
      </li>
      <li>
        <NavLink to={paths.outbox} onClick={onClick}>
          {joinedText("joined.account.outbox")}
        </NavLink>
      </li>
      <li>
        <NavLink to={paths.ownAccount} onClick={onClick}>
          {joinedText("joined.account.own")}
        </NavLink>
      </li>
      <DeskEntry onClick={onClick} />
    </>
  );
}

/** Link to their area for administrators and coordinators, and to the samples for the rest of a team. */
function DeskEntry({ onClick }: { onClick: () => void }) {
  const { may } = useTeams();
  if (!may("viewer")) return null;
  const runsQuests = may("coordinator");
  return (
    <li>
      <NavLink to={runsQuests ? deskPaths.quests : deskPaths.samples} onClick={onClick}>
        {adminText(runsQuests ? "admin.entry" : "admin.header.samples")}
      </NavLink>
    </li>
  );
}
