// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions refer to answers with them

import { createHash } from "node:crypto";
import fc from "fast-check";
import {
  type Field,
  type GroupField,
  listOf,
  type Protocol,
  takesFile,
  type Values,
} from "../../src/protocol/field.ts";
import { dependsOnMoment, ruleOfValue } from "../../src/protocol/field-expressions.ts";
import { evaluateForm, type FormState, resultIn, rowBounds } from "../../src/protocol/form-state.ts";
import type { Position } from "../../src/protocol/geometry.ts";
import { lookedUp } from "../../src/protocol/lists/choice-columns.ts";
import type { ListItem } from "../../src/protocol/lists/list-item.ts";
import { isGiven, ownValue, pathIn, rowsIn } from "../../src/protocol/places.ts";
import { protocolSchema } from "../../src/protocol/protocol-schema.ts";
import type { PositionPrecision } from "../../src/protocol/public-fields.ts";

/**
 * Quests of any form, each in two worlds that differ only in what is private: what a visitor gets must be the same in
 * both. What is private is said here once more, by kind and in few words, and not with the code that is tested.
 */

export const worlds = ["one", "other"] as const;
export type World = (typeof worlds)[number];

/** `none`: the team publishes no results. */
export type Publishing = PositionPrecision | "none";

/** A quest before its list of choices has a number. */
export type PrivateQuest = {
  seed: number;
  publishing: Publishing;
  fields: readonly Field[];
};

/** Stands for the list's id until it has one. */
const listToMake = 1;
const nameOfList = "nests";
export const listCodes = ["a", "b", "c"] as const;

/** What an answer is made of, beyond its kind. */
type Draft = {
  use: number;
  gives: (typeof given)[number];
  isInRow: boolean;
};
const given = [
  "calculatedNumber",
  "calculatedText",
  "defaultNumber",
  "fixedNumber",
  "defaultText",
  "defaultDay",
  "shownNumber",
  "shownChoice",
  "shownGroup",
  "countedGroup",
] as const;

const options = ["a", "b", "c"].map((value) => ({ value, label: value.toUpperCase() }));

/** All kinds of questions, and a group with some of them. @param opened those of closed kinds that are public */
const askedFields = (opened: ReadonlySet<string>): Field[] => {
  const open = (key: string) => (opened.has(key) ? { public: true } : {});
  return [
    { key: "told", kind: "text", label: "Told", public: true },
    { key: "secret", kind: "text", label: "Secret" },
    { key: "code", kind: "barcode", label: "Code", ...open("code") },
    { key: "depth", kind: "number", label: "Depth at ${secret}", unit: "cm" },
    { key: "birds", kind: "integer", label: "Birds", hint: "${code}" },
    { key: "wet", kind: "yes_no", label: "Wet" },
    { key: "size", kind: "choice", label: "Size", options },
    { key: "seen", kind: "choices", label: "Seen", options },
    { key: "order", kind: "rank", label: "Order", options },
    { key: "day", kind: "date", label: "Day" },
    { key: "at", kind: "time", label: "At" },
    { key: "moment", kind: "datetime", label: "Moment" },
    { key: "spot", kind: "point", label: "Spot" },
    { key: "walk", kind: "line", label: "Walk" },
    { key: "plot", kind: "area", label: "Plot" },
    { key: "nest", kind: "choice", label: "Nest", list: { id: listToMake } },
    { key: "nests", kind: "choices", label: "Nests", list: { id: listToMake } },
    { key: "picture", kind: "photo", label: "Picture", ...open("picture") },
    { key: "sound", kind: "audio", label: "Sound", ...open("sound") },
    { key: "paper", kind: "file", label: "Paper", ...open("paper") },
    {
      key: "trees",
      kind: "group",
      label: "Trees",
      repeat: {},
      row_label: "${remark}",
      fields: [
        { key: "girth", kind: "number", label: "Girth" },
        { key: "remark", kind: "text", label: "Remark", ...open("remark") },
        { key: "stem", kind: "point", label: "Stem" },
        { key: "cavity", kind: "choice", label: "Cavity", list: { id: listToMake } },
      ],
    },
  ];
};
const closedKeys = ["code", "picture", "sound", "paper", "remark"];

/** Numbers that tell what they are made of, by what is asked for: an answer's key, the moment, a row of a list. */
function numberFrom(field: Field, isOutside: boolean): string {
  const own = `\${${field.key}}`;
  if (isOutside) return field.kind === "number" ? `sum(${own})` : `string-length(join(' ', ${own}))`;
  switch (field.kind) {
    case "number":
    case "integer":
      return own;
    case "yes_no":
      return `if(${own}, 1, 2)`;
    case "date":
      return `decimal-date-time(${own})`;
    case "time":
    case "datetime":
      return `decimal-time(${own})`;
    case "line":
      return `distance(${own})`;
    case "area":
      return `area(${own})`;
    case "point":
      return `number(substring-before(string(${own}), ' '))`;
    case "group":
      return `count(${own})`;
    case "choice":
      return field.list ? ofPlace(`attribute(${own}, 'geometry')`) : `if(selected(${own}, 'a'), 1, 2)`;
    case "choices":
      return `count-selected(${own})`;
    case "rank":
      return `if(selected-at(${own}, 0) = 'a', 1, 2)`;
    case "calculated":
      return `coalesce(number(${own}), string-length(string(${own})))`;
    default:
      return `string-length(string(${own}))`;
  }
}
const ofPlace = (written: string) => `number(substring-before(${written}, ' '))`;
const besideAnswers = [
  "decimal-time(now())",
  "decimal-date-time(now())",
  ofPlace(`lookup('${nameOfList}', 'geometry', 'a')`),
  ofPlace(`lookup('${nameOfList}', 'geometry', \${nest})`),
];

/** True about as often as not, whatever the number is. */
const coin = (number: string) => `int(abs(${number}) * 1000) mod 2 = 0`;

function derivedField(index: number, { gives }: Draft, number: string): Field {
  const base = { key: `derived_${index}`, label: `Derived ${index}` };
  const inner: Field = { key: `inner_${index}`, kind: "integer", label: "Inner" };
  const shown_when = { expression: coin(number) };
  switch (gives) {
    case "calculatedNumber":
      return { ...base, kind: "calculated", expression: number };
    case "calculatedText":
      return { ...base, kind: "calculated", expression: `concat('v', ${number})` };
    case "defaultNumber":
      return { ...base, kind: "number", default: { expression: number } };
    case "fixedNumber":
      return { ...base, kind: "number", default: { expression: number }, read_only: true };
    case "defaultText":
      return { ...base, kind: "text", public: true, default: { expression: `concat('v', ${number})` } };
    case "defaultDay":
      return { ...base, kind: "date", default: { expression: `date(20000 + int(abs(${number}) * 1000) mod 1000)` } };
    case "shownNumber":
      return { ...base, kind: "integer", shown_when };
    case "shownChoice":
      return { ...base, kind: "choice", options, shown_when };
    case "shownGroup":
      return { ...base, kind: "group", repeat: {}, shown_when, fields: [inner] };
    case "countedGroup":
      return {
        ...base,
        kind: "group",
        repeat: { max: 5, count: { expression: `int(abs(${number}) * 1000) mod 4` } },
        fields: [inner],
      };
  }
}

/** Adds fields that are made of those before them; what a form wouldn't accept is left out. */
function withDerived(asked: readonly Field[], drafts: readonly Draft[]): Field[] {
  let fields = [...asked];
  for (const [index, draft] of drafts.entries()) {
    const group = fields.find(({ key }) => key === "trees") as GroupField;
    const outer = fields.filter((field) => !takesFile(field));
    const used = [
      ...outer.map((field) => numberFrom(field, false)),
      ...group.fields.map((field) => numberFrom(field, !draft.isInRow)),
      ...besideAnswers,
    ];
    const field = derivedField(index, draft, used[draft.use % used.length] as string);
    const changed = draft.isInRow
      ? fields.map((each) => (each === group ? { ...group, fields: [...group.fields, field] } : each))
      : [...fields, field];
    if (protocolSchema.safeParse(protocolOf(changed)).success) fields = changed;
  }
  return fields;
}

const protocolOf = (fields: readonly Field[]) => ({ fields, lists: [{ name: nameOfList, id: listToMake }] });

/** The protocol with the list that was made for it. */
export const protocolWith = ({ fields }: PrivateQuest, listId: number): Protocol =>
  JSON.parse(
    JSON.stringify(protocolOf(fields), (key, value) => (key === "list" ? { id: listId } : value)),
    (_, value) => (value?.name === nameOfList ? { name: nameOfList, id: listId } : value),
  );

export const privateQuest = (publishing: Publishing): fc.Arbitrary<PrivateQuest> =>
  fc
    .record({
      seed: fc.nat(),
      // A recording whose position may be private is public in each run.
      opened: fc.subarray(closedKeys).map((keys) => (publishing === "exact" ? keys : [...keys, "sound"])),
      drafts: fc.array(fc.record({ use: fc.nat(), gives: fc.constantFrom(...given), isInRow: fc.boolean() }), {
        minLength: 12,
        maxLength: 24,
      }),
    })
    .map(({ seed, opened, drafts }) => ({
      seed,
      publishing,
      fields: withDerived(askedFields(new Set(opened)), drafts),
    }));

/** From 0 to 1, the same for the same names. */
export function drawn(...names: readonly (string | number)[]): number {
  return createHash("sha256").update(names.join("\n")).digest().readUInt32BE() / 2 ** 32;
}

export const wordFrom = (...names: readonly (string | number)[]): string =>
  Math.floor(drawn(...names) * 36 ** 6).toString(36);

/** Positions of one coarse square, or anywhere if they are hidden; of one day at the place that is public. */
export type PointFacts = {
  position: Position;
  accuracy: number | undefined;
  /** By the server's clock, and how far the device's is behind it. */
  measuredAt: Date;
  /** `YYYY-MM-DDTHH:MM` */
  shownByClock: string;
  clockOffsetSeconds: number;
};

export type Drawing = {
  quest: PrivateQuest;
  world: World;
  /** Number of the data point. */
  point: number;
  /** Whether any of it is public: neither denied ones nor those of quests without results are. */
  isPublished: boolean;
};

const isExact = ({ quest, isPublished }: Drawing) => isPublished && quest.publishing === "exact";

/** What is shared by both worlds, or differs. */
const namesOf = ({ quest, world, point }: Drawing, isPrivate: boolean) =>
  isPrivate ? [quest.seed, point, world] : [quest.seed, point];

export function factsOf(drawing: Drawing): PointFacts {
  const { quest, isPublished } = drawing;
  const own = namesOf(drawing, !isExact(drawing));
  const shared = namesOf(drawing, !isPublished);
  const isCoarse = typeof quest.publishing === "number" && isPublished;
  const isHidden = quest.publishing === "hidden" && isPublished;
  const step = isCoarse ? (quest.publishing as number) : 1;
  const middle = [-60 + 120 * drawn("longitude", ...shared), -60 + 120 * drawn("latitude", ...shared)];
  const position = middle.map((degrees, axis) => {
    const from = isCoarse ? Math.round(degrees / step) * step : degrees;
    // Hidden ones are anywhere, so that a day of the true place would be another one.
    const reach = isHidden ? (axis === 0 ? 230 : 50) : isCoarse ? 0.98 * step : isExact(drawing) ? 0 : 10;
    return Number((from + reach * (drawn("within", axis, ...own) - 0.5)).toFixed(7));
  }) as unknown as Position;
  // Within 60° of Greenwich, hours from 6 to 18 are of one day both there and in UTC. Hidden: any of a day in Hawaii.
  const [begin, hours] = isHidden ? ["2026-05-04T10:00:00Z", 24] : ["2026-05-04T06:00:00Z", 12];
  const day = Date.parse(begin) + Math.floor(4 * drawn("day", ...shared)) * 86_400_000;
  const measuredAt = new Date(day + Math.floor(hours * 3_600_000 * drawn("time", ...own)));
  return {
    position,
    // Within a tenth of the smallest square, as it is told with rounded positions.
    accuracy: Math.round(75 * drawn("accuracy", ...own)) / 10,
    measuredAt,
    shownByClock: new Date(measuredAt.getTime() - (isHidden ? 10 * 3_600_000 : 0)).toISOString().slice(0, 16),
    clockOffsetSeconds: Math.floor(100 * drawn("clock", ...namesOf(drawing, true))),
  };
}

/** The places of a list's choices, and of stations, which are exact. */
export const placeOf = (quest: PrivateQuest, world: World, name: string): Position => {
  const own = quest.publishing === "exact" ? [quest.seed] : [quest.seed, world];
  return [
    Number((50 * drawn("place", "longitude", name, ...own)).toFixed(6)),
    Number((50 * drawn("place", "latitude", name, ...own)).toFixed(6)),
  ];
};

/** The text that the server makes of a point of GeoJSON. */
const itemsOf = (quest: PrivateQuest, world: World): ReadonlyMap<string, ListItem> =>
  new Map(
    listCodes.map((code) => {
      const [longitude, latitude] = placeOf(quest, world, code);
      return [code, { code, label: `Nest ${code}`, attributes: { geometry: `${latitude} ${longitude} 0 0` } }];
    }),
  );

/** Closed unless the form says so; to the minute, or a place, unless exact positions are public. */
function isPrivate(field: Field, drawing: Drawing): boolean {
  if (!drawing.isPublished) return true;
  if (["text", "barcode", "photo", "audio", "file"].includes(field.kind)) return !("public" in field && field.public);
  const tells = ["point", "line", "area", "time", "datetime"].includes(field.kind) || listOf(field) !== undefined;
  return tells && !isExact(drawing);
}

/** A volunteer's answer to a question. */
function answerTo(field: Field, drawing: Drawing, row: string): unknown {
  const names = [pathIn(row, field.key), ...namesOf(drawing, isPrivate(field, drawing))];
  const draw = (...more: (string | number)[]) => drawn(...names, ...more);
  const one = <T>(of: readonly T[], name: string) => of[Math.floor(draw(name) * of.length)] as T;
  const near = (index: number): Position => {
    const [longitude, latitude] = factsOf(drawing).position;
    return [
      Number((longitude + (draw("x", index) - 0.5) / 10).toFixed(6)),
      Number((latitude + (draw("y", index) - 0.5) / 10).toFixed(6)),
    ];
  };
  const timeOfDay = () => new Date(Math.floor(draw("time") * 1_440) * 60_000).toISOString().slice(11, 16);
  switch (field.kind) {
    case "number":
      return Math.round(draw() * 10_000) / 10;
    case "integer":
      return Math.floor(draw() * 100);
    case "yes_no":
      return draw() < 0.5;
    case "text":
    case "barcode":
      return wordFrom(...names).repeat(1 + Math.floor(draw("length") * 4));
    case "date":
      return "2026-04-01";
    case "time":
      return timeOfDay();
    case "datetime":
      return `2026-04-01T${timeOfDay()}`;
    case "choice":
      return one(field.list ? listCodes : options.map(({ value }) => value), "option");
    case "choices": {
      const all = field.list ? [...listCodes] : options.map(({ value }) => value);
      const chosen = all.filter((code) => draw("chosen", code) < 0.5);
      return chosen.length > 0 ? chosen : [all[0]];
    }
    case "rank":
      return options.map(({ value }) => value).sort((a, b) => draw("rank", a) - draw("rank", b));
    case "point":
      return {
        type: "Point",
        coordinates: near(0),
        accuracies: [Math.round(draw("accuracy") * 90) / 10],
        method: "located",
      };
    case "line":
      return {
        type: "LineString",
        coordinates: [near(0), near(1), near(2)],
        accuracies: [null, null, null],
        method: "tapped",
      };
    case "area": {
      const [x, y] = near(0);
      const side = Number((0.001 + draw("side") / 100).toFixed(6));
      const ring = [
        [x, y],
        [x + side, y],
        [x + side, y + side],
        [x, y],
      ].map((each) => each.map((part) => Number(part?.toFixed(6))));
      return { type: "Polygon", coordinates: [ring], accuracies: [null, null, null], method: "tapped" };
    }
    case "group":
      return Array.from({ length: 4 }, (_, index) =>
        answersTo(field.fields, drawing, pathIn(pathIn(row, field.key), index)),
      );
    default:
      return undefined;
  }
}

const answersTo = (fields: readonly Field[], drawing: Drawing, row = ""): Values =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const answer = "default" in field && field.default ? undefined : answerTo(field, drawing, row);
      return answer === undefined ? [] : [[field.key, answer]];
    }),
  );

/** What a phone sends: answers, defaults that nobody changed, results, and nothing that isn't shown. */
export function measurementsOf(protocol: Protocol, drawing: Drawing): Values {
  const items = itemsOf(drawing.quest, drawing.world);
  const now = factsOf(drawing).shownByClock;
  const settle = (answers: Values) =>
    evaluateForm(protocol, answers, now, (_, code) => {
      const item = items.get(code);
      return item && lookedUp(item);
    });
  let answers = answersTo(protocol.fields, drawing);
  // Defaults may be made of defaults, and decide how many rows there are.
  for (let pass = 0; pass < 4; pass++) answers = withDefaults(protocol.fields, answers, settle(answers), "");
  return sentOf(protocol.fields, answers, settle(answers), "");
}

function withDefaults(fields: readonly Field[], answers: Values, state: FormState, row: string): Values {
  return Object.fromEntries(
    fields.flatMap((field): [string, unknown][] => {
      const path = pathIn(row, field.key);
      const answer = ownValue(answers, field.key);
      if (field.kind === "group") {
        const { max = 0 } = rowBounds(field, state, row);
        const rows = rowsIn(answer).slice(0, max);
        return [[field.key, rows.map((each, index) => withDefaults(field.fields, each, state, pathIn(path, index)))]];
      }
      if (answer !== undefined) return [[field.key, answer]];
      if (!field.default || ruleOfValue(field) !== undefined) return [];
      const preset = resultIn(field.default, state.answersIn(row), state.now ?? "");
      return isGiven(preset) ? [[field.key, preset]] : [];
    }),
  );
}

function sentOf(fields: readonly Field[], answers: Values, state: FormState, row: string): Values {
  return Object.fromEntries(
    fields.flatMap((field): [string, unknown][] => {
      const path = pathIn(row, field.key);
      if (state.shown.get(path) === false) return [];
      if (field.kind === "group") {
        const rows = rowsIn(ownValue(answers, field.key));
        return [[field.key, rows.map((each, index) => sentOf(field.fields, each, state, pathIn(path, index)))]];
      }
      const rule = ruleOfValue(field);
      // The server calculates what doesn't depend on the moment.
      if (rule !== undefined && !dependsOnMoment(rule)) return [];
      const value = rule === undefined ? ownValue(answers, field.key) : state.values.get(path);
      return isGiven(value) ? [[field.key, value]] : [];
    }),
  );
}
