import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { protocolArbitrary } from "../../../../test/protocol-arbitrary.ts";
import { type Field, ownOptions, type Protocol, takesFile } from "../../../protocol/field.ts";
import { placesOf } from "../../../protocol/places.ts";
import { type Answer, type Answers, readAnswer } from "../../foundation/answers/answers.ts";
import { newDraft } from "../../outbox/new-records.ts";
import type { KeptPhoto, PointRecord, Position } from "../../outbox/record.ts";
import { fieldsByKeys, keysIn, takeOver } from "./take-over.ts";

const photoAt = (key: string, type = "image/jpeg"): KeptPhoto => ({
  key,
  name: `${key}.jpg`,
  type,
  sizeBytes: 5,
  sha256: null,
  takenAtMs: 1,
});
const position: Position = { latitude: 47.5, longitude: 8.5, accuracyMeters: 5, fixedAtMs: 1, source: "device" };
const draftOf = (answers: Answers, photos: readonly KeptPhoto[] = []): PointRecord => ({
  ...newDraft("alice", { id: 7, name: "Bark" }, 1),
  answers,
  photos,
  position,
  page: "second",
});
const form = (...fields: Field[]): Protocol => ({ fields });
const depth: Field = { key: "depth", kind: "number", label: "Depth", unit: "m", max: 60 };
const bank: Field = { key: "bank", kind: "choice", label: "Bank", options: [{ value: "reed", label: "Reed" }] };
const birds: Field = { key: "birds", kind: "group", label: "Birds", repeat: { max: 5 }, fields: [depth, bank] };

/** What a draft with these answers leaves behind. */
const unfitOf = (from: Protocol | undefined, to: Protocol, answers: Answers) =>
  takeOver(draftOf(answers), from, to).unfit.map(({ path }) => path);

describe("a draft that another version of its form takes over", () => {
  it("keeps its position and answers of the same question, kind and unit", () => {
    const draft = draftOf({ depth: "3", bank: "reed", user_supplied_latitude: "47" }, [photoAt("file")]);
    const relabelled = form({ ...depth, label: "Depth in the shade" }, bank);
    expect(takeOver({ ...draft, problem: { atMs: 0 } as never }, form(depth, bank), relabelled)).toEqual({
      point: { ...draft, page: undefined, problem: null },
      unfit: [],
    });
  });

  it.each<[string, Field[], string[]]>([
    ["in another unit", [{ ...depth, unit: "cm" } as Field, bank], ["depth"]],
    ["out of the new bounds", [{ ...depth, max: 2 } as Field, bank], ["depth"]],
    ["of another kind", [{ key: "depth", kind: "text", label: "Depth" }, bank], ["depth"]],
    ["counted instead of measured", [{ ...depth, kind: "integer" } as Field, bank], []],
    ["not asked any more", [bank], ["depth"]],
    ["no option any more", [depth, { ...bank, options: [{ value: "mud", label: "Mud" }] } as Field], ["bank"]],
    ["of another list", [depth, { key: "bank", kind: "choice", label: "Bank", list: { id: 3 } } as Field], ["bank"]],
    ["asked in a group now", [{ ...birds, fields: [depth] }, bank], ["depth"]],
  ])("leaves an answer that is %s", (_, fields, unfit) => {
    expect(unfitOf(form(depth, bank), form(...fields), { depth: "3", bank: "reed" })).toEqual(unfit);
  });

  it("leaves numbers with a unit if the old form is gone", () => {
    expect(unfitOf(undefined, form(depth, bank), { depth: "3", bank: "reed" })).toEqual(["depth"]);
  });

  it("keeps rows, and leaves what is no longer asked in those that are still there", () => {
    const answers = { birds: ["4", "1"], "birds.4.depth": "3", "birds.1.bank": "reed", "birds.2.bank": "reed" };
    expect(unfitOf(form(birds), form({ ...birds, fields: [depth] }), answers)).toEqual(["birds.1.bank"]);
  });

  it("keeps a walk that may go on, and nothing that the form filled in", () => {
    const path: Field = { key: "path", kind: "line", label: "Path" };
    const walk: Answer = { type: "LineString", coordinates: [[8, 47]], walking: true };
    expect(unfitOf(form(path), form(path), { path: walk })).toEqual([]);
    const filledIn = { ...draftOf({ depth: "3" }), defaults: ["depth"] };
    const { point, unfit } = takeOver(filledIn, form(depth), form(bank));
    expect([point.answers, point.defaults, unfit]).toEqual([{}, [], []]);
  });

  it("keeps files that are not asked for under keys that no question has, and asks for them once", () => {
    const shore: Field = { key: "shore", kind: "photo", label: "Shore" };
    const draft = draftOf({}, [photoAt("file"), photoAt("shore")]);
    const next: Protocol = { ...form({ key: "shore", kind: "text", label: "Shore" }), photo: { required: false } };
    const first = takeOver(draft, form(shore), next);
    expect(first.unfit.map(({ path }) => path)).toEqual(["shore"]);
    expect(first.point.photos.map(({ key, storedAs }) => [key, storedAs])).toEqual([
      ["file", undefined],
      ["unfit-1-shore", "shore"],
    ]);
    expect(takeOver(first.point, next, next).unfit).toEqual([]);
    const withoutOwn = form({ ...shore, key: "bank" });
    expect(takeOver(draft, form(shore), withoutOwn).unfit.map(({ path }) => path)).toEqual(["file", "shore"]);
  });

  it("[DATA-15] loses nothing: each answer and file is kept as it was or left, and what is kept can be read", () => {
    const text = fc.constantFrom("3", "0,5", "abc", "2026-05-01", "07:30", "reed");
    const answerFor = (field: Field): fc.Arbitrary<Answer> => {
      if (field.kind === "group") return fc.constant(["0"]);
      const values = ownOptions(field).map(({ value }) => value);
      const own = values.length > 0 ? [fc.constantFrom(...values), fc.subarray(values)] : [];
      return fc.oneof(
        text,
        fc.boolean(),
        text.map((typed) => ({ text: typed, isSure: true })),
        ...own,
      );
    };
    const pathOf = (keys: readonly string[]) => keys.join(".0.");
    const drawn = fc
      .tuple(protocolArbitrary, protocolArbitrary, fc.infiniteStream(fc.boolean()))
      .chain(([from, other, coins]) => {
        const to: Protocol = {
          ...other,
          fields: from.fields.flatMap((field, index): Field[] => {
            const instead = other.fields[index];
            return coins.next().value ? [field] : instead ? [{ ...instead, key: field.key }] : [];
          }),
        };
        const places = [...placesOf(from.fields)].map(({ field, groups }) => ({
          field,
          path: pathOf([...groups, field].map(({ key }) => key)),
        }));
        const answers = fc.tuple(
          ...places
            .filter(({ field }) => !takesFile(field))
            .map(({ field, path }) => answerFor(field).map((answer) => [path, answer] as const)),
        );
        const photos = places.filter(({ field }) => takesFile(field)).map(({ path }) => photoAt(path));
        return fc.record({
          from: fc.constant(from),
          to: fc.constant(to),
          draft: answers.map((each) => draftOf(Object.fromEntries(each), [photoAt("file"), ...photos])),
        });
      });
    fc.assert(
      fc.property(drawn, ({ from, to, draft }) => {
        const { point, unfit } = takeOver(draft, from, to);
        const left = Object.fromEntries(unfit.flatMap((each) => ("answer" in each ? [[each.path, each.answer]] : [])));
        expect({ ...point.answers, ...left }).toEqual(draft.answers);
        expect(Object.keys(left).filter((path) => path in point.answers)).toEqual([]);
        const asked = fieldsByKeys(to);
        for (const [path, answer] of Object.entries(point.answers)) {
          const field = asked.get(keysIn(path));
          if (Array.isArray(answer) && answer.length === 0) continue;
          expect(field && readAnswer(field, answer).kind).not.toBe("fault");
          expect(field).toBeDefined();
        }
        expect(point.photos.map(({ key, storedAs = key }) => storedAs)).toEqual(draft.photos.map(({ key }) => key));
        expect(point.photos.filter(({ storedAs }) => storedAs)).toEqual(
          unfit.flatMap((each) => ("file" in each ? [each.file] : [])),
        );
        // The same form keeps all that it can read.
        for (const { path } of takeOver(draft, from, from).unfit) {
          const field = fieldsByKeys(from).get(keysIn(path));
          const answer = draft.answers[path];
          if (answer !== undefined && field) expect(["fault", "none"]).toContain(readAnswer(field, answer).kind);
        }
      }),
      { numRuns: 60 },
    );
  });
});
