import { useEffect, useRef, useState } from "react";
import { t } from "../../../../generated/web-texts/kinds.ts";
import type { Picture } from "../../../protocol/field.ts";
import { pictureAddress } from "../../foundation/media/media-addresses.ts";
import { ActionDialog } from "../../ui/action-dialog.tsx";
import { Banner } from "../../ui/banner.tsx";
import styles from "./guided-photo.module.css";
import { openCamera, takeWholePhoto } from "./take-whole-photo.ts";

type State = "opening" | "ready" | "taking" | "noCamera" | "failed";

/** What the camera sees, with a picture over it, to take a photo that looks like it. */
export function OutlineCamera({
  picture,
  onPhoto,
  onClose,
}: {
  picture: Picture;
  onPhoto: (photo: File) => void;
  onClose: () => void;
}) {
  const video = useRef<HTMLVideoElement>(null);
  const stream = useRef<MediaStream>(undefined);
  const [state, setState] = useState<State>("opening");
  useEffect(() => {
    let isOpen = true;
    openCamera().then(
      (opened) => {
        if (!isOpen || !video.current) return stop(opened);
        stream.current = opened;
        video.current.srcObject = opened;
        void video.current.play().catch(() => undefined);
        setState("ready");
      },
      () => setState("noCamera"),
    );
    return () => {
      isOpen = false;
      if (stream.current) stop(stream.current);
    };
  }, []);
  async function take() {
    if (!stream.current) return;
    setState("taking");
    try {
      onPhoto(await takeWholePhoto(stream.current));
    } catch (error) {
      console.warn("The photo was not taken.", error);
      setState("failed");
    }
  }
  const canTake = state === "ready" || state === "failed";
  return (
    <ActionDialog
      title={t("kinds.outline.title")}
      widthPx={4000}
      keepOnOutsideClick
      onClose={onClose}
      back={t("kinds.outline.close")}
      act={t("kinds.outline.take")}
      tone="next"
      isBusy={state === "taking"}
      isBlocked={!canTake}
      onAct={take}
    >
      {state === "noCamera" || state === "failed" ? <Banner tone="danger">{t(`kinds.outline.${state}`)}</Banner> : null}
      {state === "noCamera" ? null : (
        <>
          <p>{t("kinds.outline.aim")}</p>
          <div className={styles.view}>
            <video ref={video} aria-label={t("kinds.outline.video")} playsInline muted />
            <img src={pictureAddress(picture)} alt="" />
          </div>
        </>
      )}
    </ActionDialog>
  );
}

const stop = (stream: MediaStream) => {
  for (const track of stream.getTracks()) track.stop();
};
