import english from "../../../texts/en/components.json";
import "./app.ts";
import { areaTexts } from "./area-texts.ts";

export const { t, rich } = areaTexts("components", english);
