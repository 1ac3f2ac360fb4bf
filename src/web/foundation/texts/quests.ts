import english from "../../../texts/en/quests.json";
import "./app.ts";
import { areaTexts } from "./area-texts.ts";

export const { t, rich } = areaTexts("quests", english);
