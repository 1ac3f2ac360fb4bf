import type { FieldKind } from "../field.ts";
import type { ReportKey, ReportLevel } from "./report.ts";

/** A parsed cell of the column `type`. */
export type QuestionType =
  | FieldType
  | { is: "begin"; of: "group" | "repeat" }
  | { is: "end"; of: "group" | "repeat" }
  /** Metadata of a form. */
  | { is: "moment"; expression: string }
  | { is: "position" }
  | { is: "volunteer" }
  | { is: "inexpressible"; level: ReportLevel; key: ReportKey }
  | { is: "unknown" };

type Optioned = "choice" | "choices" | "rank";

/** Types that become a field. */
export type FieldType =
  | { is: "field"; kind: Exclude<FieldKind, Optioned>; as: "plain" | "acknowledge" | "range" }
  | { is: "select"; kind: Optioned; list: string; hasOther: boolean; from?: "file" | "external" };

/** The option that `or_other` adds. */
export const otherOption = "other";

const plainKinds: Readonly<Record<string, Exclude<FieldKind, Optioned>>> = {
  text: "text",
  string: "text",
  integer: "integer",
  int: "integer",
  decimal: "number",
  date: "date",
  time: "time",
  datetime: "datetime",
  "date time": "datetime",
  barcode: "barcode",
  qrcode: "barcode",
  image: "photo",
  photo: "photo",
  audio: "audio",
  file: "file",
  geotrace: "line",
  geoshape: "area",
  picture: "photo",
  calculate: "calculated",
  calculation: "calculated",
  hidden: "calculated",
  tel: "text",
  "phone number": "text",
  note: "note",
};

/** What these rows record when the form is opened or sent. */
const moments: Readonly<Record<string, string>> = {
  start: "once(now())",
  end: "now()",
  today: "once(today())",
};

const positions: ReadonlySet<string> = new Set(["geopoint", "gps", "location"]);

const groupedBy = (keys: Readonly<Record<string, readonly [ReportLevel, ReportKey]>>) => {
  const found = new Map<string, { level: ReportLevel; key: ReportKey }>();
  for (const [types, [level, key]] of Object.entries(keys)) {
    for (const type of types.split(" ")) found.set(type, { level, key });
  }
  return found;
};

const inexpressible = groupedBy({
  "start-geopoint": ["info", "xlsform.type.position"],
  "background-geopoint": ["warning", "xlsform.type.geometry"],
  "deviceid imei subscriberid simserial phonenumber phone_number email audit": ["info", "xlsform.type.metadata"],
  "video background-audio": ["warning", "xlsform.type.media"],
  osm: ["warning", "xlsform.type.other"],
  // expressions that use it name it
  "xml-external csv-external": ["info", "xlsform.type.file"],
  // of a title or an id, in older forms
  set: ["info", "xlsform.settings.notTaken"],
});

const selectOne = /^(?:select_one|select1|select one from|select one|add select one prompt using) (\S+)( .*)?$/i;
const selectMultiple =
  /^(?:select_multiple|select all that apply from|select all that apply|add select multiple prompt using) (\S+)( .*)?$/i;
const rank = /^rank (\S+)( .*)?$/i;
const listed = [
  [selectOne, "choice"],
  [selectMultiple, "choices"],
  [rank, "rank"],
] as const;
/** Choices of a file beside the form, or of the sheet `external_choices`. */
const elsewhere = /^(select_one_from_file|select_multiple_from_file|select_one_external) (\S+)$/i;
const border = /^(begin|end)[ _](group|repeat|lgroup|loop|looped group)\b/i;

/** `select_one shores or_other`, `begin group`, `decimal`. */
export function readType(written: string): QuestionType {
  const type = written.trim().replace(/\s+/g, " ");
  const [, side, of = ""] = border.exec(type) ?? [];
  if (side !== undefined) {
    return {
      is: side.toLowerCase() === "begin" ? "begin" : "end",
      of: of.toLowerCase() === "group" ? "group" : "repeat",
    };
  }
  for (const [pattern, kind] of listed) {
    const [, list, rest = ""] = pattern.exec(type) ?? [];
    const isOther = /^ (or_other|or other|or specify other)$/i.test(rest);
    if (list !== undefined && (rest === "" || isOther)) return { is: "select", kind, list, hasOther: isOther };
  }
  const fromElsewhere = readElsewhere(type);
  if (fromElsewhere) return fromElsewhere;
  const word = plainWord(type.toLowerCase());
  const kind = plainKinds[word];
  if (kind !== undefined) return { is: "field", kind, as: "plain" };
  if (/^hidden \w+$/.test(word)) return { is: "field", kind: "calculated", as: "plain" };
  const moment = moments[word];
  if (moment !== undefined) return { is: "moment", expression: moment };
  if (word === "acknowledge" || word === "trigger") return { is: "field", kind: "yes_no", as: "acknowledge" };
  if (word === "username") return { is: "volunteer" };
  if (positions.has(word)) return { is: "position" };
  if (word === "range") return { is: "field", kind: "number", as: "range" };
  const known = inexpressible.get(word) ?? inexpressible.get(word.split(" ")[0] ?? "");
  return known ? { is: "inexpressible", ...known } : { is: "unknown" };
}

/** Older forms say `add date prompt`, `q date`, `get start time` or `uri:deviceid`. */
function plainWord(type: string): string {
  const written = type.replace(/^add (.*) prompt$/, "$1").replace(/^(?:q |uri:)/, "");
  return metadata[written.replace(/^get /, "")] ?? (written === "get phone number" ? "phonenumber" : written);
}

const metadata: Readonly<Record<string, string>> = {
  today: "today",
  "start time": "start",
  "end time": "end",
  "device id": "deviceid",
  "subscriber id": "subscriberid",
  "sim id": "simserial",
};

function readElsewhere(type: string): FieldType | undefined {
  const [, how = "", list = ""] = elsewhere.exec(type) ?? [];
  if (list === "") return undefined;
  const kind = /multiple/i.test(how) ? "choices" : "choice";
  return { is: "select", kind, list, hasOther: false, from: /file/i.test(how) ? "file" : "external" };
}
