import { useState } from "react";
import { cardImagePx, coverWidthPx } from "../../../contract/limits.ts";
import type { Quest } from "../../../contract/quests.ts";
import { uploadedCoverAt } from "../../foundation/api/addresses.ts";
import { classNames } from "../../ui/class-names.ts";
import { ContourCover } from "../../ui/contour-cover.tsx";
import { useObjectUrl } from "../../ui/use-object-url.ts";
import styles from "./quest-picture.module.css";

/** A quest's cover, its offline copy, or a drawn hill. Decorative: the name is always beside it. */
export function QuestPicture({
  quest,
  drawing = cardImagePx,
  className,
}: {
  quest: Pick<Quest, "id" | "quest_image" | "quest_type">;
  /** Proportions of the drawn hill. */
  drawing?: { width: number; height: number };
  className?: string | undefined;
}) {
  const [failedAddress, setFailedAddress] = useState<string | null>(null);
  const [kept, setKept] = useState<Blob>();
  const keptAddress = useObjectUrl(kept);
  if (keptAddress) return <img src={keptAddress} alt="" className={classNames(styles.picture, className)} />;
  if (!quest.quest_image || failedAddress === quest.quest_image) {
    return (
      <ContourCover
        seed={quest.id}
        type={quest.quest_type}
        width={drawing.width * 2}
        height={drawing.height * 2}
        className={classNames(styles.picture, className)}
      />
    );
  }
  return (
    <img
      {...sourcesOf(quest.quest_image)}
      alt=""
      width={cardImagePx.width}
      height={cardImagePx.height}
      loading="lazy"
      decoding="async"
      className={classNames(styles.picture, className)}
      onError={() => {
        setFailedAddress(quest.quest_image);
        void findKept(quest.id).then(setKept);
      }}
    />
  );
}

/** Finds the cover of an offline quest. */
const findKept = (questId: number) =>
  import("../../offline/take-along.ts").then(({ findKeptPicture }) => findKeptPicture(questId)).catch(() => undefined);

/** Uploaded covers have two sizes; external pictures have one. */
function sourcesOf(image: string): { src: string; srcSet?: string; sizes?: string } {
  const address = uploadedCoverAt(image);
  if (address === undefined) return { src: image };
  const { card, hero } = coverWidthPx;
  return { src: address, srcSet: `${address}&size=card ${card}w, ${address} ${hero}w`, sizes: "auto, 100vw" };
}
