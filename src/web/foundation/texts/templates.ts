import english from "../../../texts/en/protocol.template.json";
import { areaTexts } from "./area-texts.ts";

export const { t } = areaTexts("protocol.template", english);
