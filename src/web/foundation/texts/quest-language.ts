import english from "../../../texts/en/quest.language.json";
import "./app.ts";
import { areaTexts } from "./area-texts.ts";

export const { t } = areaTexts("quest.language", english);
