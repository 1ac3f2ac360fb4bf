import ChevronDown from "lucide-react/icons/chevron-down";
import History from "lucide-react/icons/history";
import ImageOff from "lucide-react/icons/image-off";
import Pencil from "lucide-react/icons/pencil";
import Trash2 from "lucide-react/icons/trash-2";
import X from "lucide-react/icons/x";
import { useEffect, useRef, useState } from "react";
import { t as componentsText } from "../../../../generated/web-texts/components.ts";
import { rich, t } from "../../../../generated/web-texts/own.ts";
import type { DataPointPhoto as PhotoOfDataPoint, QuestDataPoint } from "../../../contract/data-points.ts";
import { enlargedImageMaxHeight, thumbnailWidthPx } from "../../../contract/limits.ts";
import type { Quest } from "../../../contract/quests.ts";
import type { Protocol } from "../../../protocol/field.ts";
import type { OwnDataPoint } from "../../foundation/api/data-points.ts";
import { usePointProtocol } from "../../foundation/api/point-protocol.ts";
import { paths } from "../../foundation/paths.ts";
import { labelOfField } from "../../foundation/texts/protocol.ts";
import { Button, ButtonLink, IconButton } from "../../ui/button.tsx";
import { formatMoment } from "../../ui/dates.ts";
import { FilesOfPoint } from "../../ui/files-of-point.tsx";
import { hidden } from "../../ui/hidden-words.tsx";
import { Instant } from "../../ui/instant.tsx";
import { Measurements } from "../../ui/measurements.tsx";
import { Pill } from "../../ui/pill.tsx";
import { Accuracy } from "../../ui/position-words.tsx";
import { ReviewState } from "../../ui/review-state.tsx";
import { ReviewerComment } from "../../ui/reviewer-comment.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { nameOf } from "../../ui/station-name.ts";
import styles from "./point.module.css";

/** A volunteer's data point with its number in order of arrival. */
export type NumberedPoint = { number: number; dataPoint: OwnDataPoint };

export type PointAction = "edit" | "delete";

/**
 * A data point that the server has, with its review. In a list it is a row that opens in place, open from the beginning
 * if it needs an answer.
 */
export function DeliveredPoint({
  point,
  quest,
  isRow = false,
  isReplaced = false,
  onReload,
  onAct,
}: {
  point: NumberedPoint;
  quest: Quest;
  isRow?: boolean;
  /** A changed version is waiting on this phone. */
  isReplaced?: boolean;
  onReload: () => void;
  /** Data points without a review can be edited and deleted. */
  onAct: ((action: PointAction, point: NumberedPoint) => void) | undefined;
}) {
  const { number, dataPoint } = point;
  const { review, accuracy, position_source, late } = dataPoint;
  const asked = askedOf(dataPoint);
  const [isUnfolded, setIsUnfolded] = useState(asked !== undefined);
  const isOpen = !isRow || isUnfolded;
  const { protocol, hasFailed, reload } = usePointProtocol(quest, dataPoint.protocol_version);
  return (
    <>
      <div className={styles.line} data-closed={!isOpen || undefined}>
        <div className={styles.photo}>
          <DataPointPhotos
            dataPoint={dataPoint}
            protocol={protocol}
            number={number}
            isOne={!isOpen}
            onReload={onReload}
          />
          <span className={`small strong figures ${styles.number}`}>
            {rich("own.list.number", { hidden }, { number })}
          </span>
        </div>
        <div className={`shrinks ${styles.facts}`}>
          {protocol ? (
            <Measurements
              of={dataPoint.additional_data}
              protocol={protocol}
              isBrief={!isOpen}
              className={styles.main}
            />
          ) : hasFailed ? (
            <p className="danger">{t("own.list.versionFailed")}</p>
          ) : (
            <Skeleton height="1.500rem" radius="6px" />
          )}
          <p className="dots small">
            <span className={styles.state}>
              <ReviewState state={review?.decision ?? "pending"} />
            </span>
            {late ? (
              <span className={styles.state}>
                <LateMark />
              </span>
            ) : null}
            <Accuracy meters={accuracy} />
          </p>
          <p className="dots muted small">
            <PointTimes of={dataPoint} />
            {dataPoint.station ? <span>{nameOf(dataPoint.station)}</span> : null}
            {position_source === "device" ? null : (
              <span>{componentsText(`components.positionRemark.${position_source}`)}</span>
            )}
          </p>
        </div>
        {isRow ? (
          <Unfold name={t("own.map.point", { number })} isOpen={isOpen} onChange={() => setIsUnfolded(!isUnfolded)} />
        ) : null}
      </div>
      <div className={`stack start gap-8 if-any ${styles.below}`}>
        <ReviewerComment comment={review?.comment ?? null} className={isOpen ? undefined : styles.brief} />
        {isReplaced ? <p className="muted small keeps-lines">{t("own.point.replaced")}</p> : null}
        {isOpen ? (
          <Details
            point={point}
            protocol={protocol}
            onRetry={hasFailed ? reload : undefined}
            onAct={isReplaced ? undefined : onAct}
          />
        ) : null}
      </div>
    </>
  );
}

/** What an open row has below its lines: files, what is asked of the volunteer, and what they may do. */
function Details({
  point,
  protocol,
  onRetry,
  onAct,
}: {
  point: NumberedPoint;
  protocol: Protocol | undefined;
  /** If the form couldn't be loaded. */
  onRetry: (() => void) | undefined;
  onAct: ((action: PointAction, point: NumberedPoint) => void) | undefined;
}) {
  const { number, dataPoint } = point;
  const asked = askedOf(dataPoint);
  return (
    <>
      {protocol ? <FilesOfPoint files={dataPoint.files} protocol={protocol} /> : null}
      {onRetry ? (
        <Button small onClick={onRetry}>
          {t("app.tryAgain")}
        </Button>
      ) : null}
      {asked === "takeAgain" ? (
        <p className={styles.unreadable}>
          <ImageOff aria-hidden="true" />
          <span>{t("own.point.unreadable")}</span>
        </p>
      ) : null}
      {asked ? (
        <ButtonLink small tone="next" to={`${paths.contribution(dataPoint.id)}#answer`}>
          <span>{rich(`own.point.${asked}`, { hidden }, { number })}</span>
        </ButtonLink>
      ) : dataPoint.review ? (
        <ButtonLink small tone="plain" to={paths.contribution(dataPoint.id)}>
          <span>{rich("own.point.whatBecame", { hidden }, { number })}</span>
        </ButtonLink>
      ) : null}
      {dataPoint.review === null && onAct ? (
        <div className="cluster gap-4">
          <Button small tone="plain" icon={<Pencil aria-hidden="true" />} onClick={() => onAct("edit", point)}>
            <span>{rich("own.point.edit", { hidden }, { number })}</span>
          </Button>
          <Button small tone="plain" icon={<Trash2 aria-hidden="true" />} onClick={() => onAct("delete", point)}>
            <span>{rich("own.point.delete", { hidden }, { number })}</span>
          </Button>
        </div>
      ) : null}
    </>
  );
}

/** What a data point needs of its volunteer: an answer to its reviewer, or a photo that can be read. */
export function askedOf({ review, photos }: Pick<OwnDataPoint, "review" | "photos">) {
  if (review === null) return photos.some(({ unreadable_at }) => unreadable_at !== undefined) ? "takeAgain" : undefined;
  return review.decision === "change_requested" ? "answer" : undefined;
}

/** Opens and closes the row that it stands in. All of the row is pressed. */
export function Unfold({ name, isOpen, onChange }: { name: string; isOpen: boolean; onChange: () => void }) {
  return (
    <button
      type="button"
      className={`middle ${styles.unfold}`}
      aria-label={name}
      aria-expanded={isOpen}
      onClick={onChange}
    >
      <ChevronDown aria-hidden="true" />
    </button>
  );
}

type Times = Pick<QuestDataPoint, "captured_at" | "created_at" | "edited_at" | "late">;

/** Beyond this, both the time of measuring and of uploading are shown. */
const apartMs = 5 * 60_000;

/** When it was measured, uploaded (if much later) and edited. */
function PointTimes({ of: { captured_at, created_at, edited_at, late } }: { of: Times }) {
  const measuredAt = captured_at ?? created_at;
  const isApart = late || Math.abs(Date.parse(created_at) - Date.parse(measuredAt)) > apartMs;
  return (
    <>
      {isApart ? (
        <>
          <span>{t("own.point.measured", { time: formatMoment(measuredAt) })}</span>
          <span>{t("own.point.arrived", { time: formatMoment(created_at) })}</span>
        </>
      ) : (
        <Instant of={measuredAt} />
      )}
      {edited_at === null ? null : <span>{t("own.point.changed", { time: formatMoment(edited_at) })}</span>}
    </>
  );
}

function LateMark() {
  return (
    <Pill tone="info" icon={<History aria-hidden="true" />}>
      {t("own.point.late")}
    </Pill>
  );
}

/** The thumbnails of a data point. Each opens enlarged. */
function DataPointPhotos({
  dataPoint: { photos },
  protocol,
  number,
  isOne,
  onReload,
}: {
  dataPoint: Pick<QuestDataPoint, "photos">;
  /** Undefined until it is known. */
  protocol: Protocol | undefined;
  number: number;
  /** Only the first one. */
  isOne: boolean;
  /** Fetches new addresses: they may have expired. */
  onReload: () => void;
}) {
  if (photos.length === 0) return <NoPhoto />;
  return (
    <div className={`grid gap-4 ${styles.photos}`}>
      {photos.slice(0, isOne ? 1 : undefined).map((photo) => {
        const label = protocol && labelOfField(protocol, photo.key);
        return <DataPointPhoto key={photo.key} photo={photo} number={number} label={label} onReload={onReload} />;
      })}
    </div>
  );
}

function NoPhoto() {
  return (
    <span
      className={`middle muted ${styles.none}`}
      style={{ width: thumbnailWidthPx }}
      role="img"
      aria-label={t("own.picture.none")}
    >
      <ImageOff aria-hidden="true" />
    </span>
  );
}

function DataPointPhoto({
  photo,
  number,
  label,
  onReload,
}: {
  photo: PhotoOfDataPoint;
  number: number;
  /** The field's label; undefined for the photo of the data point itself. */
  label: string | undefined;
  onReload: () => void;
}) {
  const [isOpen, setIsOpen] = useState(false);
  const [failedAddress, setFailedAddress] = useState<string>();
  const hasReloaded = useRef(false);
  const { image_data_presigned_url: large, thumbnail_presigned_url: small } = photo;
  if (photo.unreadable_at !== undefined || small === failedAddress) return <NoPhoto />;
  return (
    <>
      <button
        type="button"
        className={`middle ${styles.thumbnail}`}
        aria-label={
          label === undefined ? t("own.picture.enlarge", { number }) : t("own.picture.enlargeOf", { label, number })
        }
        onClick={() => setIsOpen(true)}
      >
        <img
          src={small}
          alt=""
          width={thumbnailWidthPx}
          className={styles.small}
          loading="lazy"
          decoding="async"
          onError={() => {
            setFailedAddress(small);
            if (!hasReloaded.current) onReload();
            hasReloaded.current = true;
          }}
        />
      </button>
      <EnlargedPhoto
        isOpen={isOpen}
        src={large}
        label={label === undefined ? t("own.picture.of", { number }) : t("own.picture.ofField", { label, number })}
        onClose={() => setIsOpen(false)}
      />
    </>
  );
}

function EnlargedPhoto({
  isOpen,
  src,
  label,
  onClose,
}: {
  isOpen: boolean;
  src: string;
  label: string;
  onClose: () => void;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [failedAddress, setFailedAddress] = useState<string>();
  useEffect(() => {
    const element = dialog.current;
    if (isOpen && element && !element.open) element.showModal();
    if (!isOpen && element?.open) element.close();
  }, [isOpen]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the Escape key arrives as `close`.
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-label={label}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      {isOpen ? (
        <>
          {src === failedAddress ? (
            <p className={styles.failed} role="alert">
              {t("own.picture.failed")}
            </p>
          ) : (
            <img
              src={src}
              alt={label}
              className={styles.large}
              style={{ maxHeight: enlargedImageMaxHeight }}
              onError={() => setFailedAddress(src)}
            />
          )}
          <IconButton label={componentsText("components.close")} className={styles.close} onClick={onClose}>
            <X aria-hidden="true" />
          </IconButton>
        </>
      ) : null}
    </dialog>
  );
}
