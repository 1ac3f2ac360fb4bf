import english from "../../../texts/en/shared.json";
import "./app.ts";
import { areaTexts } from "./area-texts.ts";

export const { t, rich } = areaTexts("shared", english);
