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
import { isBegun, type PointRecord } from "../../outbox/record.ts";
import { Button } from "../../ui/button.tsx";
import { announce } from "../../ui/live-region.tsx";
import styles from "./gallery-offer.module.css";

/** Offers an empty form the next photo that was shared from the phone's gallery. */
export function GalleryOffer({
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
