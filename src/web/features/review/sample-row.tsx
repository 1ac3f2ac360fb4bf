import Hourglass from "lucide-react/icons/hourglass";
import ImageOff from "lucide-react/icons/image-off";
import Lock from "lucide-react/icons/lock";
import RefreshCw from "lucide-react/icons/refresh-cw";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import UserRound from "lucide-react/icons/user-round";
import { memo } from "react";
import { Link } from "react-router";
import { t as componentsText } from "../../../../generated/web-texts/components.ts";
import { t } from "../../../../generated/web-texts/desk.ts";
import { t as reviewText } from "../../../../generated/web-texts/review.ts";
import { classNames } from "../../ui/class-names.ts";
import { formatMoment } from "../../ui/dates.ts";
import { sayValue } from "../../ui/format-measurement.ts";
import { WordsAndInstant } from "../../ui/instant.tsx";
import { formatNumber } from "../../ui/numbers.ts";
import { Pill } from "../../ui/pill.tsx";
import { Accuracy } from "../../ui/position-words.tsx";
import { tableRoles as as } from "../../ui/table-roles.ts";
import { Thumbnail } from "../../ui/thumbnail.tsx";
import { withNames } from "../../ui/verbatim.tsx";
import type { DeskRow } from "./desk-rows.ts";
import { inWords } from "./evidence-positions.ts";
import styles from "./sample-row.module.css";

export type SampleRowProps = {
  row: DeskRow;
  isChosen: boolean;
  /** Undefined if nothing can be selected. */
  isSelected: boolean | undefined;
  /** The other reviewer who has it open. */
  claimedBy: string | undefined;
  /** The server does not have the decision yet. */
  isSending: boolean;
  address: string;
  onSelect: (id: string, isRange: boolean) => void;
};

/** The element id of a row. */
export const rowIdOf = (id: string) => `sample-${id}`;

export const TableRow = memo(function TableRow(props: SampleRowProps) {
  const { row, isChosen, address } = props;
  return (
    <tr
      {...as.row}
      id={rowIdOf(row.id)}
      className={classNames("grid across-12", styles.row, props.isSelected && styles.selected)}
      aria-current={isChosen ? "true" : undefined}
    >
      <td {...as.cell} className={`grid start across-12 ${styles.subject}`}>
        <SelectBox {...props} />
        <Thumbnail src={row.thumbnail_presigned_url} className={`middle muted ${styles.thumbnail}`} />
        <div className={`shrinks breaks ${styles.words}`}>
          <RowMeasurements row={row} />
          <div className={styles.details}>
            <p className={`small ${styles.quest}`}>
              <bdi>{row.quest_name}</bdi>
            </p>
            <By row={row} />
          </div>
          <Marks {...props} />
          <EvidenceOfRow row={row} />
        </div>
      </td>
      <td {...as.cell} className={styles.coordinates}>
        <span className={`nowrap ${styles.place}`} translate="no">
          {inWords(row.coordinates)}
        </span>
        <span className={styles.accuracy}>
          {row.accuracy === null ? t("desk.row.noAccuracy") : <Accuracy meters={row.accuracy} />}
        </span>
      </td>
      <td {...as.cell} className={styles.open}>
        <Link to={address} className={`small nowrap ${styles.info}`}>
          {reviewText("review.list.open")}
        </Link>
      </td>
    </tr>
  );
});

export const GridCard = memo(function GridCard(props: SampleRowProps) {
  const { row, isChosen, address } = props;
  return (
    <li
      id={rowIdOf(row.id)}
      className={classNames(styles.card, props.isSelected && styles.selected)}
      aria-current={isChosen ? "true" : undefined}
    >
      <Thumbnail
        src={row.image_data_presigned_url ?? row.thumbnail_presigned_url}
        className={classNames("middle muted", styles.thumbnail, styles.large)}
      />
      <div className={`row start gap-8 ${styles.cardHead}`}>
        <SelectBox {...props} />
        <Link to={address} className={styles.cardLink} aria-label={t("desk.row.open", namesOf(row))}>
          <RowMeasurements row={row} />
        </Link>
      </div>
      <p className={`small ${styles.quest}`}>
        <bdi>{row.quest_name}</bdi>
      </p>
      <By row={row} />
      <p className={`muted small ${styles.by}`}>
        {row.accuracy === null ? t("desk.row.noAccuracy") : <Accuracy meters={row.accuracy} />}
      </p>
      <Marks {...props} />
      <EvidenceOfRow row={row} />
    </li>
  );
});

function namesOf(row: DeskRow) {
  return {
    questName: row.quest_name,
    volunteer: row.adventurer_id ?? reviewText("review.list.unknownAdventurer"),
    when: formatMoment(row.created_at),
  };
}

function SelectBox({ row, isSelected, onSelect }: SampleRowProps) {
  if (isSelected === undefined) return null;
  return (
    <label className={`middle ${styles.select}`}>
      <input
        type="checkbox"
        checked={isSelected}
        disabled={row.own_data_point === "refused"}
        aria-label={t("desk.row.select", namesOf(row))}
        onChange={(event) => onSelect(row.id, (event.nativeEvent as MouseEvent).shiftKey === true)}
      />
    </label>
  );
}

function RowMeasurements({ row }: { row: DeskRow }) {
  if (row.measurements.length === 0)
    return <span className={`muted strong ${styles.noMeasurement}`}>{t("desk.row.noMeasurement")}</span>;
  return (
    <span className={`strong ${styles.measurements}`}>
      {row.measurements.map((measurement) => (
        <span key={measurement.name} className={styles.measurement}>
          <span className={`muted ${styles.label}`}>
            {headed(measurement.label ?? componentsText("components.measurement.unknown"))}{" "}
          </span>
          <span>{sayValue(measurement)}</span>
        </span>
      ))}
    </span>
  );
}

/** A label before its value. A question gets no colon. */
const headed = (label: string) => (/[?:]$/.test(label.trim()) ? label : t("desk.row.label", { label }));

function By({ row }: { row: DeskRow }) {
  return (
    <p className={`muted small ${styles.by}`}>
      <WordsAndInstant
        words={row.adventurer_id ?? reviewText("review.list.unknownAdventurer")}
        of={row.created_at}
        areWords={row.adventurer_id === null}
      />
    </p>
  );
}

/** What is special about a row. */
function Marks({ row, claimedBy, isSending }: SampleRowProps) {
  const reviewer = claimedBy ?? row.claim?.claimed_by;
  return (
    <p className={`if-any cluster gap-4 ${styles.marks}`}>
      {isSending ? <Pill icon={<Hourglass aria-hidden="true" />}>{t("desk.row.sending")}</Pill> : null}
      {row.own_data_point ? <Pill icon={<UserRound aria-hidden="true" />}>{t("desk.row.own")}</Pill> : null}
      {row.has_unreadable_photo ? (
        <Pill tone="danger" icon={<ImageOff aria-hidden="true" />}>
          {t("desk.row.unreadable")}
        </Pill>
      ) : null}
      {row.revision > 1 ? (
        <Pill tone="info" icon={<RefreshCw aria-hidden="true" />}>
          {t("desk.row.revision", { revision: row.revision })}
        </Pill>
      ) : null}
      {reviewer ? (
        <Pill icon={<Lock aria-hidden="true" />}>
          {withNames((name) => t("desk.row.claimed", { reviewer: name(reviewer) }))}
        </Pill>
      ) : null}
      {row.isGone ? <Pill tone="warning">{decidedBy(row)}</Pill> : null}
    </p>
  );
}

const namedMax = 2;

/** The heaviest findings by name, all of them as sentences on demand. */
function EvidenceOfRow({ row }: { row: DeskRow }) {
  if (row.evidence.length === 0) return null;
  const further = row.evidence.length - namedMax;
  const score = formatNumber(row.score, 1, { atMost: true });
  return (
    <details className={styles.evidence}>
      <summary className="cluster center gap-4">
        <span className="visually-hidden">{t("desk.row.evidence", { count: row.evidence.length, score })}</span>
        {row.evidence.slice(0, namedMax).map(({ code }) => (
          <Pill key={code} tone="warning" icon={<TriangleAlert aria-hidden="true" />}>
            {t(`desk.code.${code}`)}
          </Pill>
        ))}
        {further > 0 ? (
          <span className={`small strong ${styles.further}`}>{t("desk.row.further", { count: further })}</span>
        ) : null}
      </summary>
      <ul className={`grid gap-4 small ${styles.sentences}`}>
        {row.evidence.map(({ code, sentence }) => (
          <li key={code}>{sentence}</li>
        ))}
      </ul>
    </details>
  );
}

const decidedBy = ({ review }: DeskRow) =>
  review
    ? withNames((name) => t(`desk.row.decided.${review.decision}`, { reviewer: name(review.reviewed_by) }))
    : t("desk.row.gone");
