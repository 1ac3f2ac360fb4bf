import Mic from "lucide-react/icons/mic";
import Square from "lucide-react/icons/square";
import { useEffect, useRef, useState } from "react";
import { t } from "../../../../generated/web-texts/kinds.ts";
import { audioSecondsMax } from "../../../contract/limits.ts";
import type { AudioField } from "../../../protocol/field.ts";
import { isUnfinished, markUnfinished } from "../../foundation/answers/file-kinds.ts";
import { fieldText } from "../../foundation/texts/protocol.ts";
import { classNames } from "../../ui/class-names.ts";
import { formatClock } from "../../ui/format-clock.ts";
import { announce } from "../../ui/live-region.tsx";
import { useObjectUrl } from "../../ui/use-object-url.ts";
import styles from "./audio-recorder.module.css";
import type { ControlProps } from "./control.ts";
import shared from "./file-control.module.css";
import { findChosenFault } from "./find-chosen-fault.ts";
import { canRecord, Recording } from "./record-audio.ts";
import { RemovableFile } from "./removable-file.tsx";

/** Records on the spot, plays what was recorded, and discards it. */
export function AudioRecorder({
  field,
  answer,
  onAnswer,
  labelId,
  describedBy,
  isWrong,
  disabled,
}: ControlProps<AudioField>) {
  const recorded = answer instanceof File ? answer : undefined;
  const { startedAtMs, isStarting, fault, start, stop } = useRecorder(recorded, onAnswer);
  const isRecording = startedAtMs !== undefined;
  const address = useObjectUrl(isRecording ? null : (recorded ?? null));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend can't be elsewhere.
    <div role="group" aria-labelledby={labelId} aria-describedby={describedBy}>
      {isRecording ? (
        <button
          type="button"
          className={classNames(shared.control, shared.wrong, styles.record, styles.recording)}
          onClick={stop}
        >
          <Square aria-hidden="true" />
          {t("kinds.audio.stop")}
          <Elapsed sinceMs={startedAtMs} />
        </button>
      ) : (
        <>
          <RemovableFile file={recorded} name={fieldText(field.label)} onAnswer={onAnswer} disabled={disabled}>
            {address ? (
              // biome-ignore lint/a11y/useMediaCaption: nobody has written down what was just recorded.
              <audio className={styles.player} controls src={address} aria-label={t("kinds.audio.play")} />
            ) : null}
          </RemovableFile>
          <button
            type="button"
            className={classNames(shared.control, isWrong && shared.wrong, styles.record)}
            disabled={disabled || isStarting || !canRecord()}
            onClick={() => void start()}
          >
            <Mic aria-hidden="true" />
            {t(recorded ? "kinds.audio.again" : "kinds.audio.record")}
          </button>
        </>
      )}
      {fault || !canRecord() ? <p className={shared.fault}>{t(fault ?? "kinds.audio.unsupported", longest)}</p> : null}
    </div>
  );
}

const faultsOfFile = {
  unsupported: "kinds.audio.unsupported",
  damaged: "kinds.audio.damaged",
  too_long: "kinds.audio.tooLong",
} as const;

type RecorderFault = "kinds.audio.denied" | "kinds.audio.none" | (typeof faultsOfFile)[keyof typeof faultsOfFile];

const longest = { minutes: audioSecondsMax / 60 };
const sayFault = (fault: RecorderFault) => announce(t(fault, longest));

function useRecorder(recorded: File | undefined, onAnswer: (file: File | undefined) => void) {
  const [startedAtMs, setStartedAtMs] = useState<number>();
  const [isStarting, setIsStarting] = useState(false);
  const [fault, setFault] = useState<RecorderFault>();
  const running = useRef<Recording>(undefined);
  const hasKept = useRef(false);
  const isGone = useRef(false);
  const answer = useRef(onAnswer);
  answer.current = onAnswer;
  useEffect(() => {
    // The draft was discarded.
    if (recorded || !running.current || !hasKept.current) return;
    running.current.cancel();
    running.current = undefined;
    setStartedAtMs(undefined);
  }, [recorded]);
  useEffect(() => {
    if (!recorded || isUnfinished(recorded)) return;
    let isReplaced = false;
    // It may also come from a page that was killed while it recorded.
    void findChosenFault("audio", recorded).then((found) => {
      if (!found || isReplaced) return;
      // Some microphones, such as of headsets, give nothing.
      const fault = faultsOfFile[recorded.size === 0 ? "damaged" : found];
      setFault(fault);
      sayFault(fault);
      answer.current(undefined);
    });
    return () => {
      isReplaced = true;
    };
  }, [recorded]);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
      running.current?.stop();
    };
  }, []);

  function keep(file: File, isEnd: boolean, sinceMs: number): void {
    if (!isEnd) markUnfinished(file);
    hasKept.current = true;
    answer.current(file);
    if (!isEnd) return;
    running.current = undefined;
    setStartedAtMs(undefined);
    announce(t("kinds.audio.stopped", { elapsed: formatClock((Date.now() - sinceMs) / 1_000) }));
  }

  async function start(): Promise<void> {
    setFault(undefined);
    setIsStarting(true);
    hasKept.current = false;
    const askedAtMs = Date.now();
    try {
      const recording = await Recording.start((file, isEnd) => keep(file, isEnd, askedAtMs));
      // The form closed while the browser asked for the microphone.
      if (isGone.current) return recording.cancel();
      running.current = recording;
      setStartedAtMs(Date.now());
      announce(t("kinds.audio.started"));
    } catch (error) {
      const isMissing = error instanceof DOMException && error.name === "NotFoundError";
      const found = isMissing ? "kinds.audio.none" : "kinds.audio.denied";
      setFault(found);
      sayFault(found);
    } finally {
      setIsStarting(false);
    }
  }

  return { startedAtMs, isStarting, fault, start, stop: () => running.current?.stop() };
}

/** The elapsed time, spoken each minute. */
function Elapsed({ sinceMs }: { sinceMs: number }) {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => {
      const now = Math.floor((Date.now() - sinceMs) / 1_000);
      setSeconds(now);
      if (now > 0 && now % 60 === 0) announce(t("kinds.audio.elapsed", timesOf(now)));
    }, 1_000);
    return () => clearInterval(timer);
  }, [sinceMs]);
  return (
    <span role="timer" className={styles.elapsed}>
      {t("kinds.audio.elapsed", timesOf(seconds))}
    </span>
  );
}

const timesOf = (seconds: number) => ({ elapsed: formatClock(seconds), max: formatClock(audioSecondsMax) });
