import { useState } from "react";
import { Link, useNavigate } from "react-router";
import type { Protocol } from "../../../protocol/field.ts";
import { Button } from "../../components/button.tsx";
import { announce } from "../../components/live-region.tsx";
import { GalleryPicture } from "../../gallery/gallery-picture.tsx";
import type { GalleryPhoto } from "../../gallery/kept-photos.ts";
import { useGallery } from "../../gallery/use-gallery.ts";
import { type Begun, beginFromGallery, photoKeyOf } from "../../measuring/begin-from-gallery.ts";
import type { Measuring } from "../../measuring/measurement.ts";
import { outboxFailure } from "../../measuring/outbox-failure.ts";
import { useMeasured } from "../../measuring/use-measurement.ts";
import { isBegun, type PointRecord } from "../../outbox/record.ts";
import { paths } from "../../paths.ts";
import { t } from "../../texts/gallery.ts";
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
    <section className={styles.offer} aria-label={t("gallery.title")}>
      <GalleryPicture photo={next} />
      <div className={styles.words}>
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
