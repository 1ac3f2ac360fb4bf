import english from "../../../texts/en/members.json";
import "./app.ts";
import "./components.ts";
import { areaTexts } from "./area-texts.ts";

export const { t } = areaTexts("members", english);
