import GraduationCap from "lucide-react/icons/graduation-cap";
import { memo } from "react";
import { t } from "../../../../generated/web-texts/outbox.ts";
import type { AttemptRecord } from "../../outbox/record.ts";
import styles from "./outbox-list.module.css";
import { Actions, Problem, type RowActions, RowHead } from "./point-row.tsx";

/** A lesson that was passed. */
export const AttemptRow = memo(function AttemptRow({
  attempt,
  actions,
}: {
  attempt: AttemptRecord;
  actions: RowActions;
}) {
  return (
    <div className={styles.row} data-state={attempt.state}>
      <span className={styles.thumbnail}>
        <GraduationCap aria-hidden="true" />
      </span>
      <div className="stack gap-4 shrinks">
        <RowHead record={attempt} />
        <p>{t("outbox.attempt")}</p>
        <Problem record={attempt} />
      </div>
      <Actions record={attempt} actions={actions} />
    </div>
  );
});
