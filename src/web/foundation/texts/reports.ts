import english from "../../../texts/en/reports.json";
import "./app.ts";
import { areaTexts } from "./area-texts.ts";

export const { t, rich } = areaTexts("reports", english);
