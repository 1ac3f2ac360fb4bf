import CircleAlert from "lucide-react/icons/circle-alert";
import { type RefObject, useEffect, useRef, useState } from "react";
import { t } from "../../../../generated/web-texts/doubts.ts";
import type { MeasuredRecord } from "../../outbox/record.ts";
import { Button } from "../../ui/button.tsx";
import { announce } from "../../ui/live-region.tsx";
import { metersWords } from "../../ui/meters-words.ts";
import { type Readable, useMeasured } from "../measuring/use-measurement.ts";
import type { Doubt } from "./find-doubts.ts";
import styles from "./photo-doubts.module.css";
import { useDoubts } from "./use-doubts.ts";

/** Photos that the volunteer decided to keep. */
const kept = new WeakSet<File>();

/** Says what may be wrong with a photo, and offers to retake it. */
export function PhotoDoubts({
  photo,
  camera,
  measurement,
}: {
  photo: File;
  /** Opens the camera. */
  camera: RefObject<HTMLInputElement | null>;
  measurement: Readable<MeasuredRecord>;
}) {
  const state = useMeasured(measurement);
  const doubts = useDoubts(photo, state);
  const [, setKept] = useState<File>();
  const box = useRef<HTMLDivElement>(null);
  const isAsked = doubts.length > 0 && !kept.has(photo);
  const words = doubts.map((doubt) => [whatOf(doubt), adviceOn(doubt)] as const);
  const spoken = isAsked ? words.flat().join(" ") : "";
  useEffect(() => {
    if (!spoken) return;
    announce(spoken);
    // Unless the volunteer is elsewhere by now.
    const question = box.current?.closest("[data-field]");
    if (question?.contains(document.activeElement)) box.current?.scrollIntoView({ block: "nearest" });
  }, [spoken]);
  if (!isAsked) return null;
  return (
    <div ref={box} className={styles.doubts}>
      <ul className={`stack gap-8 ${styles.list}`}>
        {words.map(([what, advice]) => (
          <li key={what}>
            <CircleAlert aria-hidden="true" />
            <span>
              <strong>{what}</strong> {advice}
            </span>
          </li>
        ))}
      </ul>
      <div className={`cluster gap-8 ${styles.buttons}`}>
        <Button disabled={state.isSaving} onClick={() => camera.current?.click()}>
          {t("doubts.retake")}
        </Button>
        <Button
          onClick={() => {
            kept.add(photo);
            setKept(photo);
            camera.current?.focus();
          }}
        >
          {t("doubts.keep")}
        </Button>
      </div>
    </div>
  );
}

function whatOf(doubt: Doubt): string {
  switch (doubt.code) {
    case "same_photo":
    case "similar_photo":
      return t(`doubts.${doubt.code}`, { of: doubt.of });
    case "exif_far":
      return t("doubts.exif_far", { distance: metersWords(doubt.meters) });
    default:
      return t(`doubts.${doubt.code}`);
  }
}

const adviceOn = ({ code }: Doubt) => t(`doubts.${code}.advice`);
