import english from "../../../texts/en/quest.json";
import "./app.ts";
import "./quest-load.ts";
import { areaTexts } from "./area-texts.ts";

export const { t, rich } = areaTexts("quest", english);
