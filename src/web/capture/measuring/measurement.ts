import type { Answer } from "../../foundation/answers/answers.ts";
import { fileKindOf, findFileFault, isPicked } from "../../foundation/answers/file-kinds.ts";
import { knownClockSkewSeconds } from "../../foundation/api/server-clock.ts";
import { makeEmitter } from "../../foundation/events/emitter.ts";
import { holdDraft, letDraftGo } from "../../outbox/draft-locks.ts";
import { discard, OutboxConflictError, savePoint } from "../../outbox/outbox.ts";
import { type KeptPhoto, type MeasuredRecord, type PointRecord, type Position, photosOf } from "../../outbox/record.ts";
import { sha256Of } from "../../outbox/sha256.ts";
import type { Fix } from "../fixes/fixes.ts";
import { LivePosition } from "../positions/live-position.ts";
import { isTakenNow } from "../positions/moment-rules.ts";
import type { PhotoOrigin } from "../positions/read-photo-exif.ts";
import { DraftWriter, type FoundDraft, findWithPhotos } from "./draft-writer.ts";
import { LateFix } from "./late-fix.ts";
import {
  atMoment,
  atPhotosOwn,
  remarkOf,
  seeFix,
  seePhotosPlace,
  setsMoment,
  takeLateFix,
  withAnswer,
  withChosen,
  withDefault,
  withoutFault,
  withPhoto,
} from "./measure.ts";
import type { DraftSource, Measured, MeasurementState } from "./measurement-state.ts";
import { readOrigin, unknownOrigin } from "./read-photo.ts";

/** What a form needs of it. */
export type Measuring<Kind extends MeasuredRecord> = Pick<Measurement<Kind>, keyof Measurement<Kind>>;

/** Camera clocks differ from the phone's by less. */
const surelyOlderMs = 10 * 60_000;
/** Saving waits at most this long for hashes and capture times. */
const photosWaitMs = 1_500;

const clockOffset = () => knownClockSkewSeconds() ?? null;

/**
 * The draft of a data point or an answer: entries, photos, moment and position. Every change is stored on this device.
 */
export class Measurement<Kind extends MeasuredRecord> {
  readonly #source: DraftSource<Kind>;
  readonly #device: LivePosition;
  readonly #changes = makeEmitter();
  #state: MeasurementState<Kind> = { status: "loading" };
  #writer: DraftWriter<Kind> | undefined;
  #isOpen = false;
  #finding: Promise<void> = Promise.resolve();
  /** Capture time of a photo that still lacks a fix. */
  #awaitedMomentMs: number | undefined;
  /** Waits for a better fix for the data point that was saved last. */
  readonly #lateFix = new LateFix((saved) => {
    const last = this.#state.status === "ready" ? this.#state.saved : undefined;
    if (last?.localId === saved.localId) this.#set({ saved: { ...last, ...saved } });
  });
  /** Hashing and reading of chosen photos. */
  #photoWork: Promise<unknown> = Promise.resolve();

  constructor(source: DraftSource<Kind>) {
    this.#source = source;
    this.#device = new LivePosition(source.highAccuracy, {
      onFix: (fix) => this.#see(fix),
      onChange: (device) => this.#set({ device }),
    });
  }

  readonly subscribe = this.#changes.listen;

  readonly getSnapshot = (): MeasurementState<Kind> => this.#state;

  /** Opens the stored draft or a new one. @returns a function that closes it */
  open(): () => void {
    this.#isOpen = true;
    if (this.#state.status !== "loading") this.#show({ status: "loading" });
    this.#device.open();
    this.#finding = this.#finding.then(() => this.#find());
    const flush = () => this.#writer?.flush();
    const hide = () => {
      if (document.visibilityState === "hidden") flush();
    };
    window.addEventListener("pagehide", flush);
    document.addEventListener("visibilitychange", hide);
    return () => {
      window.removeEventListener("pagehide", flush);
      document.removeEventListener("visibilitychange", hide);
      this.#close();
    };
  }

  #close(): void {
    this.#isOpen = false;
    this.#device.close();
    this.#writer?.flush();
    if (this.#state.status === "ready") letDraftGo(this.#state.point.localId);
  }

  async #find(): Promise<void> {
    if (!this.#isOpen || this.#state.status !== "loading") return;
    const found = await this.#source.find().catch(() => undefined);
    if (found === "elsewhere") {
      if (this.#isOpen) this.#show({ status: "elsewhere" });
      return;
    }
    const draft = found && (await findWithPhotos(found).catch(() => undefined));
    if (this.#isOpen) {
      if (draft) this.#begin(draft, true);
      else this.#beginNew();
      // The database may lack the last edits of the previous page.
      this.#writer?.flush();
    } else if (found) letDraftGo(found.localId);
  }

  #begin({ point, photos }: FoundDraft<Kind>, isStored: boolean): void {
    this.#writer = new DraftWriter(point, isStored);
    this.#awaitedMomentMs = undefined;
    this.#show({
      status: "ready",
      point,
      photos,
      device: this.#device.now,
      remark: remarkOf(point),
      isSaving: false,
      saved: undefined,
      failure: undefined,
      photoFailure: undefined,
    });
  }

  #beginNew(): void {
    if (!this.#isOpen) return;
    if (this.#state.status === "ready") letDraftGo(this.#state.point.localId);
    const point = this.#source.begin();
    void holdDraft(point.localId);
    this.#begin({ point, photos: {} }, false);
  }

  /** `soon`: writes at once. */
  change(change: (point: Kind) => Kind, when: "soon" | "some-time" = "soon"): void {
    if (!this.#isOpen || this.#state.status !== "ready") return;
    const point = change(this.#state.point);
    if (point === this.#state.point) return;
    this.#set({ point });
    this.#writer?.change(point, when);
  }

  /**
   * Sets the answer or the photo of a field.
   * @param isDefault the form fills it in
   */
  readonly answer = (key: string, answer: Answer | undefined, isDefault = false): void => {
    if (isDefault) {
      this.change((point) => withDefault(point, key, answer));
      return;
    }
    this.#set({ saved: undefined });
    this.change((point) => withoutFault(point, key));
    if (answer instanceof File) this.#takeFile(key, answer);
    else if (this.#state.status === "ready" && this.#state.photos[key]) this.#dropFile(key);
    else this.change((point) => withAnswer(point, key, answer));
  };

  #dropFile(key: string): void {
    if (this.#state.status !== "ready") return;
    const { [key]: _, ...photos } = this.#state.photos;
    this.#set({ photos });
    this.change((point) => ({ ...point, photos: point.photos.filter((photo) => photo.key !== key) }));
  }

  #takeFile(key: string, photo: File): void {
    if (this.#state.status !== "ready" || !this.#writer) return;
    const { point, photos } = this.#state;
    this.#set({ photos: { ...photos, [key]: photo }, photoFailure: undefined });
    // The form shows the problem.
    const kind = fileKindOf(photo.type);
    if (findFileFault(kind, photo)) return;
    const nowMs = Date.now();
    const isPhoto = kind === "photo";
    const isFromGallery = isPicked(photo);
    const isFirst = isPhoto && setsMoment(point, key);
    const { name, type, size: sizeBytes } = photo;
    const kept = { key, name, type, sizeBytes, sha256: null, takenAtMs: isFromGallery ? null : nowMs };
    let next = withPhoto(isFirst ? { ...point, fixes: [] } : point, kept);
    // The volunteer has moved on from the last data point.
    this.#lateFix.giveUp();
    if (isFirst) {
      next = isFromGallery ? atPhotosOwn(next, unknownOrigin, clockOffset()) : this.#atMoment(next, nowMs);
      this.#awaitedMomentMs = undefined;
    }
    this.#set({ point: next, ...(isFirst && { remark: undefined }) });
    const keeping = this.#writer.addPhoto(key, photo, next).catch((photoFailure) => this.#set({ photoFailure }));
    if (isFirst && !isFromGallery) this.#awaitFix(nowMs);
    const hashing = sha256Of(photo).then((sha256) => this.#note(key, photo, { sha256: sha256 ?? null }));
    const reading = (isPhoto ? readOrigin(photo) : Promise.resolve(unknownOrigin)).then((origin) => {
      if (!this.#has(key, photo)) return;
      if (isFromGallery) this.#note(key, photo, { takenAtMs: origin.takenAtMs });
      if (isFirst) this.#takeOrigin(origin, isFromGallery, nowMs);
      else if (origin.position) this.#seePlace(origin.position);
    });
    this.#photoWork = Promise.all([this.#photoWork, keeping, hashing, reading]);
  }

  /** Uses the first photo's own time and position if it comes from the gallery and is not recent. */
  #takeOrigin(origin: PhotoOrigin, isFromGallery: boolean, chosenAtMs: number): void {
    const { takenAtMs, position } = origin;
    if (isFromGallery && !isTakenNow(takenAtMs, chosenAtMs)) {
      this.takePhotosOwn(origin);
      return;
    }
    if (isFromGallery && takenAtMs !== null) {
      this.change((point) => this.#atMoment(point, takenAtMs));
      this.#awaitFix(takenAtMs);
    }
    if (position) this.#seePlace(position);
    if (takenAtMs !== null && chosenAtMs - takenAtMs > surelyOlderMs) {
      this.#set({ remark: { kind: "says-older", origin: { ...origin, takenAtMs } } });
    }
  }

  /** Uses the photo's own time and position. */
  takePhotosOwn(origin: PhotoOrigin): void {
    const { takenAtMs, position } = origin;
    this.#awaitedMomentMs = undefined;
    this.#set({ remark: { kind: "not-of-now", takenAtMs, hasPlace: position !== null } });
    this.change((point) => atPhotosOwn(point, origin, clockOffset()));
  }

  /** Another version of the form takes the draft over; some of its files may have other keys. */
  takeOver(point: Kind): void {
    if (this.#state.status !== "ready") return;
    const photos = { ...this.#state.photos };
    for (const { key, storedAs = key } of point.photos) {
      const file = photos[storedAs];
      if (!file || storedAs === key) continue;
      delete photos[storedAs];
      photos[key] = file;
    }
    this.#set({ photos, saved: undefined });
    this.change(() => point);
  }

  /** Sets the position that the volunteer chose. */
  choosePosition(position: Position): void {
    this.#awaitedMomentMs = undefined;
    this.change((point) => withChosen(point, position));
  }

  readonly watch = (): void => this.#device.watch();

  setHighAccuracy(highAccuracy: boolean): void {
    this.#device.setHighAccuracy(highAccuracy);
  }

  /**
   * Saves the draft without the network, then opens a new one for the next data point.
   * @returns the saved record; undefined on failure, which `failure` has
   */
  async save(finish: (point: Kind) => Kind): Promise<Kind | undefined> {
    const writer = this.#writer;
    if (!writer) return undefined;
    const nowMs = Date.now();
    this.#set({ isSaving: true, saved: undefined, failure: undefined });
    try {
      await Promise.race([this.#photoWork, new Promise((resolve) => setTimeout(resolve, photosWaitMs))]);
      await writer.written();
      const saved = await savePoint(finish(this.#finished(writer.point, nowMs)), writer.unwrittenPhotos);
      writer.end();
      if (saved.kind === "point") this.#moveOn(saved, nowMs);
      return saved;
    } catch (failure) {
      if (failure instanceof OutboxConflictError && writer.point.kind === "point") this.#beginNew();
      this.#set({ failure });
      return undefined;
    } finally {
      this.#set({ isSaving: false });
    }
  }

  /** Without a photo, the data point gets the time when it is saved. */
  #finished(point: Kind, nowMs: number): Kind {
    const lacksMoment = point.kind === "point" && photosOf(point).length === 0 && point.capturedAtMs === null;
    return lacksMoment ? this.#atMoment(point, nowMs) : point;
  }

  /** Prepares for the next data point. The last one may still get a late fix. */
  #moveOn(saved: PointRecord, nowMs: number): void {
    const { localId, id, position, capturedAtMs } = saved;
    const mayCome = position === null && isTakenNow(capturedAtMs, nowMs);
    this.#beginNew();
    this.#set({ saved: { localId, id, position: position ? "known" : mayCome ? "searching" : "none" } });
    this.#lateFix.giveUp();
    this.#device.moveOn();
    if (!mayCome) return;
    this.#lateFix.await(saved, capturedAtMs);
    this.#device.ask();
  }

  /** Discards the draft and opens a new one. */
  async discard(): Promise<void> {
    const writer = this.#writer;
    if (!writer) return;
    writer.end();
    await writer.written();
    await discard(writer.point.localId).catch(() => {});
    this.#beginNew();
  }

  forgetSaved(): void {
    this.#set({ saved: undefined });
  }

  forgetFailure(): void {
    this.#set({ failure: undefined });
  }

  #see(fix: Fix): void {
    this.#lateFix.see(fix);
    if (this.#state.status !== "ready") return;
    const { position } = this.#state.point;
    if (photosOf(this.#state.point).length === 0) return;
    const momentMs = this.#awaitedMomentMs;
    this.change(
      (point) => (momentMs !== undefined && position === null ? takeLateFix(point, fix, momentMs) : seeFix(point, fix)),
      position === null ? "soon" : "some-time",
    );
  }

  #atMoment(point: Kind, momentMs: number): Kind {
    return atMoment(point, { momentMs, clockOffsetSeconds: clockOffset(), fixes: this.#device.recent });
  }

  #awaitFix(momentMs: number): void {
    if (this.#state.status !== "ready") return;
    if (this.#state.point.position === null) {
      this.#awaitedMomentMs = momentMs;
      this.#device.ask();
    } else if (this.#device.now.status === "off") this.#device.watch();
  }

  #seePlace(position: Position): void {
    this.change((point) => seePhotosPlace(point, position));
  }

  /** False once another photo has replaced it. */
  #has(key: string, photo: File): boolean {
    return this.#state.status === "ready" && this.#state.photos[key] === photo;
  }

  #note(key: string, photo: File, known: Partial<KeptPhoto>): void {
    if (!this.#has(key, photo)) return;
    this.change((point) => ({
      ...point,
      photos: point.photos.map((each) => (each.key === key ? { ...each, ...known } : each)),
    }));
  }

  #set(changed: Partial<Measured<Kind>>): void {
    if (this.#state.status === "ready") this.#show({ ...this.#state, ...changed });
  }

  #show(state: MeasurementState<Kind>): void {
    this.#state = state;
    this.#changes.emit();
  }
}
