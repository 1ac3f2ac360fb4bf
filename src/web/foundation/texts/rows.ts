import english from "../../../texts/en/rows.json";
import "./app.ts";
import { areaTexts } from "./area-texts.ts";

export const { t } = areaTexts("rows", english);
