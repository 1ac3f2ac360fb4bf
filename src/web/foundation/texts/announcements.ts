import english from "../../../texts/en/announcements.json";
import "./app.ts";
import { areaTexts } from "./area-texts.ts";

export const { t, rich } = areaTexts("announcements", english);
