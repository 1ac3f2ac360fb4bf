import Check from "lucide-react/icons/check";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { t as fieldText } from "../../../../generated/web-texts/field.ts";
import { t } from "../../../../generated/web-texts/gallery.ts";
import { t as positionText } from "../../../../generated/web-texts/position.ts";
import type { Protocol } from "../../../protocol/field.ts";
import { GalleryPicture, useGallery } from "../../capture/gallery/gallery.tsx";
import { type Begun, beginFromGallery, photoKeyOf } from "../../capture/measuring/begin-from-gallery.ts";
import type { Measuring } from "../../capture/measuring/measurement.ts";
import type { PhotoRemark } from "../../capture/measuring/measurement-state.ts";
import { outboxFailure } from "../../capture/measuring/outbox-failure.ts";
import { useMeasured } from "../../capture/measuring/use-measurement.ts";
import type { PositionNow } from "../../capture/positions/live-position.ts";
import { PositionSettings } from "../../capture/positions/position-settings.tsx";
import { paths } from "../../foundation/paths.ts";
import type { GalleryPhoto } from "../../foundation/phone/kept-photos.ts";
import { isBegun, type PointRecord } from "../../outbox/record.ts";
import { ActionDialog } from "../../ui/action-dialog.tsx";
import { Button } from "../../ui/button.tsx";
import { formatMoment } from "../../ui/dates.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { announce } from "../../ui/live-region.tsx";
import { Part } from "../../ui/part.tsx";
import { StationStep } from "../stations/station-step.tsx";
import styles from "./around-questions.module.css";
import type { OverviewEntry } from "./read-upload.ts";
import type { OwnPlace } from "./spacing.ts";
import { SpacingCoach } from "./spacing-coach.tsx";

export { FormPages } from "./form-pages.tsx";
export { HighAccuracy, PositionControl } from "./position-control.tsx";
export { SavedNotice } from "./saved-notice.tsx";

/** The next photo from the gallery, and the data point's station. */
export function BeforeQuestions({
  measurement,
  protocol,
  protocolVersion,
  hasStations,
}: {
  measurement: Measuring<PointRecord>;
  protocol: Protocol;
  protocolVersion: number;
  hasStations: boolean | undefined;
}) {
  const { station } = useMeasured(measurement).point;
  return (
    <>
      <GalleryOffer measurement={measurement} protocol={protocol} protocolVersion={protocolVersion} />
      <Part>{hasStations || station ? <StationStep measurement={measurement} /> : null}</Part>
    </>
  );
}

/** How far the data point is from the volunteer's other ones. The team has chosen the places of stations. */
export function Spacing({
  measurement,
  ownPlaces,
  spacingMeters,
}: {
  measurement: Measuring<PointRecord>;
  ownPlaces: readonly OwnPlace[];
  spacingMeters: number;
}) {
  const { localId, station } = useMeasured(measurement).point;
  return (
    <Part>
      {station ? null : (
        <SpacingCoach key={localId} measurement={measurement} own={ownPlaces} spacingMeters={spacingMeters} />
      )}
    </Part>
  );
}

/** Offers an empty form the next photo that was shared from the phone's gallery. */
function GalleryOffer({
  measurement,
  protocol,
  protocolVersion,
}: {
  measurement: Measuring<PointRecord>;
  protocol: Protocol;
  protocolVersion: number;
}) {
  const { point } = useMeasured(measurement);
  const { gallery, reload } = useGallery(point.localId);
  const [next] = gallery?.photos ?? [];
  const { account, questId: id, questName: name } = point;
  const quest = { id, name, protocol, protocolVersion };
  const key = photoKeyOf(quest);
  if (!next || key === undefined || account === "" || isBegun(point)) return null;
  return <Offer next={next} begin={() => beginFromGallery(account, quest, key).finally(reload)} />;
}

function Offer({ next, begin }: { next: GalleryPhoto; begin: () => Promise<Begun> }) {
  const navigate = useNavigate();
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const words = t("gallery.next", { number: next.number, count: next.count });
  const take = async () => {
    setIsBusy(true);
    setFailure(undefined);
    try {
      const { draft } = await begin();
      if (!draft) return;
      announce(words);
      await navigate(paths.draft(draft.questId, draft.localId));
    } catch (error) {
      setFailure(outboxFailure(error));
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <section className={`cluster center gap-12 ${styles.offer}`} aria-label={t("gallery.title")}>
      <GalleryPicture photo={next} />
      <div className={`stack shrinks ${styles.words}`}>
        <strong>{words}</strong>
        <Link to={paths.share}>{t("gallery.title")}</Link>
        {failure === undefined ? null : <p role="alert">{failure}</p>}
      </div>
      <Button tone="primary" busy={isBusy} onClick={() => void take()}>
        {t("gallery.use")}
      </Button>
    </section>
  );
}

/** A remark about a photo that was not taken just now, or whose metadata says so. */
function PhotosRemark({
  remark,
  onPhotosOwn,
}: {
  remark: PhotoRemark;
  onPhotosOwn: (origin: Extract<PhotoRemark, { kind: "says-older" }>["origin"]) => void;
}) {
  if (remark.kind === "says-older") {
    const { origin } = remark;
    return (
      <p className="cluster center gap-8 across-12 figures" role="status">
        <span>{positionText("position.photo.photoSaysOlder", { moment: momentWords(origin.takenAtMs) })}</span>
        <Button small onClick={() => onPhotosOwn(origin)}>
          {positionText("position.photo.useItsOwn")}
        </Button>
      </p>
    );
  }
  const { takenAtMs, hasPlace } = remark;
  return (
    <div className="muted small" role="status">
      {hasPlace ? null : <p>{positionText("position.photo.noneInPhoto")}</p>}
      <p>
        {takenAtMs === null
          ? positionText("position.photo.unknownTime")
          : positionText("position.photo.older", { moment: momentWords(takenAtMs) })}
      </p>
    </div>
  );
}

const momentWords = (atMs: number) => formatMoment(new Date(atMs).toISOString());

/** Asks before a draft is deleted. */
export function DiscardDraft({ onDiscard }: { onDiscard: () => void }) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button tone="plain" onClick={() => setIsAsking(true)}>
        {positionText("position.discard")}
      </Button>
      <ActionDialog
        open={isAsking}
        title={positionText("position.discard.ask")}
        onClose={() => setIsAsking(false)}
        back={positionText("position.discard.keep")}
        suggestsBack
        act={positionText("position.discard")}
        tone="danger"
        onAct={() => {
          setIsAsking(false);
          onDiscard();
          announce(positionText("position.discarded"));
        }}
      >
        <p>{positionText("position.discard.explanation")}</p>
      </ActionDialog>
    </>
  );
}

/** The questions of a form with their state; each leads to its question. */
export function AnswerList({
  isOpen,
  title,
  entries,
  onOpen,
  onClose,
}: {
  isOpen: boolean;
  title: string;
  entries: readonly OverviewEntry[];
  onOpen: (key: string) => void;
  onClose: () => void;
}) {
  return (
    <Dialog open={isOpen} title={title} onClose={onClose}>
      <ol className="ruled">
        {entries.map(({ key, label, state }, index) => (
          <li key={key}>
            <button
              type="button"
              className={`row center gap-12 wide breaks ${styles.entry}`}
              onClick={() => {
                onClose();
                // After the dialog has returned the focus.
                setTimeout(() => onOpen(key));
              }}
            >
              <span className={`middle muted small figures ${styles.state}`} data-state={state} aria-hidden="true">
                {state === "answered" ? <Check /> : state === "wrong" ? <TriangleAlert /> : index + 1}
              </span>
              <span>
                {label}
                <span className="visually-hidden">
                  {" "}
                  {state === "answered"
                    ? fieldText("field.overview.answered")
                    : state === "wrong"
                      ? fieldText("field.overview.wrong")
                      : fieldText("field.overview.open")}
                </span>
              </span>
            </button>
          </li>
        ))}
      </ol>
    </Dialog>
  );
}

/** What is to be said of the device's position, and of the first photo's time and position. */
export function PositionNotes({ measurement }: { measurement: Measuring<PointRecord> }) {
  const { device, remark } = useMeasured(measurement);
  return (
    <>
      <DeviceAdvice device={device} />
      {remark ? <PhotosRemark remark={remark} onPhotosOwn={(origin) => measurement.takePhotosOwn(origin)} /> : null}
    </>
  );
}

/** As phones tell it that may only tell roughly. */
const imprecisionMeters = 1_000;

/** What to change on the phone that refuses its position, or tells it only roughly. */
export function DeviceAdvice({ device: { status, fix } }: { device: PositionNow }) {
  if (status === "refused") return <PositionSettings accuracyMeters={undefined} />;
  const isRough = fix !== undefined && fix.accuracyMeters >= imprecisionMeters;
  return isRough ? <PositionSettings accuracyMeters={fix.accuracyMeters} /> : null;
}
