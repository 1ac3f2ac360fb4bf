import english from "../../../texts/en/stations.desk.json";
import "./app.ts";
import { areaTexts } from "./area-texts.ts";

export const { t } = areaTexts("stations.desk", english);
