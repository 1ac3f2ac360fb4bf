import english from "../../../texts/en/evidence.json";
import "./app.ts";
import { areaTexts } from "./area-texts.ts";

export const { t } = areaTexts("evidence", english);
