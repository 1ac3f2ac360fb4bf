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

/**
 * A running recording. It ends when it is stopped, after five minutes, or when the microphone is taken away, such as by a
 * call.
 */
export class Recording {
  readonly #stream: MediaStream;
  readonly #recorder: MediaRecorder;
  readonly #keep: (file: File, isEnd: boolean) => void;
  readonly #chunks: Blob[] = [];
  readonly #startedAtMs = Date.now();
  #keptAtMs = Number.NEGATIVE_INFINITY;
  #isCancelled = false;

  /**
   * Starts to record.
   * @param keep gets all that was recorded so far, now and then and at the end
   * @throws DOMException if the microphone can't be used
   */
  static async start(keep: (file: File, isEnd: boolean) => void): Promise<Recording> {
    const stream = await navigator.mediaDevices.getUserMedia(constraints);
    try {
      return new Recording(stream, keep);
    } catch (error) {
      release(stream);
      throw error;
    }
  }

  private constructor(stream: MediaStream, keep: (file: File, isEnd: boolean) => void) {
    const type = types.find((each) => MediaRecorder.isTypeSupported(each));
    this.#stream = stream;
    this.#keep = keep;
    this.#recorder = new MediaRecorder(stream, { ...(type && { mimeType: type }), audioBitsPerSecond: bitsPerSecond });
    this.#recorder.ondataavailable = ({ data }) => this.#take(data);
    this.#recorder.onstop = () => this.#end();
    this.#recorder.onerror = () => this.stop();
    for (const track of stream.getTracks()) track.onended = () => this.stop();
    document.addEventListener("visibilitychange", this);
    this.#recorder.start(sliceMs);
  }

  stop(): void {
    if (this.#recorder.state !== "inactive") this.#recorder.stop();
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
