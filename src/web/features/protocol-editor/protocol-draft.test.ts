// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions refer to answers with them
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { protocolArbitrary } from "../../../../test/protocol-arbitrary.ts";
import { textOfCondition } from "../../../protocol/comparisons.ts";
import type { Field, Protocol } from "../../../protocol/field.ts";
import { protocolSchema } from "../../../protocol/protocol-schema.ts";
import { filledField } from "../../capture/fields/known-answers.ts";
import { findDraftProblems, placeRefusals } from "./draft-problems.ts";
import {
  addLanguage,
  changeField,
  changeOption,
  duplicateField,
  insertField,
  makeField,
  markSaved,
  pasteOptions,
  removeField,
  removeLanguage,
  renameLanguage,
  withText,
} from "./edit-draft.ts";
import { fieldSummary } from "./field-words.ts";
import { blockOf, moveField, stepField } from "./group-drafts.ts";
import { findMissingTexts } from "./language-bar.tsx";
import { previewProtocol } from "./preview-protocol.ts";
import { draftOf, emptyDraft, type OptionDraft, type ProtocolDraft } from "./protocol-draft.ts";
import { isSameProtocol, payloadOf, readTypedNumber } from "./protocol-payload.ts";

const tidal: Protocol = {
  fields: [
    { key: "wet", kind: "yes_no", label: { en: "Is it wet?", de: "Ist es nass?" } },
    {
      key: "ground",
      kind: "choice",
      label: { en: "Ground", de: "Grund" },
      options: [
        { value: "mud", label: { en: "Mud", de: "Schlick" } },
        { value: "sand", label: { en: "Sand" } },
      ],
    },
    { key: "depth", kind: "number", label: { en: "Depth" }, shown_when: { field: "ground", op: "=", value: "mud" } },
  ],
};
const idOf = (draft: ProtocolDraft, key: string) => draft.fields.find((each) => each.key === key)?.id ?? "";
const keysOf = (draft: ProtocolDraft) => draft.fields.map(({ key }) => key);

describe("a protocol in the editor", () => {
  it("that nobody touches is sent as it was, whatever it is", () => {
    fc.assert(
      fc.property(protocolArbitrary, (given) => {
        const payload = payloadOf(draftOf(given, "en"));
        expect(isSameProtocol(payload, given)).toBe(true);
        expect(protocolSchema.safeParse(payload).success).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it("has its comparisons in the controls, and writes each condition as it came, to the letter", () => {
    const respelled = [
      (text: string) => text,
      (text: string) => text.replace(" ", "  "),
      (text: string) => `(${text})`,
    ];
    const written = fc.array(fc.constantFrom(undefined, ...respelled), { minLength: 12, maxLength: 12 });
    let shown = 0;
    fc.assert(
      fc.property(protocolArbitrary, written, (given, spellings) => {
        const fields = given.fields.map((field, index): Field => {
          const [condition, spell] = [field.shown_when, spellings[index % 12]];
          return condition && spell
            ? { ...field, shown_when: { expression: spell(textOfCondition(condition)) } }
            : field;
        });
        const draft = draftOf({ ...given, fields }, "en");
        const conditions = payloadOf(draft).fields.map((field) => JSON.stringify(field.shown_when));
        expect(conditions).toEqual(fields.map((field) => JSON.stringify(field.shown_when)));
        for (const [index, { shown_when: condition }] of fields.entries()) {
          const isSpelled =
            condition && spellings[index % 12] !== respelled[1] && spellings[index % 12] !== respelled[2];
          if (!isSpelled) continue;
          shown += 1;
          const at = draft.fields.find(({ key }) => key === fields[index]?.key);
          expect([at?.condition?.isExpression ?? false, at?.formulas.shownWhen]).toEqual([
            "expression" in condition,
            "",
          ]);
        }
      }),
      { numRuns: 300 },
    );
    expect(shown).toBeGreaterThan(50);
  });

  it.each([
    ["a number as a text", "${ground} = 3"],
    ["an option that isn't there", "${ground} = 'clay'"],
    ["an order of options", "${ground} < 'mud'"],
    ["one option as several", "selected(${ground}, 'mud')"],
    ["a later answer", "${depth} > 3"],
    ["an answer that isn't there", "${grond} = 'mud'"],
    ["what isn't read", "${ground} = "],
    ["more than a comparison", "${ground} = 'mud' and ${wet} = true()"],
    ["whether there is an answer", "${ground} != ''"],
  ])("leaves to its author what the controls can't say: %s", (_, expression) => {
    const [wet, ground, depth] = tidal.fields as [Field, Field, Field];
    const { shown_when: __, ...plain } = depth;
    const asked: Field = { key: "crabs", kind: "yes_no", label: "Crabs?", shown_when: { expression } };
    const draft = draftOf({ fields: [wet, ground, asked, plain] }, "en");
    expect([draft.fields[2]?.condition, draft.fields[2]?.formulas.shownWhen]).toEqual([undefined, expression]);
  });

  it("goes on asking for the data point's own photo when a question for another one comes in", () => {
    const draft = draftOf(tidal, "en");
    expect(payloadOf(draft).photo).toBeUndefined();
    const added = insertField(makeField("photo"))(draft);
    const changed = changeField(idOf(draft, "wet"), (field) => ({ ...field, kind: "photo" }))(draft);
    expect([added, changed].map((each) => payloadOf(each).photo)).toEqual([{ required: true }, { required: true }]);
    const without = { ...added, photo: "unsaid" } as const;
    expect(payloadOf(insertField(makeField("photo"))(without)).photo).toBeUndefined();
    const optional = { ...draft, photo: "optional" } as const;
    expect(payloadOf(insertField(makeField("photo"))(optional)).photo).toEqual({ required: false });
  });

  it("keeps the lists of formulas, and places what is wrong with them", () => {
    const protocol: Protocol = {
      lists: [
        { name: "regions", id: 7, version: 2 },
        { name: "farms", id: 0 },
      ],
      fields: [
        { key: "people", kind: "calculated", label: "People", expression: "lookup('regions', 'people', 'n')" },
        { key: "rain", kind: "calculated", label: "Rain", expression: "lookup('stations', 'rain', 'n')" },
      ],
    };
    const draft = draftOf(protocol, "en");
    const payload = payloadOf(draft);
    expect(payload).toEqual(protocol);
    expect([...findDraftProblems(draft, payload).keys()]).toEqual(["/lists/1/id", `${draft.fields[1]?.id}/expression`]);
    expect(previewProtocol(draft, payload, "en").lists).toEqual(protocol.lists);
  });

  it("keeps pictures and sounds, whose words are in its languages", () => {
    const picture = (en: string, de?: string) => ({
      id: "0190a1b2-7c3d-4e5f-8a6b-000000000001",
      alt: { en, ...(de !== undefined && { de }) },
      width: 640,
      height: 480,
    });
    const call = { id: "0190a1b2-7c3d-4e5f-8a6b-000000000002", format: "mp3", seconds: 4 } as const;
    const fields = [
      {
        key: "leaf",
        kind: "choice",
        label: { en: "Leaf", de: "Blatt" },
        picture: picture("An oak", "Eine Eiche"),
        sound: { ...call, alt: { en: "A rustle", de: "Ein Rascheln" } },
        options: [{ value: "round", label: { en: "Round", de: "Rund" }, picture: picture("A round leaf") }],
      },
    ] as const;
    const draft = draftOf({ fields }, "en");
    expect(payloadOf(draft)).toEqual({ fields });
    expect(findMissingTexts(draft).get("de")?.count).toBe(1);
    const [shown] = previewProtocol(draft, payloadOf(draft), "de").fields.filter(({ kind }) => kind === "choice");
    expect(shown).toMatchObject({ sound: { ...call, alt: "Ein Rascheln" } });
    expect(shown).toMatchObject({ picture: { alt: "Eine Eiche" }, options: [{ picture: { alt: "A round leaf" } }] });
    const [inEnglish] = payloadOf(removeLanguage("de")(draft)).fields;
    expect(inEnglish).toMatchObject({ picture: { alt: { en: "An oak" } } });
    expect(inEnglish?.picture?.alt).not.toHaveProperty("de");
  });

  it("shows the answers that its texts refer to in the preview", () => {
    const draft = draftOf(
      {
        fields: [
          { key: "site", kind: "text", label: "Site" },
          { key: "adults", kind: "integer", label: "Adults at ${site}, ${nothing}", hint: { en: "All of ${ site }" } },
        ],
      },
      "en",
    );
    const { fields } = previewProtocol(draft, payloadOf(draft), "en");
    const adults = fields.find(({ key }) => key === idOf(draft, "adults")) as Field;
    const site = idOf(draft, "site");
    const known = { answerOf: (key: string) => (key === site ? "North bank" : undefined) };
    expect(filledField(adults, fields, known)).toMatchObject({
      label: "Adults at North bank, ${nothing}",
      hint: "All of North bank",
    });
    expect(filledField(adults, fields, { answerOf: () => undefined }).label).toBe("Adults at …, ${nothing}");
  });

  it("keeps expressions, which follow a changed key", () => {
    const counted: Protocol = {
      fields: [
        { key: "adults", kind: "integer", label: "Adults", read_only: true, default: { expression: "2" } },
        {
          key: "young",
          kind: "integer",
          label: "Young of ${adults}",
          shown_when: { expression: "${adults} > 0" },
          required_when: { expression: "${adults} > 1" },
          constraint: { expression: ". < ${adults}", message: "Fewer than ${adults}" },
        },
        { key: "total", kind: "calculated", label: "Total", expression: "sum(${adults}, ${young})", unit: "{birds}" },
      ],
    };
    const draft = draftOf(counted, "en");
    expect(payloadOf(draft)).toEqual(counted);
    const renamed = changeField(idOf(draft, "adults"), (each) => ({ ...each, key: "grown" }))(draft);
    expect(payloadOf(renamed)).toEqual(JSON.parse(JSON.stringify(counted).replaceAll("adults", "grown")));
    expect(findDraftProblems(renamed, payloadOf(renamed)).size).toBe(0);
    const removed = removeField(idOf(draft, "adults"))(draft);
    expect([...findDraftProblems(removed, payloadOf(removed)).keys()]).toEqual([
      `${idOf(draft, "young")}/shown_when/field`,
      `${idOf(draft, "young")}/required_when/expression`,
      `${idOf(draft, "young")}/constraint/expression`,
      `${idOf(draft, "total")}/expression`,
    ]);
  });

  it("keeps lists, filters and columns of options, and is the same with the empty options of an answer", () => {
    const listed: Protocol = {
      fields: [
        { key: "region", kind: "text", label: "Region" },
        { key: "bird", kind: "choice", label: "Bird", list: { id: 7, version: 2, filter: "region = ${region}" } },
        {
          key: "village",
          kind: "choices",
          label: "Village",
          filter: "region = ${region}",
          options: [{ value: "a", label: "Aby", attributes: { region: "n" } }],
        },
      ],
    };
    const draft = draftOf(listed, "en");
    expect(payloadOf(draft)).toEqual(listed);
    expect(findDraftProblems(draft, payloadOf(draft)).size).toBe(0);
    const [region, bird, village] = listed.fields as [Field, Field, Field];
    const answered = { fields: [region, { ...bird, options: [] } as Field, village] };
    expect(isSameProtocol(payloadOf(draft), answered)).toBe(true);
    expect(draft.fields.map(fieldSummary).at(1)).toBe("Single choice · from a list");
    const renewed = { ...bird, list: { id: 7, version: 3 } } as Field;
    expect(isSameProtocol({ fields: [bird] }, { fields: [renewed] })).toBe(false);
    const renamed = changeField(idOf(draft, "region"), (each) => ({ ...each, key: "place" }))(draft);
    expect(payloadOf(renamed).fields[1]).toMatchObject({ list: { filter: "region = ${place}" } });
  });

  it("is another one after any edit of its words", () => {
    const draft = draftOf(tidal, "en");
    const edited = changeField(idOf(draft, "depth"), (each) => ({
      ...each,
      label: withText(each.label, "de", "Tiefe"),
    }))(draft);
    expect(isSameProtocol(payloadOf(edited), tidal)).toBe(false);
    expect(payloadOf(edited).fields[2]?.label).toEqual({ en: "Depth", de: "Tiefe" });
  });

  it("written in one language stays plain text until there is a second one", () => {
    const plain: Protocol = { fields: [{ key: "depth", kind: "number", label: "Depth" }] };
    const draft = addLanguage("de")(draftOf(plain, "en"));
    expect(payloadOf(draft)).toEqual(plain);
    const translated = changeField(idOf(draft, "depth"), (each) => ({
      ...each,
      label: withText(each.label, "de", "Tiefe"),
    }))(draft);
    expect(payloadOf(translated).fields[0]?.label).toEqual({ en: "Depth", de: "Tiefe" });
    expect(payloadOf(removeLanguage("de")(translated))).toEqual(plain);
    expect(payloadOf(renameLanguage("en", "fr")(translated)).fields[0]?.label).toEqual({ fr: "Depth", de: "Tiefe" });
  });
});

describe("keys", () => {
  const labelled = (label: string, draft: ProtocolDraft = emptyDraft("en"), kind: Field["kind"] = "number") => {
    const made = makeField(kind);
    return changeField(made.id, (each) => ({ ...each, label: withText(each.label, "en", label) }))(
      insertField(made)(draft),
    );
  };

  it.each([
    ["Höhe über Grund (cm)", "hohe_uber_grund_cm"],
    ["3 trees", "field_3_trees"],
    ["水深", "number"],
    ["File", "file_2"],
    ["Tree width", "tree_width"],
  ])("are made from the label %s: %s", (label, key) => {
    expect(keysOf(labelled(label))).toEqual([key]);
  });

  it("are unlike any other, follow the label, and stay once they were typed or saved", () => {
    const twice = labelled("Depth", labelled("Depth"));
    expect(keysOf(twice)).toEqual(["depth", "depth_2"]);
    const [first] = twice.fields;
    const relabel = changeField(first?.id ?? "", (each) => ({ ...each, label: withText(each.label, "en", "Width") }));
    expect(keysOf(relabel(twice))).toEqual(["width", "depth_2"]);
    expect(keysOf(relabel(markSaved(twice)))).toEqual(["depth", "depth_2"]);
    const typed = changeField(first?.id ?? "", (each) => ({ ...each, key: "how_deep", isKeyTyped: true }))(twice);
    expect(keysOf(relabel(typed))).toEqual(["how_deep", "depth_2"]);
  });

  it("of a circumference that is no number are none of the specification's", () => {
    expect(keysOf(labelled("Tree width", emptyDraft("en"), "integer"))).toEqual(["tree_width_2"]);
  });
});

describe("fields", () => {
  it("are removed and put back, duplicated with a key of their own, and moved", () => {
    const draft = draftOf(tidal, "en");
    const [wet] = draft.fields;
    if (!wet) throw new Error("no field");
    const without = removeField(wet.id)(draft);
    expect(keysOf(without)).toEqual(["ground", "depth"]);
    expect(insertField(wet, 0)(without)).toEqual(draft);
    expect(keysOf(duplicateField(wet.id, "copy")(draft))).toEqual(["wet", "wet_2", "ground", "depth"]);
    expect(keysOf(moveField(wet.id, 2)(draft))).toEqual(["ground", "depth", "wet"]);
    expect(moveField(wet.id, -1)(draft)).toBe(draft);
  });

  it("that are compared may change key, place and option: the condition follows", () => {
    const draft = draftOf(tidal, "en");
    const ground = idOf(draft, "ground");
    const mud = draft.fields[1]?.options[0]?.id ?? "";
    const rekeyed = changeField(ground, (each) => ({ ...each, key: "bottom" }))(draft);
    const edited = changeOption(ground, mud, { value: "soft_mud" })(moveField(ground, 0)(rekeyed));
    expect(payloadOf(edited).fields[2]?.shown_when).toEqual({ field: "bottom", op: "=", value: "soft_mud" });
    expect(findDraftProblems(edited, payloadOf(edited)).size).toBe(0);
  });

  it("that an expression compares may change too, and what goes wrong is told at its part", () => {
    const fields = tidal.fields.with(2, {
      ...tidal.fields[2],
      shown_when: { expression: "${ground} = 'mud'" },
    } as Field);
    const draft = draftOf({ fields }, "en");
    const [ground, depth] = [idOf(draft, "ground"), idOf(draft, "depth")];
    const [mud, sand] = (draft.fields[1]?.options ?? []) as [OptionDraft, OptionDraft];
    const rekeyed = changeField(ground, (each) => ({ ...each, key: "bottom" }))(draft);
    const edited = changeOption(ground, mud.id, { value: "soft_mud" })(moveField(ground, 0)(rekeyed));
    expect(payloadOf(edited).fields[2]?.shown_when).toEqual({ expression: "${bottom} = 'soft_mud'" });
    const without = changeField(ground, (each) => ({ ...each, options: [sand] }))(draft);
    expect([...findDraftProblems(without, payloadOf(without)).keys()]).toEqual([`${depth}/shown_when/value`]);
    expect(payloadOf(removeField(ground)(draft)).fields[1]?.shown_when).toEqual({ field: "", op: "=", value: "mud" });
  });

  it("keep what was typed for another kind", () => {
    const draft = draftOf(tidal, "en");
    const ground = idOf(draft, "ground");
    const asText = changeField(ground, (each) => ({ ...each, kind: "text" }))(draft);
    expect(payloadOf(asText).fields[1]).not.toHaveProperty("options");
    expect(isSameProtocol(payloadOf(changeField(ground, (each) => ({ ...each, kind: "choice" }))(asText)), tidal)).toBe(
      true,
    );
  });
});

describe("options", () => {
  it("come from lines of labels, or of values and labels, each with a value of its own", () => {
    const made = makeField("choice");
    const draft = insertField(made)(emptyDraft("en"));
    const pasted = pasteOptions(made.id, "Fine mud\r\n\nFine mud\nsnd\tSand")(draft);
    expect(payloadOf(pasted).fields[0]).toMatchObject({
      options: [
        { value: "fine_mud", label: "Fine mud" },
        { value: "fine_mud_2", label: "Fine mud" },
        { value: "snd", label: "Sand" },
      ],
    });
    const more = pasteOptions(made.id, "Gravel")(pasted);
    expect(more.fields[0]?.options.map(({ value }) => value)).toEqual(["fine_mud", "fine_mud_2", "snd", "gravel"]);
  });
});

describe("translations that are missing", () => {
  it("are counted by language, with the first field that lacks one", () => {
    const draft = draftOf(tidal, "en");
    expect(findMissingTexts(draft).get("de")).toEqual({ count: 2, firstFieldId: idOf(draft, "ground") });
    expect(findMissingTexts(draft).get("en")).toEqual({ count: 0, firstFieldId: undefined });
    expect(findMissingTexts(removeLanguage("de")(draft)).size).toBe(0);
  });
});

describe("problems", () => {
  it("stand where they were typed", () => {
    const draft = draftOf(tidal, "en");
    const [wet, ground, depth] = draft.fields;
    if (!wet || !ground || !depth) throw new Error("no fields");
    const edited = [
      changeField(wet.id, (each) => ({ ...each, label: withText(each.label, "de", "<img>nass") })),
      changeOption(ground.id, ground.options[1]?.id ?? "", { value: "mud " }),
      changeField(depth.id, (each) => ({ ...each, min: "much", expected_min: "5", expected_max: "1" })),
    ].reduce((before, edit) => edit(before), { ...draft, target_count: "0.5" });
    const problems = findDraftProblems(edited, payloadOf(edited));
    expect([...problems.keys()].sort()).toEqual(
      [
        "/target_count",
        `${wet.id}/label/de`,
        `${ground.id}/options/${ground.options[1]?.id}/value`,
        `${depth.id}/min`,
      ].sort(),
    );
    expect(problems.get(`${depth.id}/min`)).toBe("Expected number");
  });

  it("between fields come once each field is right: a condition on a field that stands later", () => {
    const draft = draftOf(tidal, "en");
    const late = moveField(idOf(draft, "ground"), 2)(draft);
    expect([...findDraftProblems(late, payloadOf(late)).keys()]).toEqual([`${idOf(draft, "depth")}/shown_when/field`]);
  });

  it("that the server found are placed in the same way", () => {
    const draft = draftOf(tidal, "en");
    const refused = [
      { path: "protocol.fields.2.min", message: "No." },
      { path: "quest_name", message: "Taken" },
    ];
    expect([...placeRefusals(draft, refused)]).toEqual([[`${idOf(draft, "depth")}/min`, "No."]]);
  });
});

describe("typed numbers", () => {
  it.each([
    ["142.5", 142.5],
    ["142,5", 142.5],
    ["−3", -3],
    ["－३,५", -3.5],
    ["1.125", 1.125],
    ["1e-7", 1e-7],
    ["0,125", 0.125],
    ["", undefined],
    ["1,500", Number.NaN],
    ["5 cm", Number.NaN],
  ])("%s is %s", (typed, value) => {
    expect(readTypedNumber(typed)).toEqual(value);
  });
});

describe("groups that repeat", () => {
  const walk: Protocol = {
    fields: [
      { key: "site", kind: "text", label: "Site" },
      {
        key: "birds",
        kind: "group",
        label: "Birds",
        repeat: { min: 1, count: { expression: "${site}" } },
        row_label: "${count} × ${species}",
        fields: [
          { key: "species", kind: "text", label: "Species" },
          { key: "count", kind: "integer", label: "Count", shown_when: { expression: "${species} = 'rail'" } },
        ],
      },
      { key: "end", kind: "time", label: "End" },
    ],
  };
  const outline = ({ fields }: ProtocolDraft) =>
    fields.map((field) => (field.groupId ? `${fields.find(({ id }) => id === field.groupId)?.key}/` : "") + field.key);
  const step = (key: string, ...steps: (1 | -1)[]) => {
    const draft = draftOf(walk, "en");
    return outline(steps.reduce((before, by) => stepField(idOf(draft, key), by)(before), draft));
  };

  it("are kept as they were", () => {
    expect(isSameProtocol(payloadOf(draftOf(walk, "en")), walk)).toBe(true);
  });

  it("take questions in and let them out, one place at a time", () => {
    expect(step("site", 1)).toEqual(["birds", "birds/site", "birds/species", "birds/count", "end"]);
    expect(step("site", 1, 1, 1, 1)).toEqual(["birds", "birds/species", "birds/count", "site", "end"]);
    expect(step("site", 1, -1)).toEqual(["site", "birds", "birds/species", "birds/count", "end"]);
    expect(step("end", -1)).toEqual(["site", "birds", "birds/species", "birds/count", "birds/end"]);
    expect(step("end", 1)).toEqual(["site", "birds", "birds/species", "birds/count", "end"]);
    expect(step("birds", 1)).toEqual(["site", "end", "birds", "birds/species", "birds/count"]);
    expect(step("birds", -1, -1)).toEqual(["birds", "birds/species", "birds/count", "site", "end"]);
  });

  it("are at most three within each other", () => {
    const draft = draftOf(walk, "en");
    const [outer, middle, inner] = [makeField("group"), makeField("group"), makeField("group")];
    const within = [outer, { ...middle, groupId: outer.id }, { ...inner, groupId: middle.id }];
    const nested = within.reduce<ProtocolDraft>((before, field) => insertField(field)(before), draft);
    const birds = idOf(draft, "birds");
    const deep = [1, 1, 1].reduce<ProtocolDraft>((before) => stepField(birds, 1)(before), nested);
    expect(deep.fields.filter(({ id }) => id === birds).map(({ groupId }) => groupId)).toEqual([middle.id]);
    const dragged = moveField(birds, nested.fields.length - 1)(nested);
    expect(dragged.fields.find(({ id }) => id === birds)?.groupId).toBe(middle.id);
    expect(blockOf(dragged.fields, outer.id)).toHaveLength(6);
  });

  it("are removed and copied with their questions, which refer to each other", () => {
    const draft = draftOf(walk, "en");
    expect(outline(removeField(idOf(draft, "birds"))(draft))).toEqual(["site", "end"]);
    const copied = payloadOf(duplicateField(idOf(draft, "birds"), "copy")(draft)).fields[2];
    expect(copied).toMatchObject({
      key: "birds_2",
      row_label: "${count_2} × ${species_2}",
      fields: [{ key: "species_2" }, { key: "count_2", shown_when: { expression: "${species_2} = 'rail'" } }],
    });
  });

  it("have their problems at the control of the inner field", () => {
    const draft = draftOf(walk, "en");
    const problems = placeRefusals(draft, [
      { path: "protocol.fields.1.fields.1.min", message: "wrong" },
      { path: "protocol.fields.1.repeat.min", message: "wrong" },
    ]);
    expect([...problems.keys()]).toEqual([`${idOf(draft, "count")}/min`, `${idOf(draft, "birds")}/repeat/min`]);
  });

  it("are in the preview with ids as keys", () => {
    const draft = draftOf(walk, "en");
    const group = previewProtocol(draft, payloadOf(draft), "en").fields.find(({ kind }) => kind === "group");
    const [species, count] = ["species", "count"].map((key) => idOf(draft, key));
    expect(group).toMatchObject({
      row_label: `\${${count}} × \${${species}}`,
      fields: [{ key: species }, { key: count }],
    });
  });
});
