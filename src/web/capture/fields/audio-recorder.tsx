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
import { RemovableFile } from "./file-chooser.tsx";
import shared from "./file-control.module.css";
import { findChosenFault } from "./find-chosen-fault.ts";
import { useScreenOn } from "./use-screen-on.ts";

const control = `row center gap-12 strong wide framed ${shared.control}`;

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
  useScreenOn(isRecording);
  const address = useObjectUrl(isRecording ? null : (recorded ?? null));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend can't be elsewhere.
    <div role="group" aria-labelledby={labelId} aria-describedby={describedBy}>
      {isRecording ? (
        <button type="button" className={classNames(control, "wrong", styles.record, styles.recording)} onClick={stop}>
          <Square aria-hidden="true" />
          {t("kinds.audio.stop")}
          <Elapsed sinceMs={startedAtMs} />
        </button>
      ) : (
        <>
          <RemovableFile file={recorded} name={fieldText(field.label)} onAnswer={onAnswer} disabled={disabled}>
            {address ? (
              // biome-ignore lint/a11y/useMediaCaption: nobody has written down what was just recorded.
              <audio className={`shrinks ${styles.player}`} controls src={address} aria-label={t("kinds.audio.play")} />
            ) : null}
          </RemovableFile>
          <button
            type="button"
            className={classNames(control, isWrong && "wrong", styles.record)}
            disabled={disabled || isStarting || !canRecord()}
            onClick={() => void start()}
          >
            <Mic aria-hidden="true" />
            {t(recorded ? "kinds.audio.again" : "kinds.audio.record")}
          </button>
        </>
      )}
      {fault || !canRecord() ? (
        <p className={`danger ${shared.fault}`}>{t(fault ?? "kinds.audio.unsupported", longest)}</p>
      ) : null}
    </div>
  );
}

const faultsOfFile = {
  unsupported: "kinds.audio.unsupported",
  damaged: "kinds.audio.damaged",
  too_long: "kinds.audio.tooLong",
} as const;

type RecorderFault =
  | "kinds.audio.denied"
  | "kinds.audio.none"
  | "kinds.audio.interrupted"
  | (typeof faultsOfFile)[keyof typeof faultsOfFile];

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

  function interrupt(): void {
    setFault("kinds.audio.interrupted");
    sayFault("kinds.audio.interrupted");
  }

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
      const recording = await Recording.start((file, isEnd) => keep(file, isEnd, askedAtMs), interrupt);
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
    <span role="timer" className={`figures ${styles.elapsed}`}>
      {t("kinds.audio.elapsed", timesOf(seconds))}
    </span>
  );
}

const timesOf = (seconds: number) => ({ elapsed: formatClock(seconds), max: formatClock(audioSecondsMax) });

/** What browsers record, best first: Chromium and Firefox record Opus, Safari AAC. */
const types = ["audio/webm;codecs=opus", "audio/ogg;codecs=opus", "audio/mp4"];
/** Opus in this rate keeps a bird's song, and five minutes of it have 2.4 MB. */
const bitsPerSecond = 64_000;
const sliceMs = 1_000;
/** A page that is killed loses at most this much. */
const keptEveryMs = 5_000;
/** Shorter pauses are the phone's own. */
const mutedMs = 1_000;
/** The signal as it is, not as calls need it. */
const constraints = { audio: { echoCancellation: false, noiseSuppression: false, autoGainControl: false } };

const canRecord = (): boolean => typeof MediaRecorder !== "undefined" && "mediaDevices" in navigator;

/**
 * A running recording. It ends when it is stopped, after five minutes, or when the microphone is taken away, such as by a
 * call.
 */
class Recording {
  readonly #stream: MediaStream;
  readonly #recorder: MediaRecorder;
  readonly #keep: (file: File, isEnd: boolean) => void;
  readonly #tellInterrupted: () => void;
  readonly #chunks: Blob[] = [];
  readonly #startedAtMs = Date.now();
  #keptAtMs = Number.NEGATIVE_INFINITY;
  #isCancelled = false;

  /**
   * Starts to record.
   * @param keep gets all that was recorded so far, now and then and at the end
   * @param tellInterrupted hears that the phone took the microphone away
   * @throws DOMException if the microphone can't be used
   */
  static async start(keep: (file: File, isEnd: boolean) => void, tellInterrupted: () => void): Promise<Recording> {
    const stream = await navigator.mediaDevices.getUserMedia(constraints);
    try {
      return new Recording(stream, keep, tellInterrupted);
    } catch (error) {
      release(stream);
      throw error;
    }
  }

  private constructor(stream: MediaStream, keep: (file: File, isEnd: boolean) => void, tellInterrupted: () => void) {
    const type = types.find((each) => MediaRecorder.isTypeSupported(each));
    this.#stream = stream;
    this.#keep = keep;
    this.#tellInterrupted = tellInterrupted;
    this.#recorder = new MediaRecorder(stream, { ...(type && { mimeType: type }), audioBitsPerSecond: bitsPerSecond });
    this.#recorder.ondataavailable = ({ data }) => this.#take(data);
    this.#recorder.onstop = () => this.#end();
    this.#recorder.onerror = () => this.stop();
    for (const track of stream.getTracks()) {
      track.onended = () => this.#interrupt();
      // A call mutes it on iPhones, and nothing but silence would follow.
      track.onmute = () => setTimeout(() => track.muted && this.#interrupt(), mutedMs);
    }
    document.addEventListener("visibilitychange", this);
    this.#recorder.start(sliceMs);
  }

  stop(): void {
    if (this.#recorder.state !== "inactive") this.#recorder.stop();
  }

  #interrupt(): void {
    if (this.#recorder.state === "inactive") return;
    this.stop();
    this.#tellInterrupted();
  }

  /** Stops it without keeping more. */
  cancel(): void {
    this.#isCancelled = true;
    this.stop();
  }

  /** Phones may end a hidden page: what was recorded so far is kept. */
  handleEvent(): void {
    if (document.visibilityState !== "hidden" || this.#recorder.state === "inactive") return;
    this.#keptAtMs = Number.NEGATIVE_INFINITY;
    this.#recorder.requestData();
  }

  #take(data: Blob): void {
    if (data.size > 0) this.#chunks.push(data);
    if (this.#recorder.state === "inactive" || this.#isCancelled) return;
    // Timers of hidden pages are late.
    if (Date.now() - this.#startedAtMs >= audioSecondsMax * 1_000) this.stop();
    else if (Date.now() - this.#keptAtMs >= keptEveryMs) this.#keepAll(false);
  }

  #end(): void {
    document.removeEventListener("visibilitychange", this);
    release(this.#stream);
    if (!this.#isCancelled) this.#keepAll(true);
  }

  #keepAll(isEnd: boolean): void {
    this.#keptAtMs = Date.now();
    const [type = ""] = (this.#recorder.mimeType || this.#chunks[0]?.type || "").split(";");
    const ending = type.replace("audio/", "").replace("mp4", "m4a");
    this.#keep(new File(this.#chunks, `recording.${ending}`, { type }), isEnd);
  }
}

/** The browser shows that the microphone is off. */
function release(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}
