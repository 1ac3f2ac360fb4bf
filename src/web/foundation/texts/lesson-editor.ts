import english from "../../../texts/en/lesson.editor.json";
import "./app.ts";
import { areaTexts } from "./area-texts.ts";

export const { t, rich } = areaTexts("lesson.editor", english);
