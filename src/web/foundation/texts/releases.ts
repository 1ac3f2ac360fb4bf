import english from "../../../texts/en/releases.json";
import "./app.ts";
import { areaTexts } from "./area-texts.ts";

export const { t, rich } = areaTexts("releases", english);
