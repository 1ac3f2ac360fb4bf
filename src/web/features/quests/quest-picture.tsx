import { useState } from "react";
import { cardImagePx, coverWidthPx } from "../../../contract/limits.ts";
import type { Quest } from "../../../contract/quests.ts";
import { classNames } from "../../components/class-names.ts";
import { ContourCover } from "../../components/contour-cover.tsx";
import { useObjectUrl } from "../../components/use-object-url.ts";
import styles from "./quest-picture.module.css";

/** The picture of a quest, the one that was taken along, or its hill where it has none or it cannot be had. The quest's name always stands beside it. */
export function QuestPicture({
  quest,
  drawing = cardImagePx,
  className,
}: {
  quest: Pick<Quest, "id" | "quest_image" | "quest_type">;
  /** The proportions of the drawn hill. */
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
      src={quest.quest_image}
      {...smallerToo(quest.quest_image)}
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

/** Of a quest that was taken along. */
const findKept = (questId: number) =>
  import("../../offline/kept-picture.ts")
    .then(({ findKeptPicture }) => findKeptPicture(questId))
    .catch(() => undefined);

/** An uploaded cover comes in two sizes, of which the browser takes what fits; a picture that lies elsewhere does not. */
function smallerToo(address: string): { srcSet: string; sizes: string } | undefined {
  if (!address.startsWith("/api/covers/")) return undefined;
  const { card, hero } = coverWidthPx;
  return { srcSet: `${address}&size=card ${card}w, ${address} ${hero}w`, sizes: "auto, 100vw" };
}
