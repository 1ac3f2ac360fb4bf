import Flag from "lucide-react/icons/flag";
import GraduationCap from "lucide-react/icons/graduation-cap";
import { memo, type ReactNode, useId, useRef, useState } from "react";
import { t } from "../../../../generated/web-texts/outbox.ts";
import type { AttemptRecord, CompletionRecord, OutboxRecord } from "../../outbox/record.ts";
import type { Sending } from "../../outbox/sending.ts";
import { Button } from "../../ui/button.tsx";
import { LongList } from "../../ui/long-list.tsx";
import { AnswerRow, MessageRow } from "./answer-row.tsx";
import styles from "./outbox-list.module.css";
import { Actions, PointRow, Problem, type RowActions, RowHead } from "./point-row.tsx";
import { groupRecords, pointsBefore, type RecordGroup, recordGroups } from "./record-groups.ts";

/** Delivered records shown at first. */
const arrivedShown = 20;
/** Estimated height on a phone. */
const rowHeightPx = 220;

/** All records in groups. */
export function OutboxList({
  records: read,
  actions,
  sending,
  onClearArrived,
}: {
  records: readonly OutboxRecord[];
  actions: RowActions;
  /** The record being sent and its progress. */
  sending: Pick<Sending, "localId" | "share">;
  onClearArrived: () => void;
}) {
  const records = useUnchanged(read);
  const groups = groupRecords(records);
  const [showsAllArrived, setShowsAllArrived] = useState(false);
  const rowOf = (record: OutboxRecord) => {
    const share = record.localId === sending.localId ? sending.share : undefined;
    if (record.kind === "point") {
      return <PointRow key={record.localId} point={record} actions={actions} share={share} />;
    }
    if (record.kind === "answer") {
      return <AnswerRow key={record.localId} answer={record} actions={actions} share={share} />;
    }
    if (record.kind === "message") return <MessageRow key={record.localId} message={record} actions={actions} />;
    if (record.kind === "attempt") return <AttemptRow key={record.localId} attempt={record} actions={actions} />;
    const before = pointsBefore(record, records);
    return <CompletionRow key={record.localId} completion={record} before={before} actions={actions} />;
  };
  return recordGroups.map((group) => {
    const all = groups.get(group) ?? [];
    if (all.length === 0) return null;
    const isArrived = group === "arrived";
    const shown = isArrived && !showsAllArrived ? all.slice(0, arrivedShown) : all;
    return (
      <Group
        key={group}
        group={group}
        count={all.length}
        action={
          isArrived ? (
            <Button small tone="plain" onClick={onClearArrived}>
              {t("outbox.group.clear")}
            </Button>
          ) : null
        }
      >
        <LongList className={`stack gap-8 ${styles.list}`} itemHeightPx={rowHeightPx} total={shown.length}>
          {shown.map(rowOf)}
        </LongList>
        {shown.length < all.length ? (
          <Button onClick={() => setShowsAllArrived(true)}>
            {t("outbox.group.showAll", { count: all.length - shown.length })}
          </Button>
        ) : null}
      </Group>
    );
  });
}

function Group({
  group,
  count,
  action,
  children,
}: {
  group: RecordGroup;
  count: number;
  action: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section className="stack gap-12 shrinks" aria-labelledby={id}>
      <div className="cluster center between gap-4 across-16">
        <h2 id={id}>
          {t(`outbox.group.${group}`)} <span className={styles.count}>{count}</span>
        </h2>
        {action}
      </div>
      {children}
    </section>
  );
}

/** Keeps the identity of unchanged records, so that their rows don't render again. */
function useUnchanged(records: readonly OutboxRecord[]): readonly OutboxRecord[] {
  const known = useRef(new Map<string, { text: string; record: OutboxRecord }>());
  const same = records.map((record) => {
    const text = JSON.stringify(record);
    const before = known.current.get(record.localId);
    return before?.text === text ? before : { text, record };
  });
  known.current = new Map(same.map((each) => [each.record.localId, each]));
  return same.map(({ record }) => record);
}

/** A lesson that was passed. */
const AttemptRow = memo(function AttemptRow({ attempt, actions }: { attempt: AttemptRecord; actions: RowActions }) {
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

/** A completion that waits to be sent. */
const CompletionRow = memo(function CompletionRow({
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
