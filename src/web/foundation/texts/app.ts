import english from "../../../texts/en/app.json";
import { areaTexts } from "./area-texts.ts";

export const { t, rich } = areaTexts("app", english);
