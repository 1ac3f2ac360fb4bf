import type { FieldText } from "../../protocol/field.ts";
import english from "../../texts/en/protocol.json";
import "./app.ts";
import { areaTexts, currentLanguage } from "./area-texts.ts";

const { t } = areaTexts("protocol", english);

/** A text of a field, in the reader's language where there is one; a quest's own words may exist in one language only. */
export function fieldText(text: FieldText): string {
  if (typeof text === "string") return t(text);
  return text[currentLanguage().code] ?? text.en ?? Object.values(text)[0] ?? "";
}
