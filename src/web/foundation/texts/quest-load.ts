import english from "../../../texts/en/quest.load.json";
import "./app.ts";
import { areaTexts } from "./area-texts.ts";

export const { t } = areaTexts("quest.load", english);
