import english from "../../../texts/en/field.version.json";
import "./app.ts";
import { areaTexts } from "./area-texts.ts";

export const { t } = areaTexts("field.version", english);
