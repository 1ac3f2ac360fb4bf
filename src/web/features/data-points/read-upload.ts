import { photoWish } from "../../../protocol/check-values.ts";
import { type Field, type Protocol, takesAnswer, type Values } from "../../../protocol/field.ts";
import { userPosition } from "../../../protocol/user-position.ts";
import { type Answers, readAnswer, readAnswers, textOf } from "../../components/protocol-fields/answers.ts";
import { faultWords } from "../../components/protocol-fields/fault-words.ts";
import { ownPhotoKey } from "../../outbox/record.ts";
import { readPosition } from "./position-control.tsx";

/** The values of the form, checked. */
export type UploadReading = {
  /** Everything that the form asks now, in its order. */
  keys: readonly string[];
  shown: readonly Field[];
  /** Valid answers of shown fields, and calculated results. */
  known: ReadonlyMap<string, unknown>;
  values: Values;
  /** In degrees, by name. */
  position: Readonly<Record<string, number>>;
  photo: File | undefined;
  photos: ReadonlyMap<string, File>;
  answered: ReadonlySet<string>;
  /** Messages by key. */
  faults: ReadonlyMap<string, string>;
  /** Numbers that need a confirmation. */
  questions: ReadonlySet<string>;
  /** The keys of faults and questions, in the order of the form. */
  wrong: readonly string[];
};

const ownPhoto: Field = { key: ownPhotoKey, kind: "photo", label: "" };

export function readUpload(protocol: Protocol, answers: Answers): UploadReading {
  const { shown, known, values, photos, answered, questions, faults: ofFields } = readAnswers(protocol, answers);
  const wish = photoWish(protocol);
  const photo = wish === "none" ? ({ kind: "none" } as const) : readAnswer(ownPhoto, answers[ownPhotoKey]);
  const position = readPosition(Object.fromEntries(userPosition.map(({ name }) => [name, textOf(answers[name])])));
  const faults = new Map<string, string>();
  if (photo.kind === "fault") faults.set(ownPhotoKey, faultWords(photo.fault));
  else if (wish === "required" && photo.kind === "none") {
    faults.set(ownPhotoKey, faultWords({ text: "validation.imageRequired" }));
  }
  for (const [key, fault] of ofFields) faults.set(key, faultWords(fault));
  for (const [key, words] of position.faults) faults.set(key, words);
  const keys = [
    ...(wish === "none" ? [] : [ownPhotoKey]),
    ...shown.filter(takesAnswer).map(({ key }) => key),
    ...userPosition.map(({ name }) => name),
  ];
  return {
    keys,
    shown,
    known,
    values,
    position: position.degrees,
    photo: photo.kind === "photo" ? photo.photo : undefined,
    photos,
    answered: photo.kind === "none" ? answered : new Set([ownPhotoKey, ...answered]),
    faults,
    questions,
    wrong: keys.filter((key) => faults.has(key) || questions.has(key)),
  };
}
