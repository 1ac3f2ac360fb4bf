import { afterEach, expect, it } from "vitest";
import { english, languageOf } from "../../../texts/languages.ts";
import { sortPlaces } from "../../features/field-map/field-places.ts";
import { shownStations } from "../../features/stations/due-stations.ts";
import { sortRows } from "../../ui/table-sort.ts";
import { switchLanguage } from "./area-texts.ts";

const names = ["Ñandú", "oso", "Nutria 10", "Nutria 9", "Éider"];
const place = { latitude: 1, longitude: 1 };
const stations = names.map((name, id) => ({ id, code: "", name, ...place }));
const asShown = { by: "all", here: undefined, onPhone: new Map(), nowMs: 0 } as const;

afterEach(() => switchLanguage(english, "", {}));

it.each([
  ["tables", () => sortRows(names, (name) => name, "ascending")],
  ["stations", () => shownStations({ repeat_days: null, stations }, asShown).map(({ name }) => name)],
  [
    "places",
    () =>
      sortPlaces(
        stations.map((each) => ({ ...each, due: true })),
        undefined,
      ).map(({ name }) => name),
  ],
])("names in %s are sorted as the reader's language does", (_, sorted) => {
  expect(sorted()).toEqual(["Éider", "Ñandú", "Nutria 9", "Nutria 10", "oso"]);
  switchLanguage(languageOf("es"), "", {});
  expect(sorted()).toEqual(["Éider", "Nutria 9", "Nutria 10", "Ñandú", "oso"]);
});
