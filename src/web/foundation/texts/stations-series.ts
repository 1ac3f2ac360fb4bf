import english from "../../../texts/en/stations.series.json";
import "./app.ts";
import { areaTexts } from "./area-texts.ts";

export const { t } = areaTexts("stations.series", english);
