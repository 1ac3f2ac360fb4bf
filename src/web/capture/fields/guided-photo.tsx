import Ruler from "lucide-react/icons/ruler";
import SquareDashed from "lucide-react/icons/square-dashed";
import { type ReactNode, type RefObject, useCallback, useContext, useEffect, useId, useRef, useState } from "react";
import { t } from "../../../../generated/web-texts/kinds.ts";
import type { PhotoField, Picture } from "../../../protocol/field.ts";
import { pictureAddress } from "../../foundation/media/media-addresses.ts";
import { ActionDialog } from "../../ui/action-dialog.tsx";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import styles from "./guided-photo.module.css";
import { PhotoRemarks, type RemarkOnPhoto } from "./photo-remarks.ts";

/** A photo with a scale in it, or taken with an outline over the camera. The plain ways stay. */
export function GuidedPhoto({
  field: { outline, picture, scale },
  onPhoto,
  disabled,
  children,
}: {
  field: PhotoField;
  onPhoto: (photo: File) => void;
  disabled: boolean;
  children: ReactNode;
}) {
  const [isOpen, setIsOpen] = useState(false);
  const remarkOn = useContext(PhotoRemarks);
  const askForScale = useCallback<RemarkOnPhoto>(
    (photo, camera) => (
      <>
        {remarkOn(photo, camera)}
        {scale ? <ScaleQuestion photo={photo} camera={camera} /> : null}
      </>
    ),
    [remarkOn, scale],
  );
  return (
    <div className="stack gap-8">
      {scale ? (
        <p className="row gap-8">
          <Ruler aria-hidden="true" />
          {t("kinds.scale.before")}
        </p>
      ) : null}
      {outline && picture && canTakeWholePhotos() ? (
        <Button wide icon={<SquareDashed aria-hidden="true" />} disabled={disabled} onClick={() => setIsOpen(true)}>
          {t("kinds.outline.open")}
        </Button>
      ) : null}
      <PhotoRemarks value={askForScale}>{children}</PhotoRemarks>
      {isOpen && picture ? (
        <OutlineCamera
          picture={picture}
          onPhoto={(photo) => {
            onPhoto(photo);
            setIsOpen(false);
          }}
          onClose={() => setIsOpen(false)}
        />
      ) : null}
    </div>
  );
}

/** Photos that the volunteer says have their scale. */
const scaled = new WeakSet<File>();

/** Asks, and never forbids: the photo is kept without an answer too. */
function ScaleQuestion({ photo, camera }: { photo: File; camera: RefObject<HTMLInputElement | null> }) {
  const [, setScaled] = useState<File>();
  const id = useId();
  if (scaled.has(photo)) return null;
  const agree = () => {
    scaled.add(photo);
    setScaled(photo);
    // The button that was pressed is gone.
    camera.current?.focus();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a border and a legend of its own.
    <div role="group" aria-labelledby={id} className={`stack card gap-8 ${styles.question}`}>
      <p id={id} className="strong">
        {t("kinds.scale.asked")}
      </p>
      <div className="cluster gap-8">
        <Button onClick={agree}>{t("kinds.scale.yes")}</Button>
        <Button onClick={() => camera.current?.click()}>{t("kinds.scale.retake")}</Button>
      </div>
    </div>
  );
}

type State = "opening" | "ready" | "taking" | "noCamera" | "failed";

/** What the camera sees, with a picture over it, to take a photo that looks like it. */
function OutlineCamera({
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
            <video ref={video} className="fills" aria-label={t("kinds.outline.video")} playsInline muted />
            <img className="fills" src={pictureAddress(picture)} alt="" />
          </div>
        </>
      )}
    </ActionDialog>
  );
}

const stop = (stream: MediaStream) => {
  for (const track of stream.getTracks()) track.stop();
};

/** TypeScript has no types of it. */
type Capture = {
  getPhotoCapabilities(): Promise<{ imageWidth?: { max?: number }; imageHeight?: { max?: number } }>;
  takePhoto(size?: { imageWidth: number; imageHeight: number }): Promise<Blob>;
};
type CaptureClass = new (track: MediaStreamTrack) => Capture;

const captureClass = () => (globalThis as { ImageCapture?: CaptureClass }).ImageCapture;

/** Other browsers only have the frames of a video, which are smaller than a photo. */
const canTakeWholePhotos = (): boolean =>
  captureClass() !== undefined && navigator.mediaDevices?.getUserMedia !== undefined;

/** The back camera, as large as it shows. @throws DOMException without a camera or the permission */
const openCamera = (): Promise<MediaStream> =>
  navigator.mediaDevices.getUserMedia({
    video: { facingMode: "environment", width: { ideal: 4096 }, aspectRatio: { ideal: 4 / 3 } },
  });

/** Takes a photo in the camera's full size. @throws DOMException */
async function takeWholePhoto(stream: MediaStream): Promise<File> {
  const [track] = stream.getVideoTracks();
  const Capture = captureClass();
  if (!track || !Capture) throw new DOMException("There is no camera.", "NotFoundError");
  const capture = new Capture(track);
  const { imageWidth, imageHeight } = await capture.getPhotoCapabilities();
  const [width, height] = [imageWidth?.max, imageHeight?.max];
  const blob = await capture.takePhoto(width && height ? { imageWidth: width, imageHeight: height } : undefined);
  const nowMs = Date.now();
  const ending = blob.type === "image/png" ? "png" : "jpg";
  return new File([blob], `${nowMs}.${ending}`, { type: blob.type || "image/jpeg", lastModified: nowMs });
}
