import { useEffect, useRef, useState } from "react";
import { t } from "../../../../generated/web-texts/kinds.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { announce } from "../../ui/live-region.tsx";
import styles from "./code-scanner.module.css";
import { type Decode, makeDecoder } from "./decode-codes.ts";

const pauseMs = 200;

type Failure = "noCamera" | "noDecoder";

/** Watches the camera until it sees a code. */
export function CodeScanner({ onCode, onClose }: { onCode: (code: string) => void; onClose: () => void }) {
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
          <video ref={video} className={styles.video} aria-label={t("kinds.scan.video")} playsInline muted />
        </>
      )}
    </Dialog>
  );
}

const stop = (stream: MediaStream) => {
  for (const track of stream.getTracks()) track.stop();
};
