import { useEffect, useRef, useState } from "react";
import { t } from "../../../../generated/web-texts/kinds.ts";
import type { BarcodeField } from "../../../protocol/field.ts";
import { textValueLengthMax } from "../../../protocol/protocol-limits.ts";
import { textOf } from "../../foundation/answers/answers.ts";
import { asTyped } from "../../ui/as-typed.ts";
import { classNames } from "../../ui/class-names.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { announce } from "../../ui/live-region.tsx";
import scannerStyles from "./code-input.module.css";
import type { ControlProps } from "./control.ts";
import styles from "./controls.module.css";

const hasCamera = () => "mediaDevices" in navigator;

/** Fetched with the form, because there may be no connection when somebody scans. */
function fetchDecoder(): void {
  if (!hasCamera()) return;
  void makeDecoder().catch(() => undefined);
}

/** A code can always be typed. */
export function CodeInput({ field, answer, onAnswer, id, describedBy, isWrong, disabled }: ControlProps<BarcodeField>) {
  const [isScanning, setIsScanning] = useState(false);
  useEffect(fetchDecoder, []);
  return (
    <div className="cluster gap-8">
      <div className={classNames("row center shrinks framed", styles.box, isWrong && "wrong")}>
        <input
          id={id}
          className={`figures shrinks wide ${styles.bare}`}
          type="text"
          {...asTyped}
          maxLength={textValueLengthMax}
          value={textOf(answer)}
          readOnly={disabled}
          aria-describedby={describedBy}
          aria-invalid={isWrong || undefined}
          aria-required={field.required || undefined}
          onChange={(event) => onAnswer(event.currentTarget.value || undefined)}
        />
      </div>
      {hasCamera() ? (
        <button
          type="button"
          className={`strong framed ${styles.sideButton}`}
          disabled={disabled}
          aria-describedby={id}
          onClick={() => setIsScanning(true)}
        >
          {t("kinds.scan")}
        </button>
      ) : null}
      {isScanning ? (
        <CodeScanner
          onCode={(code) => {
            setIsScanning(false);
            onAnswer(code.slice(0, textValueLengthMax));
          }}
          onClose={() => setIsScanning(false)}
        />
      ) : null}
    </div>
  );
}

/** The text of a code in the current picture; undefined if there is none. */
type Decode = (video: HTMLVideoElement) => Promise<string | undefined>;

type Detector = { detect: (source: HTMLVideoElement) => Promise<readonly { rawValue: string }[]> };
type DetectorClass = { new (): Detector; getSupportedFormats: () => Promise<readonly string[]> };

/** The browser's own decoder where there is one. Otherwise one is fetched: in JavaScript, because WebAssembly would need a weaker content security policy. */
async function makeDecoder(): Promise<Decode> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass };
  if (BarcodeDetector && (await BarcodeDetector.getSupportedFormats()).length > 0) {
    const detector = new BarcodeDetector();
    return async (video) => (video.videoWidth === 0 ? undefined : (await detector.detect(video))[0]?.rawValue);
  }
  const { decodePixels } = await import("./decode-pixels.ts");
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d", { willReadFrequently: true });
  return async (video) => {
    if (!context || video.videoWidth === 0) return undefined;
    const scale = Math.min(1, widthMax / video.videoWidth);
    canvas.width = Math.round(video.videoWidth * scale);
    canvas.height = Math.round(video.videoHeight * scale);
    context.drawImage(video, 0, 0, canvas.width, canvas.height);
    return decodePixels(context.getImageData(0, 0, canvas.width, canvas.height));
  };
}

/** In pixels; more only slows it down. */
const widthMax = 800;

const pauseMs = 200;

type Failure = "noCamera" | "noDecoder";

/** Watches the camera until it sees a code. */
function CodeScanner({ onCode, onClose }: { onCode: (code: string) => void; onClose: () => void }) {
  const video = useRef<HTMLVideoElement>(null);
  const tell = useRef(onCode);
  tell.current = onCode;
  const [failure, setFailure] = useState<Failure>();

  useEffect(() => {
    let isOpen = true;
    let stream: MediaStream | undefined;
    async function watch() {
      let decode: Decode;
      try {
        decode = await makeDecoder();
      } catch {
        return setFailure("noDecoder");
      }
      try {
        stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
      } catch {
        return setFailure("noCamera");
      }
      if (!isOpen || !video.current) return stop(stream);
      video.current.srcObject = stream;
      await video.current.play().catch(() => undefined);
      while (isOpen && video.current) {
        const code = await decode(video.current).catch(() => undefined);
        if (isOpen && code) {
          announce(t("kinds.scan.found", { code }));
          return tell.current(code);
        }
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
    }
    void watch();
    return () => {
      isOpen = false;
      if (stream) stop(stream);
    };
  }, []);

  return (
    <Dialog open title={t("kinds.scan.title")} onClose={onClose}>
      {failure ? (
        <p role="alert">{t(`kinds.scan.${failure}`)}</p>
      ) : (
        <>
          <p>{t("kinds.scan.aim")}</p>
          <video ref={video} className={scannerStyles.video} aria-label={t("kinds.scan.video")} playsInline muted />
        </>
      )}
    </Dialog>
  );
}

const stop = (stream: MediaStream) => {
  for (const track of stream.getTracks()) track.stop();
};
