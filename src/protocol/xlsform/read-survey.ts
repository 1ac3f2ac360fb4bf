import { type Field, type FieldKind, type LocalizedText, type NamedList, type Repeat, takesAnswer } from "../field.ts";
import { fieldCountMax, hintLengthMax, labelLengthMax, groupDepthMax as rowGroupDepthMax } from "../protocol-limits.ts";
import { isClosedKind, isNeverPublic } from "../public-fields.ts";
import { uniqueName } from "../unique-name.ts";
import { hasAppearance } from "./appearance.ts";
import { readYesNo } from "./cells.ts";
import { cairnColumns, noKind } from "./columns.ts";
import type { Draft } from "./drafts.ts";
import type { FindNamed, Named } from "./from-xpath.ts";
import { isName, keyFor, NamesInGroups } from "./names.ts";
import { type FieldType, otherOption, readType } from "./question-types.ts";
import { type Kinded, readKind, type SurveyContext } from "./read-kind.ts";
import { readMedia } from "./read-media.ts";
import { type Place, quote, type Report } from "./report.ts";
import { reportUnread } from "./report-unread.ts";
import { type Conditional, resolveExpressions, type Unresolved } from "./resolve-expressions.ts";
import type { FormRow, Table } from "./table.ts";
import { joinTexts, longestOf } from "./texts.ts";
import { writeText } from "./write-expression.ts";

export type ReadSurvey = {
  drafts: Draft[];
  /** That expressions look things up in. */
  lists: readonly NamedList[];
  /** The form explicitly has no fields. */
  isEmptyOnPurpose: boolean;
};

/** Reads the fields of the sheet `survey`, row by row. */
export function readSurvey(survey: Table, context: SurveyContext): ReadSurvey {
  const reader = new SurveyReader(context, referencesIn(survey));
  for (const record of survey.records) reader.read(record);
  return reader.end();
}

/** Names that formulas and texts refer to, and last names of paths. */
function referencesIn(survey: Table): ReadonlySet<string> {
  const names = survey.records.flatMap((record) => [...record.written().matchAll(/(?:\$\{\s*|\/)([^{}/\s]{1,200})/g)]);
  return new Set(names.map(([, name = ""]) => name));
}

type Group = {
  of: "group" | "repeat";
  record: FormRow;
  firstField: number;
  /** The group's key, if a repeat became one. */
  key?: string | undefined;
};
/** Its default is a hidden row's value. */
const calculationOf = (record: FormRow): string | undefined => {
  const preset = record.cell("default");
  return record.cell("calculation") ?? (preset === undefined || /\$\{|\(/.test(preset) ? preset : writeText(preset));
};

/** `.` is the value that it has already. */
const isNeverGiven = (record: FormRow) => (calculationOf(record) ?? ".") === ".";

/** Cairn's own columns; ODK has only a number of rows. */
function readRowBounds(record: FormRow): Repeat {
  const numberIn = (column: string) => {
    const written = record.cell(column);
    return written !== undefined && /^\d{1,4}$/.test(written) ? Number(written) : undefined;
  };
  const [min, max] = [numberIn(cairnColumns.rowsMin), numberIn(cairnColumns.rowsMax)];
  return { ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
}

type Waiting = {
  text: LocalizedText;
  place: Place;
  /** Whether it includes answers. */
  refers: boolean;
  isFolded: boolean;
};

/** Approximate size as JSON; a larger quest couldn't be saved. */
const protocolBytesMax = 4_000_000;
/** Real forms have four or five. */
const groupDepthMax = 30;

class SurveyReader {
  readonly #context: SurveyContext;
  readonly #report: Report;
  readonly #references: ReadonlySet<string>;
  readonly #drafts: Draft[] = [];
  readonly #names = new NamesInGroups<Named>();
  readonly #keys = new Set<string>();
  readonly #groups: Group[] = [];
  /** Heading of the next field. */
  #heading: Waiting | undefined;
  /** A group ended, and later fields would otherwise fall under its heading. */
  #isBehindGroup = false;
  #isEmptyOnPurpose = false;
  #isTooDeep = false;
  #hasPosition = false;
  #bytes = 0;

  /** @param references names that the form refers to */
  constructor(context: SurveyContext, references: ReadonlySet<string>) {
    this.#context = context;
    this.#references = references;
    this.#report = context.report;
  }

  read(record: FormRow): void {
    // the excess is reported; later rows can be skipped
    if (this.#drafts.length > fieldCountMax || this.#isTooDeep) return;
    const written = record.cell("type");
    if (readYesNo(record.cell("disabled") ?? "") === true) {
      this.#report.add("info", record.place("disabled"), "xlsform.row.disabled");
      return;
    }
    if (written === undefined) {
      const isQuestion = record.cell("name") !== undefined || record.words("label", true) !== undefined;
      if (isQuestion) this.#report.add("error", record.place("type"), "xlsform.row.noType");
      return;
    }
    const type = readType(written);
    if (type.is === "begin") this.#begin(record, type.of);
    else if (type.is === "end") this.#end(record, type.of);
    else if (type.is === "unknown") this.#reportUnknown(record, written);
    else if (type.is === "moment") this.#readMoment(record, written, type.expression);
    else if (type.is === "position") this.#readPosition(record, written);
    else if (type.is === "volunteer") this.#readVolunteer(record, written);
    else if (type.is === "inexpressible")
      this.#report.add(type.level, record.place("type"), type.key, { type: quote(written) });
    else if (type.kind === "note" && record.cell(cairnColumns.kind) === noKind) this.#isEmptyOnPurpose = true;
    else if (type.kind === "calculated" && isNeverGiven(record)) this.#readNeverGiven(record);
    else this.#readField(record, type);
  }

  /** A row with nothing but a type is a comment. */
  #reportUnknown(record: FormRow, written: string): void {
    const isComment = record.cell("name") === undefined && record.words("label", true) === undefined;
    if (isComment) this.#report.add("info", record.place("type"), "xlsform.row.comment");
    else this.#report.add("error", record.place("type"), "xlsform.type.unknown", { type: quote(written) });
  }

  /** The first one is the data point's own, unless it is in a row, or the form refers to it. */
  #readPosition(record: FormRow, written: string): void {
    const isOwn = !this.#hasPosition && this.#repeats().length === 0 && record.cell(cairnColumns.kind) !== "point";
    this.#hasPosition ||= isOwn;
    if (!isOwn || this.#isReferredTo(record)) {
      this.#readField(record, { is: "field", kind: "point", as: "plain" });
      return;
    }
    this.#report.add("info", record.place("type"), "xlsform.type.position", { type: quote(written) });
  }

  #isReferredTo(record: FormRow): boolean {
    const name = record.cell("name");
    return name !== undefined && this.#references.has(name);
  }

  /** Data points have their time. What the form refers to is calculated as well. */
  #readMoment(record: FormRow, written: string, expression: string): void {
    if (this.#isReferredTo(record))
      this.#readField(record, { is: "field", kind: "calculated", as: "plain" }, expression);
    else this.#report.add("info", record.place("type"), "xlsform.type.moment", { type: quote(written) });
  }

  /** Data points have their volunteer. Texts can have the name; an answer never does. */
  #readVolunteer(record: FormRow, written: string): void {
    const name = record.cell("name");
    this.#report.add("info", record.place("type"), "xlsform.type.metadata", { type: quote(written) });
    if (name !== undefined) this.#names.add(name, this.#groupNames(), { isVolunteer: true });
  }

  /** A hidden row without a calculation is empty, unless another app fills it. */
  #readNeverGiven(record: FormRow): void {
    const name = record.cell("name");
    this.#report.add("info", record.place("type"), "xlsform.type.neverGiven");
    if (name !== undefined) this.#names.add(name, this.#groupNames(), { isEmpty: true });
  }

  end(): ReadSurvey {
    const isReadToItsEnd = this.#drafts.length <= fieldCountMax && !this.#isTooDeep;
    for (const { record } of isReadToItsEnd ? this.#groups : [])
      this.#report.add("error", record.place("type"), "xlsform.group.notEnded");
    const choices = new Set(this.#context.lists.keys());
    const resolved = resolveExpressions(this.#drafts, this.#unresolved, this.#report, choices);
    return { ...resolved, isEmptyOnPurpose: this.#isEmptyOnPurpose };
  }

  #begin(record: FormRow, of: "group" | "repeat"): void {
    if (this.#groups.length >= groupDepthMax) {
      this.#isTooDeep = true;
      this.#report.add("error", record.place("type"), "xlsform.group.tooDeep", { max: groupDepthMax });
      return;
    }
    const key = of === "repeat" ? this.#beginRepeat(record) : undefined;
    if (key !== undefined) {
      this.#groups.push({ of, record, firstField: this.#drafts.length, key });
      this.#isBehindGroup = false;
      return;
    }
    reportUnread(record, "heading", this.#report);
    const label = record.words("label", true);
    if (label !== undefined) {
      const outer = this.#heading;
      const joined = outer ? joinTexts(outer.text, label, ": ") : label;
      if (outer) this.#report.add(joined ? "info" : "warning", record.place("label"), "xlsform.group.headings");
      this.#heading = {
        text: joined && longestOf(joined) <= labelLengthMax ? joined : label,
        place: record.place("label"),
        refers: outer?.refers === true || record.hasReference("label"),
        isFolded: hasAppearance(record, "compact"),
      };
    }
    this.#groups.push({ of, record, firstField: this.#drafts.length });
    this.#isBehindGroup = false;
  }

  /** Adds the group and returns its key. Undefined if it can't be one: its questions are asked once then. */
  #beginRepeat(record: FormRow): string | undefined {
    if (this.#repeats().length >= rowGroupDepthMax) {
      this.#report.add("error", record.place("type"), "xlsform.group.repeat");
      return undefined;
    }
    const name = this.#requireName(record, false);
    if (name === undefined) return undefined;
    const label = this.#labelOf(record, "group")?.text ?? name;
    reportUnread(record, "group", this.#report);
    const rowLabel = record.words(cairnColumns.rowLabel, true);
    const conditional = this.#conditional(record, name);
    const field: Field = {
      kind: "group",
      key: this.#keyFor(record, name),
      label,
      ...readMedia(record, this.#report),
      ...this.#samePage(),
      ...this.#takeHeading(record),
      repeat: readRowBounds(record),
      ...(rowLabel !== undefined && { row_label: rowLabel }),
      fields: [],
    };
    const draft = this.#add(field, { name, record });
    const find = this.#finder([...this.#groupNames(), name], record);
    const rest = { constraint: undefined, yesNo: undefined, calculation: undefined };
    this.#unresolved.push({ draft, record, conditional, find, ...rest });
    return field.key;
  }

  /** Keys of the repeats around the next row. */
  #repeats(): string[] {
    return this.#groups.flatMap(({ key }) => key ?? []);
  }

  #end(record: FormRow, of: "group" | "repeat"): void {
    const group = this.#groups.at(-1);
    if (!group || group.of !== of) {
      this.#report.add("error", record.place("type"), "xlsform.group.notBegun");
      return;
    }
    this.#groups.pop();
    if (group.key !== undefined) {
      this.#isBehindGroup = false;
      if (this.#drafts.length > group.firstField) return;
      this.#report.add("info", group.record.place("label"), "xlsform.group.empty");
      this.#drafts.pop();
      this.#unresolved.pop();
      return;
    }
    if (this.#drafts.length === group.firstField) {
      if (this.#heading) this.#report.add("info", this.#heading.place, "xlsform.group.empty");
      this.#heading = undefined;
      return;
    }
    this.#isBehindGroup = group.record.words("label", true) !== undefined;
  }

  #readField(record: FormRow, type: FieldType, calculation = calculationOf(record)): void {
    const name = this.#requireName(record, type.kind === "note");
    const kinded = name === undefined ? undefined : readKind(record, type, this.#context);
    const label = this.#labelOf(record, kinded?.parts.kind ?? type.kind);
    if (name === undefined || kinded === undefined || label === undefined) return;
    this.#bytes += kinded.bytes;
    if (this.#bytes > protocolBytesMax) {
      this.#report.add("error", record.place("type"), "xlsform.fields.tooLarge");
      return;
    }
    reportUnread(record, kinded.parts.kind, this.#report);
    const key = this.#keyFor(record, name);
    const hint = this.#hintOf(record, record.cell("label") === undefined && label.isHint);
    const find = this.#finder([...this.#groupNames(), name], record);
    const conditional = this.#conditional(record, name);
    const term = type.kind === "note" ? undefined : record.cell(cairnColumns.term);
    const media = readMedia(record, this.#report);
    const isPublic = isClosedKind(kinded.parts.kind) && readYesNo(record.cell(cairnColumns.public) ?? "") === true;
    if (isPublic && isNeverPublic(kinded.parts.kind)) {
      this.#report.add("warning", record.place(cairnColumns.public), "xlsform.column.neverPublic");
    }
    const plain = {
      ...kinded.parts,
      key,
      label: label.text,
      ...(hint !== undefined && { hint }),
      ...media,
      ...(media.picture && kinded.parts.kind === "photo" && hasAppearance(record, "outline") && { outline: true }),
      ...this.#samePage(),
      ...this.#takeHeading(record),
      ...(takesAnswer(kinded.parts) && this.#isRequired(record, kinded) && { required: true }),
      ...(term !== undefined && { term }),
      ...(isPublic && { public: true }),
    } as Field;
    const draft = this.#add(plain, { name, record, kinded });
    this.#unresolved.push({
      draft,
      record,
      conditional,
      constraint: kinded.constraint,
      yesNo: kinded.yesNo,
      optionRefers: kinded.optionRefers,
      list: kinded.list,
      find,
      calculation,
    });
    if (kinded.hasOther) this.#addOther(record, name, plain);
  }

  #add(field: Field, { name, record, kinded }: { name: string; record: FormRow; kinded?: Kinded }): Draft {
    const named =
      field.kind === "note" ? ({ isEmpty: true } as const) : { field, yesNo: kinded?.yesNo, list: kinded?.list };
    this.#names.add(name, this.#groupNames(), named);
    const draft: Draft = {
      field,
      row: record.row,
      optionRows: kinded?.optionRows,
      columns: kinded?.columns,
      headingPlace: this.#headingOfNext?.place,
      headingRefers: this.#headingOfNext?.refers,
      within: this.#repeats().at(-1),
    };
    this.#drafts.push(draft);
    this.#headingOfNext = undefined;
    return draft;
  }
  /** Rows with expressions, which may refer to later rows. */
  readonly #unresolved: Unresolved[] = [];
  #headingOfNext: Waiting | undefined;

  /** Notes need no name, as in pyxform. */
  #requireName(record: FormRow, isNote: boolean): string | undefined {
    const name = record.cell("name") ?? (isNote ? `generated_note_name_${record.row}` : undefined);
    const place = record.place("name");
    if (name === undefined) this.#report.add("error", place, "xlsform.name.missing");
    else if (!isName(name)) this.#report.add("error", place, "xlsform.name.invalid", { name: quote(name) });
    else if (this.#names.has(name, this.#groupNames()))
      this.#report.add("error", place, "xlsform.name.twice", { name: quote(name) });
    else return name;
    return undefined;
  }

  /** The label, or the hint if there is no label; undefined if there is neither. */
  #labelOf(record: FormRow, kind: FieldKind): { text: LocalizedText; isHint: boolean } | undefined {
    const label = record.words("label", true) ?? (kind === "calculated" ? record.cell("name") : undefined);
    if (label !== undefined) return { text: label, isHint: false };
    const hint = record.words("hint", true);
    if (kind === "note" && record.cell("media::image") === undefined) {
      if (hint === undefined) this.#report.add("info", record.place("label"), "xlsform.note.empty");
      return hint === undefined ? undefined : { text: hint, isHint: true };
    }
    const name = record.cell("name") ?? record.cell("media::image");
    this.#report.add(
      "info",
      record.place("label"),
      hint === undefined ? "xlsform.label.missing" : "xlsform.label.hint",
    );
    if (hint !== undefined) return { text: hint, isHint: true };
    return name === undefined ? undefined : { text: name, isHint: false };
  }

  /** The hint, with the guidance behind it. */
  #hintOf(record: FormRow, isLabel: boolean): LocalizedText | undefined {
    const hint = isLabel ? undefined : record.words("hint", true);
    const guidance = record.words("guidance_hint", true);
    if (guidance === undefined) return hint;
    const whole = hint === undefined ? guidance : joinTexts(hint, guidance, "\n");
    const isKept = whole !== undefined && longestOf(whole) <= hintLengthMax;
    const place = record.place("guidance_hint");
    if (isKept) this.#report.add("info", place, "xlsform.column.guidanceInHint");
    else this.#report.add("warning", place, "xlsform.column.guidance");
    return isKept ? whole : hint;
  }

  /** Its name, with that of its group if another group has a question of that name. */
  #keyFor(record: FormRow, name: string): string {
    const wanted = record.cell(cairnColumns.key) ?? name;
    const group = this.#groupNames().at(-1);
    const isTaken = group !== undefined && this.#keys.has(wanted);
    const key = keyFor(isTaken ? `${group}_${wanted}` : wanted, this.#keys);
    const values = { name: quote(name), key };
    if (isTaken) this.#report.add("info", record.place("name"), "xlsform.name.inGroup", values);
    else if (key !== wanted) this.#report.add("info", record.place("name"), "xlsform.name.changed", values);
    this.#keys.add(key);
    return key;
  }

  #groupNames(): string[] {
    return this.#groups.map(({ record }) => record.cell("name") ?? "");
  }

  /** Finds what a row refers to, when all names are known. */
  #finder(from: readonly string[], record: FormRow): FindNamed {
    return (written) => this.#names.find(written, from) ?? this.#findElsewhere(written, record);
  }

  /** Authors move questions into groups, and paths such as `../name` stay. */
  #findElsewhere(path: string, record: FormRow): Named | undefined {
    const [, name] = /^(?:\.\.\/)+([^/]+)$/.exec(path) ?? [];
    const named = name === undefined ? undefined : this.#names.findOnly(name);
    const column = record.filledColumns().find((each) => record.cell(each.name)?.includes(path));
    if (name !== undefined && named)
      this.#report.add("info", record.place(column?.name ?? "name"), "xlsform.path.elsewhere", {
        path: quote(path),
        name,
      });
    return named;
  }

  /** The conditions of a row and of its groups, up to a repeat, which has its own. */
  #conditional(record: FormRow, name: string): Conditional[] {
    const names = [...this.#groupNames(), name];
    const start = this.#groups.findLastIndex(({ key }) => key !== undefined) + 1;
    return [...this.#groups.map((group) => group.record), record].flatMap((row, index) => {
      if (index < start) return [];
      const written = row.cell("relevant");
      if (written === undefined) return [];
      const from = names.slice(0, index + 1);
      return [{ record: row, written, find: this.#finder(from, row) }];
    });
  }

  #takeHeading(record: FormRow): Pick<Field, "heading" | "folded"> {
    const heading = this.#heading;
    this.#heading = undefined;
    if (!heading && this.#isBehindGroup) this.#report.add("info", record.place("type"), "xlsform.group.goesOn");
    this.#isBehindGroup = false;
    this.#headingOfNext = heading;
    return heading ? { heading: heading.text, ...(heading.isFolded && { folded: true }) } : {};
  }

  /** Whether it follows another question of its `field-list`. A heading begins a page anyway. */
  #samePage(): { same_page?: true } {
    if (!this.#context.isPaged || this.#heading || this.#repeats().length > 0) return {};
    const isListed = this.#groups.some(
      ({ record, firstField }) =>
        firstField < this.#drafts.length &&
        (hasAppearance(record, "field-list") || hasAppearance(record, "table-list")),
    );
    return isListed ? { same_page: true } : {};
  }

  #isRequired(record: FormRow, { isAlwaysRequired }: Kinded): boolean {
    const written = record.cell("required");
    return isAlwaysRequired || (written !== undefined && readYesNo(written) === true);
  }

  /** `or_other`: adds a text field that is shown if that option is chosen. */
  #addOther(record: FormRow, name: string, asked: Field): void {
    const otherName = `${name}_other`;
    const key = uniqueName(`${asked.key}_other`, (each) => this.#keys.has(each));
    this.#keys.add(key);
    this.#report.add("info", record.place("type"), "xlsform.type.orOther", { key });
    const op = asked.kind === "choices" ? "includes" : "=";
    const shownWhen = { field: asked.key, op, value: otherOption } as const;
    // who puts options in order always has the other one too
    const isShown = asked.kind === "rank" ? {} : { shown_when: shownWhen };
    this.#add({ key, kind: "text", label: this.#context.words.specifyOther, ...isShown }, { name: otherName, record });
  }
}
