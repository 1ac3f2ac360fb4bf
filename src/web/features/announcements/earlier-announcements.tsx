import { t } from "../../../../generated/web-texts/announcements.ts";
import type { Announcement } from "../../../contract/announcements.ts";
import { WordsAndInstant } from "../../ui/instant.tsx";
import { Pill } from "../../ui/pill.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { Loading } from "../../ui/skeleton.tsx";
import styles from "./announcement-dialog.module.css";

/** The quest's announcements, and how many people have them. */
export function EarlierAnnouncements({
  announcements,
  hasFailed,
}: {
  announcements: readonly Announcement[] | undefined;
  hasFailed: boolean;
}) {
  return (
    <section className={`stack gap-12 shrinks ${styles.part}`}>
      <h3>{t("announcements.earlier")}</h3>
      {announcements === undefined ? (
        hasFailed ? (
          <p className="muted">{t("announcements.earlier.failed")}</p>
        ) : (
          <Loading height="3rem" />
        )
      ) : announcements.length === 0 ? (
        <p className="muted">{t("announcements.earlier.none")}</p>
      ) : (
        <ul className={`stack gap-12 ${styles.earlier}`}>
          {announcements.map((each) => (
            <li key={each.id}>
              <strong dir="auto">{each.title}</strong>
              <span className="muted">{t(`announcements.sent.${each.to}`)}</span>
              <span className="muted">
                <WordsAndInstant words={each.author} of={each.written_at} />
              </span>
              <Delivery of={each} />
              {each.reports ? <Pill tone="warning">{t("announcements.reports", { count: each.reports })}</Pill> : null}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Delivery({ of: { delivered_at, recipients, recipients_expected } }: { of: Announcement }) {
  if (delivered_at !== null) {
    return <span className="muted">{t("announcements.delivered", { count: recipients })}</span>;
  }
  const words = t("announcements.delivering", { count: recipients, total: recipients_expected });
  return (
    <>
      <span className="muted">{words}</span>
      <ProgressBar label={words} value={recipients} max={Math.max(1, recipients_expected)} />
    </>
  );
}
