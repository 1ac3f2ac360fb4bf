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
import measurementStyles from "../../ui/measurements.module.css";
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

/** A data point that the server has, with its review. */
export function DeliveredPoint({
  point,
  quest,
  isReplaced = false,
  onReload,
  onAct,
}: {
  point: NumberedPoint;
  quest: Quest;
  /** A changed version is waiting on this phone. */
  isReplaced?: boolean;
  onReload: () => void;
  /** Data points without a review can be edited and deleted. */
  onAct: ((action: PointAction, point: NumberedPoint) => void) | undefined;
}) {
  const { number, dataPoint } = point;
  const { review, accuracy, photos, position_source, late } = dataPoint;
  const isUnreadable = review === null && photos.some(({ unreadable_at }) => unreadable_at !== undefined);
  const asked = isUnreadable ? "takeAgain" : review?.decision === "change_requested" ? "answer" : undefined;
  const { protocol, hasFailed, reload } = usePointProtocol(quest, dataPoint.protocol_version);
  return (
    <div className={`grid start gap-8 across-12 ${styles.point}`}>
      <span className={`muted text-18 strong figures ${styles.number}`}>
        {rich("own.list.number", { hidden }, { number })}
      </span>
      <DataPointPhotos dataPoint={dataPoint} protocol={protocol} number={number} onReload={onReload} />
      <div className={`shrinks ${styles.facts}`}>
        {protocol ? (
          <>
            <Measurements
              of={dataPoint.additional_data}
              protocol={protocol}
              className={measurementStyles.measurements}
            />
            <FilesOfPoint files={dataPoint.files} protocol={protocol} />
          </>
        ) : hasFailed ? (
          <p className="danger">
            {t("own.list.versionFailed")}{" "}
            <Button small onClick={reload}>
              {t("app.tryAgain")}
            </Button>
          </p>
        ) : (
          <Skeleton height="1.500rem" radius="6px" />
        )}
        <p className="dots muted small">
          {dataPoint.station ? <span>{nameOf(dataPoint.station)}</span> : null}
          <PointTimes of={dataPoint} />
          <Accuracy meters={accuracy} />
          {position_source === "device" ? null : (
            <span>{componentsText(`components.positionRemark.${position_source}`)}</span>
          )}
        </p>
      </div>
      <div className={`cluster gap-4 ${styles.states}`}>
        <ReviewState state={review?.decision ?? "pending"} />
        {late ? <LateMark /> : null}
      </div>
      <ReviewerComment comment={review?.comment ?? null} className={styles.comment} />
      {isUnreadable ? (
        <p className={styles.unreadable}>
          <ImageOff aria-hidden="true" />
          <span>{t("own.point.unreadable")}</span>
        </p>
      ) : null}
      {asked ? (
        <p className={`cluster gap-4 ${styles.actions}`}>
          <ButtonLink small tone="next" to={`${paths.contribution(dataPoint.id)}#answer`}>
            <span>{rich(`own.point.${asked}`, { hidden }, { number })}</span>
          </ButtonLink>
        </p>
      ) : review ? (
        <p className={`cluster gap-4 ${styles.actions}`}>
          <ButtonLink small tone="plain" to={paths.contribution(dataPoint.id)}>
            <span>{rich("own.point.whatBecame", { hidden }, { number })}</span>
          </ButtonLink>
        </p>
      ) : null}
      {isReplaced ? <p className={`muted small keeps-lines ${styles.replaced}`}>{t("own.point.replaced")}</p> : null}
      {review === null && onAct && !isReplaced ? (
        <div className={`cluster gap-4 ${styles.actions}`}>
          <Button small tone="plain" icon={<Pencil aria-hidden="true" />} onClick={() => onAct("edit", point)}>
            <span>{rich("own.point.edit", { hidden }, { number })}</span>
          </Button>
          <Button small tone="plain" icon={<Trash2 aria-hidden="true" />} onClick={() => onAct("delete", point)}>
            <span>{rich("own.point.delete", { hidden }, { number })}</span>
          </Button>
        </div>
      ) : null}
    </div>
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
  onReload,
}: {
  dataPoint: Pick<QuestDataPoint, "photos">;
  /** Undefined until it is known. */
  protocol: Protocol | undefined;
  number: number;
  /** Fetches new addresses: they may have expired. */
  onReload: () => void;
}) {
  if (photos.length === 0) return <NoPhoto />;
  return (
    <div className={`grid gap-4 ${styles.photos}`}>
      {photos.map((photo) => {
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
