import { describe, expect, it } from "vitest";
import type { Protocol } from "../../../protocol/field.ts";
import { readAnswers } from "../../capture/fields/form-reader.ts";
import type { Answers } from "../../foundation/answers/answers.ts";
import { newDraft } from "../../outbox/new-records.ts";
import type { PointRecord } from "../../outbox/record.ts";
import { answersToFill, lastAnswersOf, repeatedPaths } from "./same-as-last.ts";

const again = { same_as_last: true };
const survey: Protocol = {
  fields: [
    { key: "observer", kind: "text", label: "Observer", ...again },
    { key: "depth", kind: "number", label: "Depth", max: 9, constraint: { expression: ". > 1" }, ...again },
    { key: "seen", kind: "text", label: "Seen" },
    {
      key: "birds",
      kind: "group",
      label: "Birds",
      repeat: {},
      fields: [{ key: "species", kind: "text", label: "Species", ...again }],
    },
  ],
};
const arrived = (at: string, version: number, observer: string) => ({
  additional_data: { observer, seen: "A heron" },
  captured_at: at,
  created_at: "2026-05-09T00:00:00Z",
  protocol_version: version,
});
const waiting = (at: string, version: number, values: PointRecord["values"]) => ({
  values,
  capturedAtMs: Date.parse(at),
  clockOffsetSeconds: 0,
  protocolVersion: version,
});
const fill = (last: Answers, answers: Answers, changes: Partial<PointRecord> = {}) =>
  answersToFill({
    protocol: survey,
    read: readAnswers(survey, answers),
    answers,
    last,
    point: { ...newDraft("alice", { id: 7, name: "Lake" }, 2), answers, ...changes },
  });

describe("the last answers", () => {
  const points = [arrived("2026-05-03T08:00:00Z", 2, "Ada"), arrived("2026-05-05T08:00:00Z", 1, "Other")];

  it("are those of the newest data point of the version, on the server or on the phone", () => {
    expect(lastAnswersOf(survey, 2, points, [])).toEqual({ observer: "Ada" });
    const here = [waiting("2026-05-04T08:00:00Z", 2, { observer: "Bo" })];
    expect(lastAnswersOf(survey, 2, points, here)).toEqual({ observer: "Bo" });
    expect(lastAnswersOf(survey, 3, points, here)).toEqual({});
  });

  it("fill only what was never answered, and newer ones replace them until the volunteer begins", () => {
    const last = { observer: "Ada" };
    expect(fill(last, {})).toEqual([["observer", "Ada"]]);
    expect(fill(last, { observer: undefined })).toEqual([]);
    expect(fill(last, { observer: "Bo" }, { defaults: ["observer"] })).toEqual([["observer", "Ada"]]);
    expect(fill(last, { observer: "Bo", seen: "A tern" }, { defaults: ["observer"] })).toEqual([]);
    // A data point that is changed keeps its empty answers.
    expect(fill(last, {}, { values: { seen: "A tern" } })).toEqual([]);
  });

  it("are left out if the field no longer takes them", () => {
    expect(fill({ depth: "5" }, {})).toHaveLength(1);
    expect(fill({ depth: "10" }, {})).toEqual([]);
    expect(fill({ depth: "1" }, {})).toEqual([]);
  });

  it("are marked while they are the same, in rows while the row before has the same", () => {
    const answers = {
      observer: "Ada",
      birds: ["0", "1", "2"],
      "birds.0.species": "Tern",
      "birds.1.species": "Tern",
      "birds.2.species": "Gull",
    };
    const point = { ...newDraft("alice", { id: 7, name: "Lake" }, 2), answers };
    const marked = (defaults: string[], last: Answers) => [
      ...repeatedPaths({
        protocol: survey,
        read: readAnswers(survey, answers),
        answers,
        last,
        point: { ...point, defaults },
      }),
    ];
    const defaults = ["observer", "birds.0.species", "birds.1.species", "birds.2.species"];
    expect(marked(defaults, { observer: "Ada" })).toEqual(["observer", "birds.1.species"]);
    expect(marked(defaults, { observer: "Bo" })).toEqual(["birds.1.species"]);
    expect(marked([], { observer: "Ada" })).toEqual([]);
  });
});
