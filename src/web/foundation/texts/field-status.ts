import english from "../../../texts/en/field.status.json";
import "./app.ts";
import { areaTexts } from "./area-texts.ts";

export const { t } = areaTexts("field.status", english);
