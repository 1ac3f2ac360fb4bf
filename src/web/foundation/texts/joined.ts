import english from "../../../texts/en/joined.json";
import "./app.ts";
import { areaTexts } from "./area-texts.ts";

export const { t, rich } = areaTexts("joined", english);
