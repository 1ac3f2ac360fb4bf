import english from "../../../texts/en/desk.json";
import "./app.ts";
import { areaTexts } from "./area-texts.ts";

export const { t } = areaTexts("desk", english);
