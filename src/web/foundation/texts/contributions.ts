import english from "../../../texts/en/contributions.json";
import "./app.ts";
import { areaTexts } from "./area-texts.ts";

export const { t, rich } = areaTexts("contributions", english);
