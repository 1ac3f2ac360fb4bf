import english from "../../../texts/en/arrival.json";
import "./app.ts";
import { areaTexts } from "./area-texts.ts";

export const { t, rich } = areaTexts("arrival", english);
