import Flag from "lucide-react/icons/flag";
import { memo } from "react";
import { t } from "../../../../generated/web-texts/outbox.ts";
import type { CompletionRecord } from "../../outbox/record.ts";
import styles from "./outbox-list.module.css";
import { Actions, Problem, type RowActions, RowHead } from "./point-row.tsx";

/** A completion that waits to be sent. */
export const CompletionRow = memo(function CompletionRow({
  completion,
  before,
  actions,
}: {
  completion: CompletionRecord;
  /** Number of undelivered data points before it. */
  before: number;
  actions: RowActions;
}) {
  return (
    <div className={styles.row} data-state={completion.state}>
      <span className={styles.thumbnail}>
        <Flag aria-hidden="true" />
      </span>
      <div className="stack gap-4 shrinks">
        <RowHead record={completion} />
        <p>
          {completion.state === "waiting" && before > 0
            ? t("outbox.completion.behind", { count: before })
            : t("outbox.completion")}
        </p>
        <Problem record={completion} />
      </div>
      <Actions record={completion} actions={actions} />
    </div>
  );
});
