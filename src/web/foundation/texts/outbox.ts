import english from "../../../texts/en/outbox.json";
import "./app.ts";
import { areaTexts } from "./area-texts.ts";

export const { t, rich } = areaTexts("outbox", english);
