import english from "../../../texts/en/admin.json";
import "./app.ts";
import { areaTexts } from "./area-texts.ts";

export const { t, rich } = areaTexts("admin", english);
