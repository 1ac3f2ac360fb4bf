import type { WrittenSheet } from "../src/protocol/xlsform/table.ts";

/**
 * The rules of XLSForm (https://xlsform.org) to XForms converters that concern our exports, taken from the standard.
 * Returns the violations as text.
 */
export function findBrokenRules(sheets: readonly WrittenSheet[]): string[] {
  const problems: string[] = [];
  const open = (name: string) => recordsOf(sheets.find((sheet) => sheet.name === name));
  const survey = open("survey");
  const choices = open("choices");
  const [settings = {}] = open("settings");
  for (const { name, rows } of sheets) {
    const [headings = []] = rows;
    if (new Set(headings).size < headings.length) problems.push(`${name}: a heading stands twice`);
    if (headings.some((heading) => heading.trim() === "")) problems.push(`${name}: a heading is empty`);
    const required = { survey: ["type", "name"], choices: ["list_name", "name"] }[name] ?? [];
    for (const heading of required) if (!headings.includes(heading)) problems.push(`${name}: no column ${heading}`);
    for (const row of rows.slice(1)) {
      for (const cell of row) if (cell.length > 32_767) problems.push(`${name}: a cell is too long for a spreadsheet`);
    }
  }
  if (survey.length === 0) problems.push("survey: no question");
  problems.push(
    ...problemsOfLists(choices),
    ...problemsOfSettings(settings, sheets),
    ...problemsOfSurvey(survey, choices),
  );
  return problems;
}

type Line = Record<string, string>;

function recordsOf(sheet: WrittenSheet | undefined): Line[] {
  const [headings = [], ...rows] = sheet?.rows ?? [];
  return rows.map((row) =>
    Object.fromEntries(headings.map((heading, index) => [heading, row[index] ?? ""]).filter(([, cell]) => cell !== "")),
  );
}

/** Names of the form's own parts; a question with such a name makes references ambiguous. */
const reservedNames = new Set(["meta", "data"]);
/** An XML name without a prefix. */
const xmlName = /^[\p{L}_][\p{L}\p{N}_.-]*$/u;
/** A name in braces; an unclosed one is an error. */
const reference = /\$\{([^}]*)\}?/g;
const has = (line: Line, column: string) =>
  Object.keys(line).some((name) => name === column || name.startsWith(`${column}::`));

function problemsOfLists(choices: readonly Line[]): string[] {
  const seen = new Set<string>();
  return choices.flatMap((line) => {
    const { list_name: list = "", name = "" } = line;
    const problems: string[] = [];
    if (!/^\S+$/.test(list)) problems.push(`choices: ${list} is no name of a list`);
    if (name === "") problems.push(`choices: an option of ${list} has no name`);
    if (!has(line, "label")) problems.push(`choices: ${list} ${name} has no label`);
    const identity = JSON.stringify([list, name]);
    if (seen.has(identity)) problems.push(`choices: ${list} has ${name} twice`);
    seen.add(identity);
    return problems;
  });
}

function problemsOfSettings(settings: Line, sheets: readonly WrittenSheet[]): string[] {
  const language = settings.default_language;
  const headings = sheets.flatMap(({ rows }) => rows[0] ?? []);
  return [
    ...(settings.form_id && !/\s/.test(settings.form_id) ? [] : ["settings: no form_id, or one with a space"]),
    ...(settings.form_title ? [] : ["settings: no form_title"]),
    ...(language === undefined || headings.some((heading) => heading.endsWith(`::${language}`))
      ? []
      : [`settings: nothing is said in ${language}`]),
  ];
}

function problemsOfSurvey(survey: readonly Line[], choices: readonly Line[]): string[] {
  const problems: string[] = [];
  const names = new Set<string>();
  const lists = new Map<string, string[]>();
  for (const { list_name: list = "", name = "" } of choices) lists.set(list, [...(lists.get(list) ?? []), name]);
  let depth = 0;
  for (const line of survey) {
    const { type = "", name = "" } = line;
    if (type === "end group") {
      depth -= 1;
      if (depth < 0) problems.push("survey: a group ends that has not begun");
      continue;
    }
    if (!xmlName.test(name) || reservedNames.has(name)) problems.push(`survey: ${name} is no name`);
    if (names.has(name)) problems.push(`survey: ${name} stands twice`);
    names.add(name);
    problems.push(...problemsOfTexts(line));
    if (type === "begin group") depth += 1;
    else problems.push(...problemsOfQuestion(type, name, lists));
    problems.push(...problemsOfRules(line, names));
  }
  if (depth !== 0) problems.push("survey: a group does not end");
  return problems;
}

function problemsOfTexts(line: Line): string[] {
  const { name = "" } = line;
  const texts = Object.entries(line).filter(([column]) => /^(label|hint)(::|$)/.test(column));
  return [
    ...(has(line, "label") || line.appearance === "field-list" ? [] : [`survey: ${name} has no label`]),
    ...texts
      .filter(([, cell]) => cell.search(reference) !== -1)
      .map(([column]) => `survey: ${column} of ${name} refers to an answer`),
  ];
}

function problemsOfRules(line: Line, names: ReadonlySet<string>): string[] {
  const { name = "", required = "yes" } = line;
  const rules = ["relevant", "constraint"].flatMap((column) => {
    const expression = line[column];
    const problems = expression === undefined ? [] : problemsOfExpression(expression, names);
    return problems.map((problem) => `survey: ${column} of ${name}: ${problem}`);
  });
  return [...rules, ...(required === "yes" ? [] : [`survey: required of ${name}`])];
}

const plainTypes = new Set([
  "text",
  "integer",
  "decimal",
  "date",
  "time",
  "image",
  "audio",
  "file",
  "note",
  "calculate",
  "dateTime",
  "barcode",
  "geopoint",
  "geotrace",
  "geoshape",
]);

function problemsOfQuestion(type: string, name: string, lists: ReadonlyMap<string, readonly string[]>): string[] {
  if (plainTypes.has(type)) return [];
  const [, select, list = ""] = /^(select_one|select_multiple|rank) (\S+)$/.exec(type) ?? [];
  if (select === undefined) return [`survey: ${name} has the type ${type}`];
  const options = lists.get(list) ?? [];
  if (options.length === 0) return [`survey: ${name} has no options`];
  const hasSpace = select !== "select_one" && options.some((option) => /\s/.test(option));
  return hasSpace ? [`survey: an option of ${name} has a space`] : [];
}

/** XPath 1.0 as used in exports: literals, references, calls, comparisons, `and`. */
function problemsOfExpression(expression: string, names: ReadonlySet<string>): string[] {
  const problems: string[] = [];
  for (const [whole, name = ""] of expression.matchAll(reference)) {
    if (!names.has(name)) problems.push(`${whole} is no earlier question`);
  }
  // form readers first convert curly quotes to straight ones
  const straight = expression.replace(/[‘’]/g, "'").replace(/[“”]/g, '"');
  const withoutLiterals = straight.replace(/"[^"]*"|'[^']*'/g, "L").replace(/\$\{[^}]*\}/g, "R");
  const operand =
    /(?:(?:date|date-time|regex|selected|concat|decimal-time|format-date-time)\([LR.,\s]*\)|-?\d+(?:\.\d+)?|[LR.])/
      .source;
  const nested = withoutLiterals.replace(/concat\([L,\s]*\)/g, "L");
  const comparison = `${operand}(?: (?:=|!=|<|<=|>|>=) ${operand})?`;
  if (!new RegExp(`^${comparison}(?: and ${comparison})*$`, "s").test(nested))
    problems.push(`${expression} is no XPath`);
  return problems;
}
