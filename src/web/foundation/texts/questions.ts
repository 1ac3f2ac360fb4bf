import english from "../../../texts/en/questions.json";
import "./app.ts";
import { areaTexts } from "./area-texts.ts";

export const { t, rich } = areaTexts("questions", english);
