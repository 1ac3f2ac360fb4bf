import english from "../../../texts/en/charts.json";
import "./app.ts";
import { areaTexts } from "./area-texts.ts";

export const { t, rich } = areaTexts("charts", english);
