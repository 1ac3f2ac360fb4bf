import english from "../../../texts/en/gallery.json";
import "./app.ts";
import { areaTexts } from "./area-texts.ts";

export const { t } = areaTexts("gallery", english);
