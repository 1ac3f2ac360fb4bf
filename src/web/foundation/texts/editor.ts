import english from "../../../texts/en/editor.json";
import "./app.ts";
import { areaTexts } from "./area-texts.ts";

export const { t, say, rich } = areaTexts("editor", english);
