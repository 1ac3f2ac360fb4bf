import english from "../../../texts/en/progress.json";
import "./app.ts";
import { areaTexts } from "./area-texts.ts";

export const { t, rich } = areaTexts("progress", english);
