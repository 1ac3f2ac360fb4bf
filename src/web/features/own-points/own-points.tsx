import List from "lucide-react/icons/list";
import MapIcon from "lucide-react/icons/map";
import { useId, useRef, useState } from "react";
import { Link } from "react-router";
import { t } from "../../../../generated/web-texts/own.ts";
import type { Quest } from "../../../contract/quests.ts";
import { countOf, type OwnDataPoints } from "../../foundation/api/data-points.ts";
import { paths } from "../../foundation/paths.ts";
import type { QuestOutbox } from "../../outbox/use-outbox.ts";
import { Button } from "../../ui/button.tsx";
import { ShowMore } from "../../ui/fetched.tsx";
import { LongList } from "../../ui/long-list.tsx";
import { EmptyState, FailedState } from "../../ui/message-state.tsx";
import { Part } from "../../ui/part.tsx";
import { Loading, Skeleton } from "../../ui/skeleton.tsx";
import { useFold } from "../../ui/use-fold.ts";
import { ViewSwitch } from "../../ui/view-switch.tsx";
import { askedOf, DeliveredPoint, type NumberedPoint, type PointAction } from "./delivered-point.tsx";
import styles from "./own-points.module.css";
import { OwnPointsMap } from "./own-points-map.tsx";
import { PointDialog } from "./point-dialog.tsx";
import { WaitingPoint } from "./waiting-point.tsx";

/** Height of a closed row, at the usual size of text. */
const pointHeightPx = 72;
/** Others show on demand. */
const newestShown = 5;
/** The outbox shows all waiting ones. */
const waitingShown = 5;

/** The volunteer's data points of a quest, newest first, as a list or map. Those on this phone come first. */
export function OwnPoints({
  username,
  quest,
  own: { list, points: arrived, summary, hasSummaryFailed },
  outbox,
}: {
  username: string;
  quest: Quest;
  own: OwnDataPoints;
  outbox: QuestOutbox;
}) {
  const [view, setView] = useState<"list" | "map">("list");
  const [acting, setActing] = useState<{ action: PointAction; point: NumberedPoint }>();
  const title = useRef<HTMLHeadingElement>(null);
  const titleId = useId();
  const points = arrived?.map((dataPoint): NumberedPoint => ({ number: dataPoint.number, dataPoint }));
  const onThisPhone = [...outbox.justDelivered, ...outbox.waiting];
  const hasAny = [...onThisPhone, ...(points ?? [])].length > 0;
  const onAct = (action: PointAction, point: NumberedPoint) => setActing({ action, point });
  const reload = () => void list.refresh();
  return (
    <section className="stack gap-12 shrinks" aria-labelledby={titleId}>
      <header className="cluster center between gap-8 across-16">
        <h2 id={titleId} ref={title} tabIndex={-1}>
          {t("own.list.title")}
        </h2>
        {hasAny ? (
          <ViewSwitch
            label={t("own.showAs")}
            value={view}
            options={[
              { value: "list", label: t("own.showAs.list"), icon: <List aria-hidden="true" /> },
              { value: "map", label: t("own.showAs.map"), icon: <MapIcon aria-hidden="true" /> },
            ]}
            onChange={setView}
          />
        ) : null}
      </header>
      {view === "map" && hasAny ? (
        <OwnPointsMap
          username={username}
          quest={quest}
          points={points ?? []}
          summary={summary}
          hasFailed={hasSummaryFailed}
          outbox={outbox}
          onReload={reload}
          onAct={onAct}
        />
      ) : (
        <>
          {onThisPhone.length > 0 ? <OnThisPhone outbox={outbox} quest={quest} /> : null}
          {points ? (
            <PointList
              points={points}
              quest={quest}
              list={list}
              total={summary && countOf(summary)}
              replacedIds={outbox.replacedIds}
              titleId={titleId}
              onReload={reload}
              onAct={onAct}
            />
          ) : list.error === undefined ? (
            <Loading>
              {[0, 1, 2, 3, 4].map((index) => (
                <Skeleton key={index} height="4.500rem" radius="10px" className={styles.shape} />
              ))}
            </Loading>
          ) : (
            <FailedState message={t("own.list.failed")} onRetry={reload}>
              {t("own.list.safe")}
            </FailedState>
          )}
          {points && !hasAny ? <EmptyState>{t("own.list.empty")}</EmptyState> : null}
        </>
      )}
      {acting ? (
        <Part>
          <PointDialog
            {...acting}
            username={username}
            quest={quest}
            onClose={() => setActing(undefined)}
            onReload={list.refresh}
            onDeleted={() => {
              setActing(undefined);
              // The button that opened the dialog is gone.
              setTimeout(() => title.current?.focus());
            }}
          />
        </Part>
      ) : null}
    </section>
  );
}

function PointList({
  points,
  quest,
  list,
  total,
  replacedIds,
  titleId,
  onReload,
  onAct,
}: {
  points: readonly NumberedPoint[];
  quest: Quest;
  list: OwnDataPoints["list"];
  total: number | undefined;
  replacedIds: QuestOutbox["replacedIds"];
  titleId: string;
  onReload: () => void;
  onAct: (action: PointAction, point: NumberedPoint) => void;
}) {
  const { hasMore, reload, error } = list;
  const { isOpen, open, box } = useFold<HTMLDivElement>(newestShown);
  if (points.length === 0) return null;
  // What needs an answer isn't folded away.
  const first = points.filter(({ dataPoint }, index) => index < newestShown || askedOf(dataPoint) !== undefined);
  const isFolded = !isOpen && first.length < points.length;
  return (
    <div className="stack gap-12" ref={box}>
      <LongList
        className="stack gap-8"
        itemClassName={`card ${styles.item}`}
        itemHeightPx={pointHeightPx}
        total={isFolded ? first.length : total}
        as="ol"
        reversed
        aria-labelledby={titleId}
      >
        {(isFolded ? first : points).map((point) => (
          <DeliveredPoint
            key={point.dataPoint.id}
            isRow
            point={point}
            quest={quest}
            isReplaced={replacedIds.has(point.dataPoint.id)}
            onReload={onReload}
            onAct={onAct}
          />
        ))}
      </LongList>
      {isFolded ? (
        <Button className={styles.all} onClick={open}>
          {t("own.list.all", { count: total ?? points.length })}
        </Button>
      ) : hasMore && error !== undefined ? (
        <FailedState message={t("own.list.failed")} onRetry={() => void reload()} />
      ) : hasMore ? (
        <div className="cluster center between gap-8 across-16 muted">
          {total === undefined ? null : <p>{t("own.list.shown", { count: points.length, total })}</p>}
          <ShowMore of={list} />
        </div>
      ) : null}
    </div>
  );
}

function OnThisPhone({ outbox: { waiting, justDelivered }, quest }: { outbox: QuestOutbox; quest: Quest }) {
  const titleId = useId();
  const shown = [...justDelivered, ...waiting].slice(0, waitingShown);
  return (
    <div className={`stack gap-8 ${styles.onThisPhone}`}>
      <header className="cluster baseline between gap-8 across-16">
        <h3 id={titleId} className="text-16">
          {t("own.waiting.title")}
        </h3>
        {waiting.length > 0 ? (
          <Link to={paths.outbox} className="roomy">
            {t("own.waiting.seeAll", { count: waiting.length })}
          </Link>
        ) : null}
      </header>
      <ul className="stack gap-8" aria-labelledby={titleId}>
        {shown.map((point) => (
          <li key={point.localId} className={`card ${styles.item}`}>
            <WaitingPoint isRow point={point} quest={quest} />
          </li>
        ))}
      </ul>
    </div>
  );
}
