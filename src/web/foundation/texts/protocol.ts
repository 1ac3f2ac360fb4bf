import { t } from "../../../../generated/web-texts/protocol.ts";
import { type Field, type FieldText, isSaying, type Protocol, textIn } from "../../../protocol/field.ts";
import { withoutMarkup } from "../../../protocol/markup.ts";
import { fillReferences, volunteerReference } from "../../../protocol/references.ts";
import { currentLanguage } from "./area-texts.ts";

/** A text of a field without its markup, in the reader's language if available. */
export const fieldText = (text: FieldText): string => withoutMarkup(writtenText(text));

/** A text with its markup, if it is a protocol's. Labels in lists have none. */
export function writtenText(text: FieldText): string {
  return isSaying(text) ? t(text.saying) : textIn(text, currentLanguage().code);
}

/** A text without answers: references become labels, `Adults at [Site]`. */
export function plainText(text: FieldText, fields: readonly Field[]): string {
  const labelOf = (key: string) => {
    const field = fields.find((each) => each.key === key);
    if (key === volunteerReference) return "…";
    return field && `[${fieldText(fillReferences(field.label, () => "…"))}]`;
  };
  return fieldText(fillReferences(text, labelOf));
}

/**
 * The label of an answer by its path, with its row: `Bird 2: Picture`. Undefined for the photo of a data point itself.
 */
export function labelOfField({ fields }: Pick<Protocol, "fields">, path: string): string | undefined {
  const [key, index, ...inner] = path.split(".");
  const field = fields.find((each) => each.key === key);
  if (!field) return undefined;
  const label = plainText(field.label, fields);
  if (index === undefined) return label;
  const row = t("protocol.row", { label, number: String(Number(index) + 1) });
  const innerLabel = field.kind === "group" ? labelOfField(field, inner.join(".")) : undefined;
  return innerLabel === undefined ? row : t("protocol.inRow", { row, label: innerLabel });
}
