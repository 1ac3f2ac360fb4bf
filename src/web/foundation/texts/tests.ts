import english from "../../../texts/en/tests.json";
import "./app.ts";
import { areaTexts } from "./area-texts.ts";

export const { t, rich } = areaTexts("tests", english);
