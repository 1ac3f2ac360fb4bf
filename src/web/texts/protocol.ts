import { type FieldText, isSaying, type Protocol } from "../../protocol/field.ts";
import english from "../../texts/en/protocol.json";
import "./app.ts";
import { areaTexts, currentLanguage } from "./area-texts.ts";

const { t } = areaTexts("protocol", english);

/** A text of a field, in the reader's language if available. */
export function fieldText(text: FieldText): string {
  if (typeof text === "string") return text;
  if (isSaying(text)) return t(text.saying);
  return text[currentLanguage().code] ?? text.en ?? Object.values(text)[0] ?? "";
}

/** The label of a field; undefined for the photo of a data point itself. */
export function labelOfField({ fields }: Pick<Protocol, "fields">, key: string): string | undefined {
  const field = fields.find((each) => each.key === key);
  return field && fieldText(field.label);
}
