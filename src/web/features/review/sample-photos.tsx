import ImageOff from "lucide-react/icons/image-off";
import { useId, useState } from "react";
import { t } from "../../../../generated/web-texts/review.ts";
import type { DataPointPhoto } from "../../../contract/data-points.ts";
import type { Protocol } from "../../../protocol/field.ts";
import { labelOfField } from "../../foundation/texts/protocol.ts";
import styles from "./sample-photos.module.css";
import { ZoomablePhoto } from "./zoomable-photo.tsx";

/** All photos of a sample, one of them large. The arrow keys switch between them. */
export function SamplePhotos({
  photos,
  protocol,
  questName,
}: {
  photos: readonly DataPointPhoto[];
  protocol: Protocol;
  questName: string;
}) {
  const [chosenKey, setChosenKey] = useState<string>();
  const group = useId();
  const chosen = photos.find(({ key }) => key === chosenKey) ?? photos[0];
  if (!chosen) return null;
  const label = labelOfField(protocol, chosen.key);
  return (
    <>
      {chosen.unreadable_at === undefined ? (
        <ZoomablePhoto
          key={chosen.key}
          src={chosen.image_data_presigned_url}
          alt={label === undefined ? t("review.image", { questName }) : t("review.photo.ofField", { label, questName })}
        />
      ) : (
        <p className={`row gap-8 ${styles.unreadable}`}>
          <ImageOff aria-hidden="true" />
          {t("review.photo.unreadable")}
        </p>
      )}
      {photos.length > 1 ? (
        <fieldset className={`cluster gap-8 ${styles.choice}`}>
          <legend className="visually-hidden">{t("review.photos")}</legend>
          {photos.map(({ key, thumbnail_presigned_url }) => (
            <label key={key} className={`row center gap-8 ${styles.photo}`}>
              <input
                type="radio"
                name={group}
                className="visually-hidden"
                checked={key === chosen.key}
                onChange={() => setChosenKey(key)}
              />
              <img src={thumbnail_presigned_url} alt="" width={50} height={50} loading="lazy" />
              <span className="shrinks small">{labelOfField(protocol, key) ?? t("review.photo.own")}</span>
            </label>
          ))}
        </fieldset>
      ) : null}
    </>
  );
}
