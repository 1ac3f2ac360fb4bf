import { type FieldText, isSaying } from "../../protocol/field.ts";
import english from "../../texts/en/protocol.json";
import "./app.ts";
import { areaTexts, currentLanguage } from "./area-texts.ts";

const { t } = areaTexts("protocol", english);

/** A text of a field; a quest's own words in the reader's language, where they exist in it. */
export function fieldText(text: FieldText): string {
  if (typeof text === "string") return text;
  if (isSaying(text)) return t(text.saying);
  return text[currentLanguage().code] ?? text.en ?? Object.values(text)[0] ?? "";
}
