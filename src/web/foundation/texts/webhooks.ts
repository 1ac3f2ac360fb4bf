import english from "../../../texts/en/webhooks.json";
import "./app.ts";
import { areaTexts } from "./area-texts.ts";

export const { t } = areaTexts("webhooks", english);
