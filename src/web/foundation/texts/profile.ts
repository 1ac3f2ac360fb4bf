import english from "../../../texts/en/profile.json";
import "./app.ts";
import { areaTexts } from "./area-texts.ts";

export const { t, rich } = areaTexts("profile", english);
