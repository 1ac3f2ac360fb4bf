import { Link } from "react-router";
import { rich, t } from "../../../../generated/web-texts/progress.ts";
import type { QuestProgress } from "../../../contract/quest-progress.ts";
import { paths } from "../../foundation/paths.ts";
import { formatMoment } from "../../ui/dates.ts";
import styles from "./progress.module.css";

/** Volunteers who may need help, with their samples. */
export function NeedsHelp({ questId, people }: { questId: number; people: QuestProgress["needs_help"] }) {
  if (people.length === 0) return <p className="muted">{t("progress.help.none")}</p>;
  return (
    <ul className={`card ruled ${styles.people}`}>
      {people.map(({ adventurer_id: name, reason, decided, sent_back: sentBack, last_arrived_at: last, state }) => (
        <li key={name} className="cluster center between">
          <div className={`cluster baseline across-12 shrinks breaks ${styles.person}`}>
            <strong translate="no">{name}</strong>
            <span>
              {reason === "sent_back" ? t("progress.help.sentBack", { sentBack, decided }) : t("progress.help.stopped")}
            </span>
            <span className="muted small">
              {rich(
                "progress.help.last",
                { time: (moment) => <time dateTime={last}>{moment}</time> },
                { moment: formatMoment(last) },
              )}
            </span>
          </div>
          <Link
            to={`${paths.adminSamples}?${new URLSearchParams({ state, quest: String(questId), person: name })}`}
            aria-label={t("progress.help.samples", { name })}
          >
            {t("progress.samples")}
          </Link>
        </li>
      ))}
    </ul>
  );
}
