import { useMemo } from "react";
import { photoWish } from "../../../protocol/check-values.ts";
import type { Field, Protocol, Values } from "../../../protocol/field.ts";
import { userPosition } from "../../../protocol/user-position.ts";
import { faultWords } from "../../capture/fields/fault-words.ts";
import { type ReadAnswers, useReadAnswers } from "../../capture/fields/form-reader.ts";
import type { StepsReading } from "../../capture/fields/steps-props.ts";
import { withRowsInOrder } from "../../capture/measuring/rows-in-order.ts";
import { type Answers, readAnswer, textOf } from "../../foundation/answers/answers.ts";
import { currentAccount } from "../../foundation/api/session.ts";
import { ownPhotoKey, type PointRecord } from "../../outbox/record.ts";
import { type OwnPlace, spacingOf } from "./spacing.ts";
import { readPosition } from "./typed-position.ts";

/** The values of the form, checked. */
export type UploadReading = StepsReading & {
  /** Everything that the form asks now, in its order. */
  keys: readonly string[];
  values: Values;
  /** In degrees, by name. */
  position: Readonly<Record<string, number>>;
  photo: File | undefined;
  files: ReadonlyMap<string, File>;
  /** Messages by path. */
  faults: ReadonlyMap<string, string>;
  /** The paths of faults and questions, in the order of the form. */
  wrong: readonly string[];
};

const ownPhoto: Field = { key: ownPhotoKey, kind: "photo", label: "" };

/** Reads the form at each change of its answers, with the position and the data point's own photo. */
export function useReadUpload(protocol: Protocol, answers: Answers): UploadReading {
  const read = useReadAnswers(protocol, answers, currentAccount());
  return useMemo(() => readUpload(protocol, answers, read), [protocol, answers, read]);
}

function readUpload(protocol: Protocol, answers: Answers, read: ReadAnswers): UploadReading {
  const { answered, questions } = read;
  const wish = photoWish(protocol);
  const photo = wish === "none" ? ({ kind: "none" } as const) : readAnswer(ownPhoto, answers[ownPhotoKey]);
  const position = readPosition(Object.fromEntries(userPosition.map(({ name }) => [name, textOf(answers[name])])));
  const faults = new Map<string, string>();
  if (photo.kind === "fault") faults.set(ownPhotoKey, faultWords(photo.fault));
  else if (wish === "required" && photo.kind === "none") {
    faults.set(ownPhotoKey, faultWords({ text: "validation.imageRequired" }));
  }
  for (const [key, fault] of read.faults) faults.set(key, faultWords(fault));
  for (const [key, words] of position.faults) faults.set(key, words);
  const keys = [...(wish === "none" ? [] : [ownPhotoKey]), ...read.paths, ...userPosition.map(({ name }) => name)];
  return {
    ...read,
    keys,
    position: position.degrees,
    photo: photo.kind === "file" ? photo.file : undefined,
    answered: photo.kind === "none" ? answered : new Set([ownPhotoKey, ...answered]),
    faults,
    wrong: keys.filter((key) => faults.has(key) || questions.has(key)),
  };
}

/** The position's step. No field has such a key. */
export const positionKey = "position-step";

/** A step of the form and its state. */
export type OverviewEntry = { key: string; label: string; state: "open" | "answered" | "wrong" };

/** The data point to save: its read values, without files that are no longer asked for. */
export function finishPoint(
  point: PointRecord,
  read: UploadReading,
  {
    protocol: { spacing_meters: spacingMeters },
    protocolVersion,
    ownPlaces,
  }: { protocol: Protocol; protocolVersion: number; ownPlaces: readonly OwnPlace[] },
): PointRecord {
  const asked = new Set([...read.files.keys(), ...(read.photo ? [ownPhotoKey] : [])]);
  const measured = { ...point, photos: point.photos.filter(({ key }) => asked.has(key)) };
  // The team has chosen the places of stations.
  const spacing =
    point.position && spacingMeters && !point.station ? spacingOf(point.position, ownPlaces, spacingMeters) : undefined;
  return {
    ...withRowsInOrder(measured, read.rows),
    protocolVersion,
    page: undefined,
    values: read.values,
    userPosition: read.position,
    spacingReason: spacing?.isTooClose ? point.spacingReason?.trim() || null : null,
  };
}
