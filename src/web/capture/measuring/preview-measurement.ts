import type { Answer } from "../../foundation/answers/answers.ts";
import { makeEmitter } from "../../foundation/events/emitter.ts";
import { newDraft } from "../../outbox/new-records.ts";
import type { PointRecord, Position } from "../../outbox/record.ts";
import { withAnswer, withChosen, withDefault, withPhoto } from "./measure.ts";
import type { Measuring } from "./measurement.ts";
import type { Measured } from "./measurement-state.ts";

/** A form to look at: it has no draft on this device, watches no position and saves nothing. */
export class PreviewMeasurement implements Measuring<PointRecord> {
  readonly #changes = makeEmitter();
  readonly #onSave: () => void;
  #state: Measured<PointRecord> = {
    status: "ready",
    point: newDraft("", { id: 0, name: "" }, 0),
    photos: {},
    device: { status: "off", fix: undefined, highAccuracy: false },
    remark: undefined,
    isSaving: false,
    saved: undefined,
    failure: undefined,
    photoFailure: undefined,
  };

  /** @param onSave when the volunteer would have saved the data point */
  constructor(onSave: () => void) {
    this.#onSave = onSave;
  }

  readonly subscribe = this.#changes.listen;
  readonly getSnapshot = () => this.#state;
  readonly watch = () => {};
  open = () => () => {};
  takePhotosOwn = () => {};
  takeOver = () => {};
  forgetSaved = () => {};
  forgetFailure = () => {};

  change(change: (point: PointRecord) => PointRecord): void {
    this.#set({ point: change(this.#state.point) });
  }

  readonly answer = (key: string, answer: Answer | undefined, isDefault = false): void => {
    if (isDefault) {
      this.change((point) => withDefault(point, key, answer));
      return;
    }
    const { [key]: _, ...photos } = this.#state.photos;
    if (!isFile(answer)) {
      this.#set({ photos });
      this.change((point) =>
        withAnswer({ ...point, photos: point.photos.filter((each) => each.key !== key) }, key, answer),
      );
      return;
    }
    // A frame has its own kind of files.
    const file = new File([answer], answer.name, { type: answer.type });
    const { name, type, size: sizeBytes } = file;
    this.#set({ photos: { ...photos, [key]: file } });
    this.change((point) => withPhoto(point, { key, name, type, sizeBytes, sha256: null, takenAtMs: null }));
  };

  choosePosition(position: Position): void {
    this.change((point) => withChosen(point, position));
  }

  setHighAccuracy(highAccuracy: boolean): void {
    this.#set({ device: { ...this.#state.device, highAccuracy } });
  }

  async save(): Promise<undefined> {
    this.#onSave();
  }

  async discard(): Promise<void> {
    this.#set({ point: newDraft("", { id: 0, name: "" }, 0), photos: {} });
  }

  #set(changed: Partial<Measured<PointRecord>>): void {
    this.#state = { ...this.#state, ...changed };
    this.#changes.emit();
  }
}

const isFile = (answer: unknown): answer is File =>
  typeof answer === "object" && answer !== null && "arrayBuffer" in answer;
