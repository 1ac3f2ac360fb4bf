import { audioSecondsMax } from "../../../contract/limits.ts";

/** What browsers record, best first: Chromium and Firefox record Opus, Safari AAC. */
const types = ["audio/webm;codecs=opus", "audio/ogg;codecs=opus", "audio/mp4"];
/** Opus in this rate keeps a bird's song, and five minutes of it have 2.4 MB. */
const bitsPerSecond = 64_000;
const sliceMs = 1_000;
/** A page that is killed loses at most this much. */
const keptEveryMs = 5_000;
/** The signal as it is, not as calls need it. */
const constraints = { audio: { echoCancellation: false, noiseSuppression: false, autoGainControl: false } };

export const canRecord = (): boolean => typeof MediaRecorder !== "undefined" && "mediaDevices" in navigator;

/** `cancel` stops it without keeping more. */
export type Recording = { stop: () => void; cancel: () => void };

/**
 * Records until it is stopped, five minutes have passed or the microphone is taken away, such as by a call.
 * @param keep gets all that was recorded so far, now and then and at the end
 * @throws DOMException if the microphone can't be used
 */
export async function startRecording(keep: (file: File, isEnd: boolean) => void): Promise<Recording> {
  const stream = await navigator.mediaDevices.getUserMedia(constraints);
  const type = types.find((each) => MediaRecorder.isTypeSupported(each));
  const recorder = new MediaRecorder(stream, { ...(type && { mimeType: type }), audioBitsPerSecond: bitsPerSecond });
  const chunks: Blob[] = [];
  const startedAtMs = Date.now();
  let keptAtMs = Number.NEGATIVE_INFINITY;
  let isCancelled = false;
  const stop = () => {
    if (recorder.state !== "inactive") recorder.stop();
  };
  const hide = () => {
    if (document.visibilityState !== "hidden" || recorder.state === "inactive") return;
    keptAtMs = Number.NEGATIVE_INFINITY;
    recorder.requestData();
  };
  const keepAll = (isEnd: boolean) => {
    keptAtMs = Date.now();
    const [plainType = ""] = (recorder.mimeType || chunks[0]?.type || "").split(";");
    const ending = plainType.replace("audio/", "").replace("mp4", "m4a");
    keep(new File(chunks, `recording.${ending}`, { type: plainType }), isEnd);
  };
  recorder.ondataavailable = ({ data }) => {
    if (data.size > 0) chunks.push(data);
    if (recorder.state === "inactive" || isCancelled) return;
    // Timers of hidden pages are late.
    if (Date.now() - startedAtMs >= audioSecondsMax * 1_000) stop();
    else if (Date.now() - keptAtMs >= keptEveryMs) keepAll(false);
  };
  recorder.onstop = () => {
    document.removeEventListener("visibilitychange", hide);
    for (const track of stream.getTracks()) track.stop();
    if (!isCancelled) keepAll(true);
  };
  recorder.onerror = stop;
  for (const track of stream.getTracks()) track.onended = stop;
  document.addEventListener("visibilitychange", hide);
  recorder.start(sliceMs);
  const cancel = () => {
    isCancelled = true;
    stop();
  };
  return { stop, cancel };
}
