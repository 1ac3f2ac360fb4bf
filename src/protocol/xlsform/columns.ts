/** The columns of an XLSForm. */

/** Cairn's own columns; other programs ignore them. */
export const cairnColumns = {
  key: "cairn_key",
  kind: "cairn_kind",
  unit: "cairn_unit",
  step: "cairn_step",
  expectedMin: "cairn_expected_min",
  expectedMax: "cairn_expected_max",
  term: "cairn_term",
  public: "cairn_public",
  alt: "cairn_alt",
  soundAlt: "cairn_sound_alt",
  rowsMin: "cairn_rows_min",
  rowsMax: "cairn_rows_max",
  rowLabel: "cairn_row_label",
  targetCount: "cairn_target_count",
  spacingMeters: "cairn_spacing_meters",
  plantId: "cairn_plant_id",
  photo: "cairn_photo",
  photoHint: "cairn_photo_hint",
} as const;

/** In `cairn_kind` of the only row of a form without fields. */
export const noKind = "none";

/** Column aliases defined by XLSForm. */
const aliases: Readonly<Record<string, string>> = {
  caption: "label",
  command: "type",
  tag: "name",
  value: "name",
  relevance: "relevant",
  readonly: "read_only",
  calculate: "calculation",
  constraining_message: "constraint_message",
  requiredmsg: "required_message",
  image: "media::image",
  "big-image": "media::big-image",
  audio: "media::audio",
  video: "media::video",
  "bind::relevant": "relevant",
  "bind::required": "required",
  "bind::constraint": "constraint",
  "bind::calculate": "calculation",
  "bind::readonly": "read_only",
  "bind::jr:constraintmsg": "constraint_message",
  "bind::jr:requiredmsg": "required_message",
  "body::appearance": "appearance",
  "control::appearance": "appearance",
  form_title: "form_title",
  title: "form_title",
  id_string: "form_id",
};

/** Columns that occur once per language. */
const translated = new Set<string>([
  "label",
  "hint",
  "guidance_hint",
  "constraint_message",
  "required_message",
  cairnColumns.photoHint,
  cairnColumns.rowLabel,
  cairnColumns.alt,
  cairnColumns.soundAlt,
]);

export type Heading = { name: string; language: string | undefined };

/** `label::English (en)` → `label` and `English (en)`; `List Name` → `list_name`. */
export function readHeading(heading: string): Heading {
  const parts = heading.split(heading.includes("::") ? /::/ : /(?<!\bjr):/).map((part) => part.trim());
  const [first = "", ...rest] = parts;
  const base = first.toLowerCase().split(/\s+/).join("_");
  const name = aliases[base] ?? base;
  if (translated.has(name)) return { name, language: rest.length > 0 ? rest.join("::") : undefined };
  // `media::image::English (en)`, `image::English (en)`
  if (rest.length === 0 || name.startsWith("media::")) return { name, language: undefined };
  const whole = [base, ...rest.map((part) => part.toLowerCase())].join("::");
  const media = /^(media::[\w-]+)/.exec(whole)?.[1];
  return { name: media ?? aliases[whole] ?? whole, language: undefined };
}
