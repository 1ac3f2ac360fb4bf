import english from "../../../texts/en/doubts.json";
import "./app.ts";
import { areaTexts } from "./area-texts.ts";

export const { t } = areaTexts("doubts", english);
