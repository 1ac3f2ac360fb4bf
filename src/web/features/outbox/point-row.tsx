import CircleAlert from "lucide-react/icons/circle-alert";
import CircleCheck from "lucide-react/icons/circle-check";
import Clock from "lucide-react/icons/clock";
import ImageOff from "lucide-react/icons/image-off";
import MapPinOff from "lucide-react/icons/map-pin-off";
import PenLine from "lucide-react/icons/pen-line";
import Send from "lucide-react/icons/send";
import { memo } from "react";
import { Link } from "react-router";
import { t as componentsText } from "../../../../generated/web-texts/components.ts";
import { t } from "../../../../generated/web-texts/outbox.ts";
import type { Protocol } from "../../../protocol/field.ts";
import { useCall } from "../../foundation/api/use-call.ts";
import { paths } from "../../foundation/paths.ts";
import { labelOfField } from "../../foundation/texts/protocol.ts";
import { inItsLanguage } from "../../foundation/texts/reader-language.ts";
import {
  isMeasured,
  type MeasuredRecord,
  type OutboxRecord,
  type OutboxState,
  type PointRecord,
  photosOf,
} from "../../outbox/record.ts";
import { Button } from "../../ui/button.tsx";
import { formatMoment } from "../../ui/dates.ts";
import { formatMeasurement } from "../../ui/format-measurement.ts";
import { useListLabels } from "../../ui/list-labels.ts";
import { Measurements } from "../../ui/measurements.tsx";
import { Pill, type PillTone } from "../../ui/pill.tsx";
import { Accuracy } from "../../ui/position-words.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { nameOf } from "../../ui/station-name.ts";
import { useOnline } from "../../ui/use-online.ts";
import styles from "./outbox-list.module.css";
import { needsPosition } from "./record-groups.ts";
import { useRecordProtocol } from "./record-protocol.ts";
import { Thumbnail } from "./thumbnail.tsx";

/** The actions of a row. */
export type RowActions = {
  onEdit: (record: MeasuredRecord) => void;
  onPlace: (point: PointRecord) => void;
  onDiscard: (record: OutboxRecord) => void;
  /** Sends a refused record again without changes. */
  onSendAgain: (record: OutboxRecord) => void;
  onCancel: (record: OutboxRecord) => void;
};

const looks: Record<OutboxState, { tone: PillTone; Icon: typeof Clock }> = {
  draft: { tone: "neutral", Icon: PenLine },
  waiting: { tone: "warning", Icon: Clock },
  sending: { tone: "info", Icon: Send },
  delivered: { tone: "ok", Icon: CircleCheck },
  refused: { tone: "danger", Icon: CircleAlert },
};

/** When it was measured, saved or started. */
export const whenOf = (record: OutboxRecord) =>
  new Date((isMeasured(record) ? record.capturedAtMs : record.savedAtMs) ?? record.createdAtMs).toISOString();

/** A data point in the outbox with its actions. */
export const PointRow = memo(function PointRow({
  point,
  actions,
  share,
}: {
  point: PointRecord;
  actions: RowActions;
  /** Share that is sent; undefined if unknown. */
  share?: number | undefined;
}) {
  const { state, position } = point;
  const photos = photosOf(point);
  const protocol = useRecordProtocol(point.questId, point.protocolVersion);
  const when = whenOf(point);
  return (
    <div className={styles.row} data-state={state}>
      <Thumbnail point={point} />
      <div className="stack gap-4 shrinks">
        <RowHead record={point} />
        {state === "draft" ? null : <Values of={{ ...point.values, ...point.userPosition }} protocol={protocol} />}
        <p className="dots muted small">
          <span>{t(state === "draft" ? "outbox.row.begun" : "outbox.row.captured", { when: formatMoment(when) })}</span>
          {point.station ? <span>{nameOf(point.station)}</span> : null}
          {position ? <Accuracy meters={position.accuracyMeters} /> : null}
          {position && position.source !== "device" ? (
            <span>{componentsText(`components.positionRemark.${position.source}`)}</span>
          ) : null}
          {photos.length > 1 ? <span>{t("outbox.row.morePhotos", { count: photos.length - 1 })}</span> : null}
          {point.deliveredAtMs === null ? null : (
            <span>
              {t("outbox.row.delivered", { when: formatMoment(new Date(point.deliveredAtMs).toISOString()) })}
            </span>
          )}
        </p>
        {needsPosition(point) ? (
          <p className={styles.missing}>
            <MapPinOff aria-hidden="true" />
            <span>
              <strong>{t("outbox.row.noPosition")}</strong> {t("outbox.row.noPosition.explanation")}
            </span>
          </p>
        ) : null}
        <Problem record={point} protocol={protocol} />
        {point.hasUnreadablePhoto ? <Unreadable dataPointId={point.id} /> : null}
        {state === "sending" && share !== undefined ? (
          <ProgressBar label={t("outbox.row.progress")} value={share} max={1} />
        ) : null}
      </div>
      <Actions record={point} actions={actions} />
    </div>
  );
});

export function RowHead({ record }: { record: OutboxRecord }) {
  const { tone, Icon } = looks[record.state];
  const { name, attributes } = useRecordName(record);
  return (
    <div className={styles.head}>
      <h3 className={styles.name}>
        <Link to={paths.questData(record.questId)} {...attributes}>
          {name}
        </Link>
      </h3>
      <Pill tone={tone} icon={<Icon aria-hidden="true" />}>
        {t(`outbox.state.${record.state}`)}
      </Pill>
    </div>
  );
}

export function Values({
  of: values,
  protocol,
}: {
  of: Readonly<Record<string, unknown>>;
  protocol: Protocol | undefined;
}) {
  useListLabels(protocol, values);
  if (protocol) return <Measurements of={values} protocol={protocol} className={styles.measurements} />;
  return (
    <dl className={styles.measurements}>
      {Object.entries(values).map(([key, value]) => (
        <div key={key}>
          <dt className="muted">{key}</dt>
          <dd className="strong figures breaks keeps-lines">{formatMeasurement({ value, unit: undefined })}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The data point has arrived, but its photo is unreadable and can be replaced. */
export function Unreadable({ dataPointId }: { dataPointId: string }) {
  return (
    <p className={styles.unreadable}>
      <ImageOff aria-hidden="true" />
      <span>
        {t("outbox.row.unreadable")}{" "}
        <Link to={`${paths.contribution(dataPointId)}#answer`}>{t("outbox.row.takeAgain")}</Link>
      </span>
    </p>
  );
}

/** Why the record was refused or is still waiting. */
export function Problem({ record, protocol }: { record: OutboxRecord; protocol?: Protocol | undefined }) {
  const { problem, state, attempts } = record;
  const isOnline = useOnline();
  if (!problem || (state !== "refused" && state !== "waiting")) return null;
  const isRefused = state === "refused";
  // The message often includes them already.
  const fieldErrors = problem.fieldErrors.filter(({ message }) => !problem.message.includes(message));
  const labelOf = (path: string) => {
    return protocol && labelOfField(protocol, path.replace(/^(measurements\.|photo:|audio:|file:)/, ""));
  };
  return (
    <div className={isRefused ? styles.refusal : `muted small ${styles.delay}`}>
      <p>{problem.message}</p>
      {fieldErrors.length > 0 ? (
        <ul className={styles.fieldErrors}>
          {fieldErrors.map(({ path, message }) => {
            const label = labelOf(path);
            return <li key={`${path}/${message}`}>{label ? `${label}: ${message}` : message}</li>;
          })}
        </ul>
      ) : null}
      {isRefused && (problem.code === "quest_completed" || problem.code === "quest_closed") ? (
        <p>{t("outbox.row.ended")}</p>
      ) : null}
      {!isRefused && isOnline && attempts > 0 ? <p>{t("outbox.row.nextTry", { count: attempts })}</p> : null}
      {problem.verbatim ? <p className={`muted small ${styles.verbatim}`}>{problem.verbatim}</p> : null}
    </div>
  );
}

/** The buttons' accessible names include the row, because their texts repeat. */
export function Actions({ record, actions }: { record: OutboxRecord; actions: RowActions }) {
  const { state } = record;
  const { name: questName } = useRecordName(record);
  const canOpen = isMeasured(record);
  const named = (action: string) => ({
    "aria-label": t("outbox.row.of", { action, questName, when: formatMoment(whenOf(record)) }),
  });
  const button = (action: string, onClick: () => void, tone: "quiet" | "primary" | "plain" = "quiet") => (
    <Button small tone={tone} onClick={onClick} {...named(action)}>
      {action}
    </Button>
  );
  if (state === "delivered") return null;
  return (
    <div className={`cluster gap-8 ${styles.actions}`}>
      {canOpen && state === "draft" ? button(t("outbox.row.continue"), () => actions.onEdit(record), "primary") : null}
      {record.kind === "point" && needsPosition(record)
        ? button(t("outbox.row.place"), () => actions.onPlace(record), "primary")
        : null}
      {canOpen && (state === "waiting" || state === "refused")
        ? button(t("outbox.row.edit"), () => actions.onEdit(record), state === "refused" ? "primary" : "quiet")
        : null}
      {state === "refused" ? button(t("outbox.row.sendAgain"), () => actions.onSendAgain(record)) : null}
      {state === "sending" ? button(t("outbox.row.cancel"), () => actions.onCancel(record)) : null}
      {state === "sending" ? null : button(t("outbox.row.discard"), () => actions.onDiscard(record), "plain")}
    </div>
  );
}

/**
 * The name of a record's quest as the reader sees it, with the attributes of its element. The record has the name in
 * the language that it was saved in, which is shown if the quest isn't on this device.
 */
function useRecordName({ account, questId, questName }: OutboxRecord) {
  const { data } = useCall(
    "getAdventurerQuest",
    { params: { username: account, id: questId } },
    { isAside: true, shouldRetryOnError: false },
  );
  if (!data) return { name: questName || t("outbox.rescue.unnamed"), attributes: { dir: "auto" } };
  return { name: data.quest.quest_name, attributes: inItsLanguage(data.quest) };
}
