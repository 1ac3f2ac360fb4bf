import english from "../../../texts/en/offline.json";
import "./app.ts";
import { areaTexts } from "./area-texts.ts";

export const { t } = areaTexts("offline", english);
