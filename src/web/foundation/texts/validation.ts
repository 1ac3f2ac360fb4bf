import english from "../../../texts/en/validation.json";
import "./app.ts";
import { areaTexts } from "./area-texts.ts";

export const { t, say } = areaTexts("validation", english);
