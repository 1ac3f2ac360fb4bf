import english from "../../../texts/en/answers.json";
import "./app.ts";
import { areaTexts } from "./area-texts.ts";

export const { t } = areaTexts("answers", english);
