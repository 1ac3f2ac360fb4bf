import { t } from "../../../../generated/web-texts/outbox.ts";
import { PackButton } from "./pack-button.tsx";
import { PutBackControl } from "./put-back-control.tsx";
import styles from "./rescue.module.css";

/** Exports undelivered data points and restores exported ones. */
export function RescuePanel({
  account,
  draftCount,
  answerCount,
}: {
  account: string;
  draftCount: number;
  /** Answers and messages to reviewers. */
  answerCount: number;
}) {
  return (
    <section className="stack card gap-12 pad-16" aria-labelledby="rescue-title">
      <h2 id="rescue-title">{t("outbox.rescue.title")}</h2>
      <p>{t("outbox.rescue.explanation")}</p>
      <PackButton account={account} />
      {draftCount > 0 ? <p className="muted">{t("outbox.rescue.draftsLeftOut", { count: draftCount })}</p> : null}
      {answerCount > 0 ? <p className="muted">{t("outbox.rescue.answersLeftOut", { count: answerCount })}</p> : null}
      <p className={styles.second}>{t("outbox.rescue.putBack.explanation")}</p>
      <PutBackControl account={account} />
    </section>
  );
}
