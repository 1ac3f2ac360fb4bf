import english from "../../../texts/en/kinds.json";
import "./app.ts";
import { areaTexts } from "./area-texts.ts";

export const { t } = areaTexts("kinds", english);
