import { sql } from "kysely";
import type { AdditionalData } from "../../contract/data-points.ts";
import type { RowMeasurement } from "../../contract/samples.ts";
import { specificationForm } from "../../protocol/default-protocol.ts";
import { type FieldKind, type FieldText, isSaying, ownOptions, type Protocol, textIn } from "../../protocol/field.ts";
import { cellOfGeometry } from "../../protocol/geometry-cells.ts";
import { withoutMarkup } from "../../protocol/markup.ts";
import { cellOf, type Measurement, measurementsOf } from "../../protocol/measurements.ts";
import { fillReferences } from "../../protocol/references.ts";
import { withUnit } from "../../protocol/units.ts";
import type { Texts } from "../../texts/texts-of.ts";
import type { Db } from "../database/connection.ts";

const shownMax = 4;

export type MeasuredRow = {
  quest_id: number;
  quest_type: string;
  /** Null: the specification's form. */
  protocol_version: number | null;
  additional_data: AdditionalData;
};

/** Finds the protocol of each row; every version is read once. */
export async function findProtocolsOf(
  db: Db,
  rows: readonly MeasuredRow[],
): Promise<(row: Omit<MeasuredRow, "additional_data">) => Protocol> {
  const nameOf = (quest: number, version: number) => `${quest}/${version}`;
  const wanted = new Map(
    rows.flatMap(({ quest_id, protocol_version: version }) =>
      version === null ? [] : [[nameOf(quest_id, version), { quest_id, version }] as const],
    ),
  );
  const found =
    wanted.size === 0
      ? []
      : await db
          .selectFrom("protocol_versions")
          .select(["quest_id", "version", "protocol"])
          .where(
            sql<boolean>`(quest_id, version) IN (SELECT * FROM unnest(
              ${[...wanted.values()].map(({ quest_id }) => quest_id)}::int[],
              ${[...wanted.values()].map(({ version }) => version)}::int[]))`,
          )
          .execute();
  const protocols = new Map(found.map((each) => [nameOf(each.quest_id, each.version), each.protocol]));
  return ({ quest_id, quest_type, protocol_version }) =>
    (protocol_version === null ? undefined : protocols.get(nameOf(quest_id, protocol_version))) ??
    specificationForm(quest_type);
}

/** The first values in the order of the protocol, in the language of `texts`. */
export function describeRowMeasurements(
  { plant_id_data: _, ...values }: AdditionalData,
  protocol: Protocol,
  texts: Texts,
): RowMeasurement[] {
  const measured = measurementsOf(values, protocol);
  const answerOf = (key: string) => {
    const answer = measured.find(({ name }) => name === key);
    const shown = answer ? shownValue(answer.value, answer, texts) : null;
    if (shown === null || typeof shown === "boolean") return unknownAnswer;
    return withUnit(Array.isArray(shown) ? shown.join(", ") : String(shown), answer?.unit);
  };
  return measured.slice(0, shownMax).flatMap(({ name, label, value, unit, field, listed }) => {
    const shown = shownValue(value, { field, listed }, texts, answerOf);
    if (shown === null) return [];
    const words = label === undefined ? null : wordsOf(label, texts, answerOf);
    const sizeUnit = field && sizeUnits[field.kind];
    return [{ name, label: words, kind: field?.kind ?? null, value: shown, unit: sizeUnit ?? unit ?? null }];
  });
}

/** A point is shown by its coordinates, a line by its length, an area by its size. */
const sizeUnits: Partial<Record<FieldKind, string>> = { line: "m", area: "m2" };

function shownValue(
  value: unknown,
  { field, listed = {} }: Pick<Measurement, "field" | "listed">,
  texts: Texts,
  answerOf?: AnswerOf,
): RowMeasurement["value"] | null {
  if (field?.kind === "choice" || field?.kind === "choices" || field?.kind === "rank") {
    const labelOf = (chosen: unknown) => {
      const code = String(chosen);
      if (Object.hasOwn(listed, code)) return inLanguage(listed[code]?.label ?? code, texts);
      const option = ownOptions(field).find(({ value }) => value === code);
      return option ? wordsOf(option.label, texts, answerOf) : code;
    };
    if (!Array.isArray(value)) return labelOf(value);
    return value.map((option, index) => (field.kind === "rank" ? `${index + 1}. ` : "") + labelOf(option));
  }
  if (field?.kind === "point") {
    return [cellOfGeometry(value, "latitude"), cellOfGeometry(value, "longitude")].join(", ");
  }
  if (field?.kind === "line") return cellOfGeometry(value, "length");
  if (field?.kind === "area") return cellOfGeometry(value, "area");
  return cellOf(value);
}

const unknownAnswer = "…";
type AnswerOf = (key: string) => string;

const wordsOf = (text: FieldText, texts: Texts, answerOf: AnswerOf = () => unknownAnswer) =>
  withoutMarkup(fillReferences(inLanguage(text, texts), answerOf));

/** In the reader's language if the quest has it. */
function inLanguage(text: FieldText, { language, say }: Texts): string {
  return isSaying(text) ? say({ key: text.saying }) : textIn(text, language.code);
}
