import english from "../../../texts/en/stations.json";
import "./app.ts";
import { areaTexts } from "./area-texts.ts";

export const { t } = areaTexts("stations", english);
