import english from "../../../texts/en/validation.geometry.json";
import { areaTexts } from "./area-texts.ts";

// Only forms with points, lines or areas need them.
areaTexts("validation.geometry", english);
