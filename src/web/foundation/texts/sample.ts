import english from "../../../texts/en/sample.json";
import "./app.ts";
import { areaTexts } from "./area-texts.ts";

export const { t, rich } = areaTexts("sample", english);
