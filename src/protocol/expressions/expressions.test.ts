// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions refer to answers with them
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkExpression, findCycle } from "./check-expression.ts";
import { evaluate } from "./evaluate.ts";
import { type Expression, isVolatile, keysIn, operatorLevels, partsOf } from "./expression.ts";
import { functions } from "./functions.ts";
import { parseExpression } from "./parse-expression.ts";
import { printExpression } from "./print-expression.ts";
import type { Scope } from "./scope.ts";
import type { ValueType } from "./values.ts";

const read = (text: string): Expression => {
  const parsed = parseExpression(text);
  if ("fault" in parsed) throw new Error(`${parsed.fault.text} at ${parsed.fault.at}`);
  return parsed.expression;
};
const faultOf = (text: string) => {
  const parsed = parseExpression(text);
  return "fault" in parsed ? [parsed.fault.at, parsed.fault.text] : undefined;
};

/** Without positions. */
const shapeOf = (expression: Expression): unknown =>
  JSON.parse(JSON.stringify(expression, (name, value: unknown) => (name === "at" ? undefined : value)));

const textLiteral = fc
  .string({ unit: "grapheme", maxLength: 12 })
  .filter((text) => !(text.includes("'") && text.includes('"')));
const names = [...functions.keys()];
const anyExpression = fc.letrec<{ whole: Expression }>((tie) => ({
  whole: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.record({
      is: fc.constant("number" as const),
      value: fc.double({ min: 0, max: 1e20, noNaN: true }),
      at: fc.constant(0),
    }),
    fc.record({ is: fc.constant("text" as const), value: textLiteral, at: fc.constant(0) }),
    fc.record({ is: fc.constant("answer" as const), key: fc.constantFrom("depth", "and", "x_1"), at: fc.constant(0) }),
    fc.constant<Expression>({ is: "own", at: 0 }),
    fc.record({ is: fc.constant("negative" as const), of: tie("whole"), at: fc.constant(0) }),
    fc.record({
      is: fc.constant("binary" as const),
      op: fc.constantFrom(...operatorLevels.flat()),
      left: tie("whole"),
      right: tie("whole"),
      at: fc.constant(0),
    }),
    fc.record({
      is: fc.constant("call" as const),
      name: fc.constantFrom(...names),
      args: fc.array(tie("whole"), { maxLength: 3 }),
      at: fc.constant(0),
    }),
  ),
})).whole;

const anyAnswer = fc.oneof(
  fc.anything(),
  fc.constantFrom<unknown>(
    "2026-02-30",
    "2026-11-24",
    "14:05",
    "2026-11-24T14:05",
    "",
    " ",
    ["a", "b"],
    true,
    1e308,
    -0,
  ),
  fc.record({
    type: fc.constantFrom("Point", "LineString", "Polygon", "None"),
    coordinates: fc.oneof(fc.anything(), fc.array(fc.tuple(fc.double(), fc.double()))),
  }),
);

describe("parsing and printing", () => {
  it("reads back what it printed", () => {
    fc.assert(
      fc.property(anyExpression, (expression) => {
        const text = printExpression(expression);
        const parsed = parseExpression(text);
        if ("fault" in parsed) {
          expect(["validation.expression.tooLong", "validation.expression.tooDeep"]).toContain(parsed.fault.text);
          return;
        }
        expect(shapeOf(parsed.expression)).toEqual(shapeOf(expression));
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ["1 + 2 * 3", "1 + 2 * 3"],
    ["(1 + 2) * 3", "(1 + 2) * 3"],
    ["1-(2-3)", "1 - (2 - 3)"],
    ["${a} or ${b} and ${c}", "${a} or ${b} and ${c}"],
    ["${ depth }/2", "${depth} div 2"],
    ['concat("it\'s", .)', `concat("it's", .)`],
    ["- -.5", "--0.5"],
  ])("%s is printed as %s", (text, printed) => {
    expect(printExpression(read(text))).toBe(printed);
  });

  it.each([
    ["", 0, "validation.expression.operand"],
    ["1 +", 3, "validation.expression.operand"],
    ["1 2", 2, "validation.expression.operator"],
    ["(1", 2, "validation.expression.missing"],
    ["sum(1, 2", 8, "validation.expression.missing"],
    ["1 = or", 4, "validation.expression.operand"],
    ["1 # 2", 2, "validation.expression.character"],
    ["'open", 0, "validation.expression.character"],
    ["/data/depth", 0, "validation.expression.operand"],
    [`${"(".repeat(33)}1${")".repeat(33)}`, 32, "validation.expression.tooDeep"],
    [`1${" + 1".repeat(250)}`, 0, "validation.expression.tooLarge"],
    ["1".repeat(2_001), 2_000, "validation.expression.tooLong"],
  ])("%s is rejected at character %i", (text, at, key) => {
    expect(faultOf(text)).toEqual([at, key]);
  });

  it("never throws, whatever is typed", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 40 }), (text) => {
        parseExpression(text);
        parseExpression(`sum(${text})`);
      }),
    );
  });
});

const types: Record<string, ValueType> = {
  depth: "number",
  name: "text",
  ground: "text",
  seen: "choices",
  wet: "yes_no",
  day: "date",
  hour: "time",
  track: "geometry",
};
const scope: Scope = {
  typeOf: (key) => types[key],
  optionsOf: (key) => ({ ground: new Set(["mud", "sand"]), seen: new Set(["heron", "gull"]) })[key],
};
const check = (text: string, wanted?: ValueType, own?: ValueType) =>
  checkExpression(read(text), { ...scope, own }, wanted);

describe("columns of choices", () => {
  const hasColumn = (column: string) => column === "region" || column === "size" || column === "größe";
  const faultsIn = (text: string, within: Partial<Scope> = { hasColumn }) =>
    checkExpression(read(text), { ...scope, ...within }, "yes_no").faults.map(({ at, text: key }) => [at, key]);

  it("are texts in filters, compared as what is beside them", () => {
    expect(faultsIn("region = ${name} and size >= ${depth} and größe != ''")).toEqual([]);
    expect(faultsIn("selected(${seen}, region)")).toEqual([]);
    expect(faultsIn("place = ${name}")).toEqual([[0, "validation.expression.noColumn"]]);
    expect(faultsIn("size + 1 > 2")).toEqual([[0, "validation.expression.wants.number"]]);
  });

  it("mean nothing elsewhere", () => {
    expect(faultsIn("${depth} > region", {})).toEqual([[11, "validation.expression.name"]]);
  });

  it("are read from the choice, and empty if it has none", () => {
    const columns: Record<string, string> = { region: "north", size: "12" };
    const isMet = (text: string, answer: unknown) =>
      evaluate(read(text), { now: "", answerOf: () => answer, columnOf: (name) => columns[name] });
    expect([isMet("region = ${name}", "north"), isMet("region = ${name}", "south")]).toEqual([true, false]);
    expect([isMet("size > ${depth}", 9), isMet("${depth} > size", 9)]).toEqual([true, false]);
    expect(isMet("${depth} < size", 9)).toBe(true);
    expect([isMet("colour = ''", 9), isMet("colour = ${name}", "red")]).toEqual([true, false]);
    expect(printExpression(read("region=${name}"))).toBe("region = ${name}");
  });
});

describe("types", () => {
  it.each<[string, ValueType]>([
    ["${depth} * 2 + 1", "number"],
    ["${depth} > 2 and not(${wet})", "yes_no"],
    ["selected(${seen}, 'heron')", "yes_no"],
    ["if(${wet}, ${depth}, 0)", "number"],
    ["coalesce(${name}, 'none')", "text"],
    ["today() - ${day}", "number"],
    ["${day} + 7", "date"],
    ["once(today())", "date"],
    ["${day} >= '2026-01-01'", "yes_no"],
    ["${hour} < '12:00'", "yes_no"],
    ["${day} = ''", "yes_no"],
    ["count(${seen}, ${name}) + count-selected(${seen})", "number"],
    ["max(${depth}, 1)", "number"],
    ["area(${track}) div distance(${track})", "number"],
    ["regex(${name}, '[A-Z]+')", "yes_no"],
    ["format-date(${day}, '%Y')", "text"],
    ["decimal-time(${hour}) * 24", "number"],
  ])("%s is of type %s", (text, type) => {
    expect(check(text)).toEqual({ type, faults: [] });
  });

  it.each([
    ["${dept} > 1", 0, "validation.expression.noField"],
    ["${depth} + ${name}", 11, "validation.expression.wants.number"],
    ["not(${depth})", 4, "validation.expression.wants.yes_no"],
    ["${name} > 'a'", 10, "validation.expression.noOrder"],
    ["${depth} = 'a'", 11, "validation.expression.different"],
    ["${day} > 'soon'", 9, "validation.expression.different"],
    ["${seen} = 'heron'", 10, "validation.expression.different"],
    ["${ground} = 'rock'", 12, "validation.expression.noOption"],
    ["selected(${seen}, 'owl')", 18, "validation.expression.noOption"],
    ["1 + summ(1)", 4, "validation.expression.noFunction"],
    ["round()", 0, "validation.expression.arguments"],
    ["if(${wet}, 1, 'a')", 14, "validation.expression.different"],
    [". > 1", 0, "validation.expression.noOwn"],
    ["regex(${name}, '(a+)+')", 15, "validation.expression.pattern"],
  ])("%s is wrong at character %i", (text, at, key) => {
    const { faults } = check(text);
    expect(faults).toMatchObject([{ at, text: key }]);
  });

  it("`.` is the field's own answer in a constraint", () => {
    expect(check(". > 1 and . < ${depth}", "yes_no", "number").faults).toEqual([]);
  });

  it("a condition must be yes or no", () => {
    expect(check("${depth}", "yes_no").faults).toMatchObject([{ at: 0, text: "validation.expression.wants.yes_no" }]);
  });

  it("finds keys, and cycles", () => {
    expect([...keysIn(read("${a} + sum(${b}, ${a})"))]).toEqual(["a", "b"]);
    const dependencies = new Map([
      ["one", ["two"]],
      ["two", ["one_more", "three"]],
      ["three", ["one"]],
    ]);
    expect(findCycle(dependencies)).toEqual(["one", "two", "three"]);
    expect(findCycle(new Map([...dependencies, ["three", []]]))).toBeUndefined();
  });

  it("knows which results depend on the moment", () => {
    expect(isVolatile(read("1 + (today() - ${day})"))).toBe(true);
    expect(isVolatile(read("${day} + 1"))).toBe(false);
  });
});

const answers: Record<string, unknown> = {
  depth: 12.5,
  tree: "white oak",
  trees: ["white oak", "fir"],
  name: "Kiefer Ä🐟",
  seen: ["heron", "gull"],
  wet: true,
  dry: false,
  day: "2026-02-27",
  hour: "18:00",
  stamp: "2026-02-28T12:00",
  line: {
    type: "LineString",
    coordinates: [
      [0, 0],
      [0, 1],
    ],
  },
  square: {
    type: "Polygon",
    coordinates: [
      [
        [179.5, -0.5],
        [-179.5, -0.5],
        [-179.5, 0.5],
        [179.5, 0.5],
        [179.5, -0.5],
      ],
    ],
  },
  spot: { type: "Point", coordinates: [18.1, 59.3], accuracies: [4.5] },
  blank: "  ",
  nothing: [],
  evening: "2026-10-24T21:00+02:00",
  morning: "2026-10-25T06:00+01:00",
  broken: {
    type: "LineString",
    coordinates: [
      [0, Number.NaN],
      [0, 1],
    ],
  },
};
const resultOf = (text: string, more: { own?: unknown; kept?: unknown } = {}) =>
  evaluate(read(text), {
    ...{ answerOf: (key) => answers[key], kindOf: (key) => (key === "tree" || key === "none" ? "choice" : undefined) },
    ...{ now: "2026-11-24T14:05", ...more },
  });

describe("results", () => {
  it.each([
    ["1 + 2 * 3 - 4 div 8", 6.5],
    ["-7 mod 3", -1],
    // In decimals.
    ["0.1 + 0.2", 0.3],
    ["1.15 * 100 = 115", true],
    ["72.68 + 10.93 + 2.73 + 13.66 = 100", true],
    ["sum(0.1, 0.2) <= 0.3", true],
    ["100.1 - 100", 0.1],
    ["0.3 div 0.1", 3],
    ["0.3 mod 0.1", 0],
    ["int(1.15 * 100)", 115],
    ["1 div 3 * 3", 1],
    ["round(1.005, 2)", 1.01],
    ["round(-2.5)", -2],
    ["pow(1.1, 2)", 1.21],
    ["string(0.1 + 0.2)", "0.3"],
    ["concat(0.1 * 0.000001, '')", "0.0000001"],
    ["number(string(0.0000001)) = 0.0000001", true],
    ["(('2026-11-24T14:05' + 0) - ('2026-11-24T14:00' + 0)) * 1440 = 5", true],
    // A night in which clocks are put back: nine hours by them, ten in truth.
    ["(${morning} - ${evening}) * 24", 10],
    ["(decimal-date-time(${morning}) - decimal-date-time(${evening})) * 24", 10],
    ["(${morning} - ('2026-10-24T21:00' + 0)) * 24", 9],
    ["${evening} + 1 = ${evening} + 1.0", true],
    ["string(${evening} + 1)", "2026-10-25T21:00+02:00"],
    ["'2026-10-25T02:30+02:00' + 0 < '2026-10-25T02:10+01:00' + 0", true],
    ["date-time('2026-10-25T02:30+02:00') = date-time('2026-10-25T00:30+00:00')", true],
    ["date-time('2026-10-25T02:30+02:00') = date-time('2026-10-25T02:30')", true],
    ["date(${morning})", "2026-10-25"],
    ["decimal-time(${morning})", 0.25],
    ["format-date(${morning}, '%H:%M')", "06:00"],
    ["now() > ${morning}", true],
    ["number(' 12 ') + 1", 13],
    ["1 div 0", null],
    ["${depth} * 2", 25],
    ["${none} + 1", null],
    ["${depth} > 12", true],
    ["${none} < 5", false],
    ["${none} != 5", false],
    ["not(${none} = 5)", true],
    ["${none} = ''", true],
    ["${depth} != ''", true],
    ["${dry} != ''", true],
    ["${wet} and ${none}", false],
    ["${wet} or ${none}", true],
    ["if(${none}, 1, 2)", 2],
    ["coalesce(${none}, ${other}, 7)", 7],
    ["sum(1, ${none}, ${depth})", 13.5],
    ["sum(${none})", 0],
    ["min(${none})", null],
    ["max(3, ${none}, 8)", 8],
    ["count(${none}, ${depth}, ${seen})", 3],
    ["count-selected(${none})", 0],
    ["selected(${seen}, 'gull')", true],
    ["selected(${none}, 'gull')", false],
    ["selected-at(${seen}, 1)", "gull"],
    ["selected-at('gull  heron ', 1)", "heron"],
    ["selected-at('gull', 1)", null],
    ["count-selected(' gull heron ')", 2],
    ["selected('gull heron', 'heron')", true],
    ["selected('gull heron', 'gull heron')", true],
    ["selected('gulls', 'gull')", false],
    // A choice is one option, whatever its value.
    ["selected(${tree}, 'oak')", false],
    ["selected(${tree}, 'white oak')", true],
    ["count-selected(${tree})", 1],
    ["selected-at(${tree}, 0)", "white oak"],
    ["selected(if(${wet}, ${tree}, ''), 'oak')", false],
    ["selected(coalesce(${none}, ${tree}), 'oak')", false],
    ["selected(once(${tree}), 'oak')", false],
    ["selected(string(${tree}), 'oak')", false],
    ["count-selected(selected-at(${trees}, 0))", 1],
    ["selected(${trees}, 'oak')", false],
    ["selected(${trees}, 'white oak')", true],
    ["count-selected(${trees})", 2],
    ["string(${trees})", "white\\ oak fir"],
    ["selected(string(${trees}), 'white oak')", true],
    ["selected(concat(${trees}, ' ', ${tree}), 'fir')", true],
    ["count-selected(string(${trees}))", 2],
    ["round(2.345, 2)", 2.35],
    ["int(-2.7)", -2],
    ["round(atan(2), 4)", 1.1071],
    ["difference-in-months('2024-02-29', '2025-02-28')", 11],
    ["difference-in-months('2025-03-31', '2025-01-31')", -2],
    ["difference-in-months('2025-03-30', '2025-01-31')", -1],
    ["difference-in-months('2025-03-31', '2025-01-15')", -2],
    ["difference-in-months('2025-03-31', '2025-03-15')", 0],
    ["add-months('2025-01-31', 1)", "2025-02-28"],
    ["add-months('2024-03-31', -13)", "2023-02-28"],
    ["add-months('2024-01-31', 1)", "2024-02-29"],
    // Moments have years of four digits.
    ["date(2932896)", "9999-12-31"],
    ["date(2932897)", null],
    ["date(-719528)", "0000-01-01"],
    ["date(-719529)", null],
    ["number('2026-05-04')", 20577],
    ["number('x2026-05-04')", null],
    ["number('2026-05-04x')", null],
    ["number('oak')", null],
    // No moment: a text beside a text.
    ["${evening} < 'x'", true],
    ["coalesce(${blank}, 'none')", "none"],
    ["coalesce(${nothing}, 'none')", "none"],
    ["pow(2, 10)", 1024],
    ["sqrt(-1)", null],
    ["number('3.5') + number(${wet})", 4.5],
    ["concat(${name}, '-', ${none}, ${depth})", "Kiefer Ä🐟-12.5"],
    ["join(', ', ${seen}, 'x', ${none})", "heron, gull, x"],
    ["string-length(${name})", 9],
    ["substring(${name}, 1, 6)", "Kiefer"],
    // What lies before the first character is none of the text, as in XPath.
    ["substring(${name}, 0, 3)", "Ki"],
    ["substr(${name}, 7)", "Ä🐟"],
    ["trim(' a  b ')", "a  b"],
    ["translate('bar', 'abc', 'AB')", "BAr"],
    ["translate('bar', 'abr', 'AB')", "BA"],
    // Where a character comes twice, the first counts.
    ["translate('aba', 'aba', 'xyz')", "xyx"],
    // Not a negative zero.
    ["int(-0.5)", 0],
    ["${none} = ${none}", false],
    ["${none} != ${seen}", false],
    ["2 + ${day}", "2026-03-01"],
    ["substring-before('2.50', '.')", "2"],
    ["substring-after('2.50', '.')", "50"],
    ["substring-after('oak -- old', ' -- ')", "old"],
    ["substring-after('250', '.')", null],
    ["upper-case(${name})", "KIEFER Ä🐟"],
    ["contains(${name}, 'ief')", true],
    ["regex(${name}, '.{9}')", true],
    ["${day} + 2", "2026-03-01"],
    ["today() - ${day}", 270],
    ["${stamp} - ${day}", 1.5],
    ["now()", "2026-11-24T14:05"],
    ["date('2026-05-31') > ${day}", true],
    ["date(${stamp})", "2026-02-28"],
    ["format-date(${day}, '%d/%n/%Y')", "27/2/2026"],
    ["decimal-time(${hour})", 0.75],
    ["decimal-date-time(${day})", 20511],
    ["round(distance(${line}), 0)", 111195],
    ["distance(${broken})", null],
    ["string(${spot})", "59.3 18.1 0 4.5"],
    ["number(selected-at(string(${spot}), 1)) + 1", 19.1],
    ["concat(${line}, '!')", "0 0 0 0; 1 0 0 0!"],
    ["concat(${broken}, '!')", "!"],
    ["round(area(${square}) div 1000000, 0)", 12364],
  ])("%s is %j", (text, result) => {
    expect(resultOf(text)).toEqual(result);
  });

  it("`once` keeps its first result, and `.` is the field's own answer", () => {
    expect(resultOf("once(today())", { kept: "2026-01-01" })).toBe("2026-01-01");
    expect(resultOf(". >= 3", { own: 3 })).toBe(true);
  });

  it("never throws, whatever the answers are, and results stay small", () => {
    fc.assert(
      fc.property(anyExpression, anyAnswer, anyAnswer, (expression, depth, own) => {
        const context = { answerOf: () => depth, own, now: "2026-11-24T14:05" };
        const result = evaluate(expression, context);
        expect(typeof result === "number" ? Number.isFinite(result) : true).toBe(true);
        if (typeof result === "string" && expression.is === "call") expect(result.length).toBeLessThanOrEqual(2_000);
        checkExpression(expression, { ...scope, own: "number" });
      }),
      { numRuns: 1_000 },
    );
  });

  it("asks for each answer once per part", () => {
    let asked = 0;
    const largest = read(`1${" + ${a}".repeat(249)}`);
    evaluate(largest, {
      answerOf: () => {
        asked += 1;
        return 1;
      },
      now: "2026-11-24T14:05",
    });
    expect([asked, [...partsOf(largest)].length]).toEqual([249, 499]);
  });
});
