// biome-ignore-all assist: made by `npm run texts` from src/texts/en; not to be edited.
import english from "../../src/texts/en/quests.near.json";
import "./app.ts";
import { areaTexts } from "../../src/web/foundation/texts/area-texts.ts";

export const { t } = areaTexts("quests.near", english);
