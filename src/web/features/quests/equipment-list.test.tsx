import { render } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { asRead } from "../../foundation/texts/reader-language.ts";
import { EquipmentList } from "./equipment-list.tsx";

const quest = {
  quest_name: "Terraces",
  equipment: "Phone with GPS\nCompass, for the slope\nA staff",
  language: "en",
  translations: {
    de: { equipment: "Handy mit GPS\nKompass für die Neigung\nEin Stab" },
    ar: { equipment: "هاتف فيه GPS وبوصلة\nعصا" },
  },
};

it.each([
  ["en", ["Phone with GPS PHONE", "Compass, for the slope COMPASS", "A staff "]],
  ["de", ["Handy mit GPS PHONE", "Kompass für die Neigung COMPASS", "Ein Stab "]],
  // Has another number of lines.
  ["ar", ["هاتف فيه GPS وبوصلة GPS", "عصا "]],
])("[ENT-04] a translated list has the icons of the quest's own, line by line: %s", (code, shown) => {
  vi.spyOn(document, "cookie", "get").mockReturnValue(`language=${code}`);
  const { container } = render(<EquipmentList quest={asRead(quest)} />);
  const items = [...container.querySelectorAll("li")];
  const kindOf = (item: Element) => item.querySelector("svg")?.dataset.equipment ?? "";
  expect(items.map((item) => `${item.textContent} ${kindOf(item)}`)).toEqual(shown);
});
