import english from "../../../texts/en/quests.map.json";
import "./app.ts";
import { areaTexts } from "./area-texts.ts";

export const { t } = areaTexts("quests.map", english);
