import english from "../../../texts/en/languages.json";
import "./app.ts";
import { areaTexts } from "./area-texts.ts";

export const { t } = areaTexts("languages", english);
