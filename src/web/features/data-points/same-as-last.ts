import type { AdditionalData } from "../../../contract/data-points.ts";
import { findConstraintFault } from "../../../protocol/check-values.ts";
import type { Field, Protocol } from "../../../protocol/field.ts";
import { allFields, pathIn } from "../../../protocol/places.ts";
import type { OnAnswer, StepsReading } from "../../capture/fields/steps-props.ts";
import { type Answer, type Answers, answersOf, readAnswer } from "../../foundation/answers/answers.ts";
import type { OwnDataPoint } from "../../foundation/api/data-points.ts";
import { isBegun, type PointRecord } from "../../outbox/record.ts";

/**
 * Answers of the volunteer's newest data point of a protocol's version, on the server or on this phone. Another version
 * may mean something else by the same answer.
 */
export function lastAnswersOf(
  { fields }: Protocol,
  version: number,
  arrived: readonly Pick<OwnDataPoint, "additional_data" | "captured_at" | "created_at" | "protocol_version">[],
  waiting: readonly Pick<PointRecord, "values" | "capturedAtMs" | "clockOffsetSeconds" | "protocolVersion">[],
): Answers {
  const repeated = fields.filter(({ same_as_last: isSame }) => isSame);
  const points = [
    ...arrived.map((point) => ({
      atMs: Date.parse(point.captured_at ?? point.created_at),
      version: point.protocol_version ?? 0,
      values: point.additional_data,
    })),
    ...waiting.map((point) => ({
      atMs: (point.capturedAtMs ?? 0) + 1_000 * (point.clockOffsetSeconds ?? 0),
      version: point.protocolVersion,
      values: point.values as AdditionalData,
    })),
  ].filter((point) => point.version === version);
  const last = points.reduce<(typeof points)[number] | undefined>(
    (newest, point) => (newest && newest.atMs > point.atMs ? newest : point),
    undefined,
  );
  return answersOf({ fields: repeated }, last?.values ?? null);
}

export type Filling = {
  protocol: Protocol;
  read: StepsReading;
  answers: Answers;
  last: Answers;
  point: PointRecord;
};

/** The last answers that the form takes now, by path. Until the volunteer answers anything, newer ones replace them. */
export function answersToFill({ read, answers, last, point }: Filling): [string, Answer][] {
  // Questions that a data point left empty stay empty when it is changed.
  if (Object.keys(point.values).length > 0) return [];
  const isReplaced = (key: string) =>
    !isBegun(point) && point.defaults?.includes(key) && !isSame(answers[key], last[key]);
  return read.shown.flatMap((field): [string, Answer][] => {
    const answer = last[field.key];
    if (answer === undefined || !fits(field, answer, read)) return [];
    return !Object.hasOwn(answers, field.key) || isReplaced(field.key) ? [[field.key, answer]] : [];
  });
}

function fits(field: Field, answer: Answer, { state }: StepsReading): boolean {
  const reading = readAnswer(field, answer);
  return reading.kind === "value" && findConstraintFault(field, reading.value, state) === undefined;
}

const isSame = (one: Answer | undefined, other: Answer | undefined) => JSON.stringify(one) === JSON.stringify(other);

/** Paths of answers that are still as last time, or as in the row before. */
export function repeatedPaths({ protocol, read, answers, last, point }: Filling): ReadonlySet<string> {
  const byDefault = new Set(point.defaults);
  const paths = Object.keys(last).filter((key) => byDefault.has(key) && isSame(answers[key], last[key]));
  const groups = new Map(allFields(protocol.fields).map((field) => [field.key, field]));
  for (const [group, rows] of read.rows) {
    const field = groups.get(group.slice(group.lastIndexOf(".") + 1));
    const repeated = field?.kind === "group" ? field.fields.filter((each) => each.same_as_last) : [];
    for (const [index, row] of rows.entries()) {
      const before = rows[index - 1];
      if (!before) continue;
      for (const { key } of repeated) {
        const path = pathIn(row.path, key);
        if (byDefault.has(path) && isSame(answers[path], answers[pathIn(before.path, key)])) paths.push(path);
      }
    }
  }
  return new Set(paths);
}

/** Fills in the last answers. @returns how many */
export function fillIn(filling: Filling, onAnswer: OnAnswer): number {
  const filled = answersToFill(filling);
  for (const [path, answer] of filled) onAnswer(path, answer, true);
  return filled.length;
}
