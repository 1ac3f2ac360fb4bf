import english from "../../../texts/en/organizations.json";
import "./app.ts";
import { areaTexts } from "./area-texts.ts";

export const { t, rich } = areaTexts("organizations", english);
