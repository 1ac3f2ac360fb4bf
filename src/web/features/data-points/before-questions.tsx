import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { t } from "../../../../generated/web-texts/gallery.ts";
import type { Protocol } from "../../../protocol/field.ts";
import { GalleryPicture } from "../../capture/gallery/gallery-picture.tsx";
import { useGallery } from "../../capture/gallery/use-gallery.ts";
import { type Begun, beginFromGallery, photoKeyOf } from "../../capture/measuring/begin-from-gallery.ts";
import type { Measuring } from "../../capture/measuring/measurement.ts";
import { outboxFailure } from "../../capture/measuring/outbox-failure.ts";
import { useMeasured } from "../../capture/measuring/use-measurement.ts";
import { paths } from "../../foundation/paths.ts";
import type { GalleryPhoto } from "../../foundation/phone/kept-photos.ts";
import { lazily } from "../../foundation/texts/lazily.ts";
import { isBegun, type PointRecord } from "../../outbox/record.ts";
import { Button } from "../../ui/button.tsx";
import { announce } from "../../ui/live-region.tsx";
import { WhenFetched } from "../../ui/when-fetched.tsx";
import styles from "./gallery-offer.module.css";
import type { OwnPlace } from "./spacing.ts";

const SpacingCoach = lazily("SpacingCoach", () => import("./spacing-coach.tsx"));
const StationStep = lazily("StationStep", () => import("../stations/station-step.tsx"));

/** The next photo from the gallery, the data point's station, or how far it is from the volunteer's other data points. */
export function BeforeQuestions({
  measurement,
  protocol,
  protocolVersion,
  ownPlaces,
  hasStations,
}: {
  measurement: Measuring<PointRecord>;
  protocol: Protocol;
  protocolVersion: number;
  ownPlaces: readonly OwnPlace[];
  hasStations: boolean | undefined;
}) {
  const { localId, station } = useMeasured(measurement).point;
  const { spacing_meters: spacingMeters } = protocol;
  return (
    <>
      <GalleryOffer measurement={measurement} protocol={protocol} protocolVersion={protocolVersion} />
      <WhenFetched>
        {hasStations || station ? <StationStep measurement={measurement} /> : null}
        {spacingMeters === undefined || station ? null : (
          <SpacingCoach
            key={`spacing ${localId}`}
            measurement={measurement}
            own={ownPlaces}
            spacingMeters={spacingMeters}
          />
        )}
      </WhenFetched>
    </>
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
