// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions refer to answers with them
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dependentProtocolArbitrary } from "../../../../test/protocol-arbitrary.ts";
import type { Field, Protocol } from "../../../protocol/field.ts";
import { allFields, pathIn } from "../../../protocol/places.ts";
import type { Answer, Answers } from "../../foundation/answers/answers.ts";
import { movedRow, newRowId, rowIdsOf } from "../../foundation/answers/rows.ts";
import { FormReader, type ReadAnswers, readAnswers } from "./form-reader.ts";
import { filledField } from "./known-answers.ts";

const asked = (key: string, kind: Field["kind"], more: object = {}) => ({ key, kind, label: key, ...more }) as Field;

it("shows the volunteer's name in texts, of rows too", () => {
  const birds = { ...asked("birds", "group"), repeat: {}, fields: [asked("bird", "text")] } as Field;
  const read = (volunteer?: string) =>
    new FormReader({ fields: [birds] }, undefined, undefined, volunteer).read({ birds: ["0"] });
  const note = { key: "hello", kind: "note", label: "Hello ${adventurer}" } as const;
  const [row] = read("ann_b").rows.get("birds") ?? [];
  for (const known of [read("ann_b").known, row?.known]) {
    expect(known && filledField(note, [note], known).label).toBe("Hello ann\\_b");
  }
  expect(filledField(note, [note], read().known).label).toBe("Hello …");
});

it("says at its first question that it can't be sent, and keeps all answers, if it takes too many steps", () => {
  const sums = Array.from({ length: 100 }, (_, index) =>
    asked(`c${index}`, "calculated", { expression: Array(20).fill("sum(${n})").join(" + ") }),
  );
  const protocol = {
    fields: [asked("site", "text"), asked("g", "group", { repeat: {}, fields: [asked("n", "number"), ...sums] })],
  };
  const rows = Array.from({ length: 200 }, (_, index) => String(index));
  const answers: Answers = { site: "Pond", g: rows, ...Object.fromEntries(rows.map((id) => [`g.${id}.n`, "1"])) };
  const reader = new FormReader(protocol);
  expect(reader.read({ site: "Pond" }).faults.size).toBe(0);
  const read = reader.read(answers);
  expect([...read.faults]).toEqual([["site", { text: "validation.tooManySteps" }]]);
  expect([read.values.site, read.answered.has("g.199.n")]).toEqual(["Pond", true]);
  expect(reader.read({ site: "Pond" }).faults.size).toBe(0);
});

const keysOf = (fields: readonly Field[]) => fields.map(({ key }) => key);

/** All that a reading says, to compare it with another. */
function everythingOf(protocol: Protocol, { known, rows, state, shown, ...read }: ReadAnswers) {
  const keys = allFields(protocol.fields).map(({ key }) => key);
  const allOf = ({ answerOf }: ReadAnswers["known"]) => keys.map(answerOf);
  return {
    ...read,
    shown: keysOf(shown),
    known: allOf(known),
    rows: [...rows].map(([path, each]) => [
      path,
      each.map((row) => ({ ...row, shown: keysOf(row.shown), known: allOf(row.known), checked: undefined })),
    ]),
    shownPaths: new Map(state.shown),
    allValues: new Map(state.values),
    leftOut: state.leftOut,
  };
}

type Edit = { at: number; does: "answer" | "add" | "remove" | "move"; answer: Answer | undefined };

const editArbitrary: fc.Arbitrary<Edit> = fc.record({
  at: fc.nat(),
  does: fc.constantFrom("answer", "answer", "add", "remove", "move"),
  answer: fc.constantFrom<Answer | undefined>(undefined, "", "0", "2", "3", "a", true, false),
});

function edited(protocol: Protocol, answers: Answers, read: ReadAnswers, { at, does, answer }: Edit): Answers {
  const rows = ["", ...[...read.rows.values()].flat().map(({ path }) => path)];
  const all = [protocol, ...allFields(protocol.fields)].flatMap((each) => ("fields" in each ? [each] : []));
  const paths = rows.flatMap((row) => {
    const key = row.split(".").at(-2);
    const within = row === "" ? protocol : all.find((each) => "key" in each && each.key === key);
    return (within?.fields ?? []).map((field) => ({ path: pathIn(row, field.key), field }));
  });
  const { path, field } = paths[at % paths.length] ?? { path: "", field: undefined };
  if (field?.kind !== "group") return { ...answers, [path]: answer };
  const ids = rowIdsOf(answers[path]);
  const id = ids[at % Math.max(1, ids.length)] ?? "";
  if (does === "remove") return { ...answers, [path]: ids.filter((each) => each !== id) };
  if (does === "move") return { ...answers, [path]: movedRow(ids, id, 1) };
  return { ...answers, [path]: [...ids, newRowId(path, ids, answers)] };
}

describe("a form that is read at each change", () => {
  it("says the same as one that is read anew, whatever it asks and whatever is changed", () => {
    fc.assert(
      fc.property(dependentProtocolArbitrary, fc.array(editArbitrary, { maxLength: 25 }), (protocol, edits) => {
        const reader = new FormReader(protocol);
        let answers: Answers = {};
        let read = reader.read(answers);
        for (const edit of edits) {
          answers = edited(protocol, answers, read, edit);
          read = reader.read(answers);
          expect(everythingOf(protocol, read)).toEqual(everythingOf(protocol, readAnswers(protocol, answers)));
        }
      }),
      { numRuns: 150 },
    );
  }, 60_000);

  it("leaves rows and answers alone that no change concerns", () => {
    const protocol: Protocol = {
      fields: [
        asked("site", "text"),
        asked("limit", "integer"),
        {
          ...asked("birds", "group"),
          repeat: {},
          fields: [asked("count", "integer", { constraint: { expression: ". < ${limit}" } }), asked("remark", "text")],
        } as Field,
        asked("total", "calculated", { expression: "sum(${count})" }),
      ],
    };
    const reader = new FormReader(protocol);
    let answers: Answers = { birds: ["0", "1"], "birds.0.count": "2", "birds.1.count": "3" };
    const rowsAfter = (changed: Answers) => {
      answers = { ...answers, ...changed };
      return reader.read(answers).rows.get("birds") ?? [];
    };
    const [one, other] = rowsAfter({});
    expect(rowsAfter({ site: "x" })[0]).toBe(one);
    const [now, still] = rowsAfter({ "birds.0.count": "4" });
    expect(still).toBe(other);
    expect(now?.values).toEqual({ count: 4 });
    expect(reader.read(answers).values.total).toBe(7);
    expect(rowsAfter({ limit: "1" })[1]).not.toBe(other);
    expect([...reader.read(answers).faults.keys()]).toEqual(["birds.0.count", "birds.1.count"]);
  });
});
