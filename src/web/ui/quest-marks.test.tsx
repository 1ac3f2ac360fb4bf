import { render, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { EquipmentMark, equipmentKindOf } from "../features/quests/equipment-list.tsx";
import { DifficultyStones } from "../features/quests/quest-facts.tsx";
import { QuestTypePill } from "./quest-type.tsx";

const questTypes = [
  "UNCATEGORIZED",
  "TREES",
  "WATER",
  "SOIL",
  "AIR",
  "HIKING",
  "DIVING",
  "PADDLING",
  "BOATING",
] as const;
const equipmentIcons = ["PHONE", "GPS", "BACKPACK", "COMPASS"] as const;
const difficultyNames = ["EASY", "MILD", "MEDIUM", "HARD", "VERY_HARD"];

describe("the marks of a quest", () => {
  it("[ENT-04] each of the nine categories has an icon of its own beside its word", () => {
    const icons = questTypes.map((type) => {
      const { container, unmount } = render(<QuestTypePill type={type} />);
      const drawing = container.querySelector("svg")?.innerHTML;
      expect(container.textContent?.toUpperCase()).toBe(type);
      unmount();
      return drawing;
    });
    expect(icons.every(Boolean)).toBe(true);
    expect(new Set(icons).size).toBe(9);
  });

  it("[ENT-04] each of the four pieces of equipment has an icon of its own", () => {
    const words = {
      PHONE: "Phone in a dry bag",
      GPS: "GPS of the boat",
      BACKPACK: "Backpack, hat",
      COMPASS: "A compass",
    };
    const icons = equipmentIcons.map((kind) => {
      expect(equipmentKindOf(words[kind])).toBe(kind);
      const { container, unmount } = render(<EquipmentMark text={words[kind]} />);
      const drawing = container.querySelector("svg")?.innerHTML;
      unmount();
      return drawing;
    });
    expect(new Set(icons).size).toBe(4);
    expect(equipmentKindOf("A cloth tape")).toBeUndefined();
    expect(equipmentKindOf("Phone with GPS")).toBe("PHONE");
    expect(equipmentKindOf("A microphone")).toBeUndefined();
  });

  it("[ENT-05] [QUEST-12] the five stones have the difficulty's name for those who cannot see them", () => {
    for (const difficulty of [0, 1, 2, 3, 4, 5]) {
      const { unmount } = render(<DifficultyStones difficulty={difficulty} />);
      const name = difficultyNames[difficulty - 1];
      const stones = screen.getByRole("img", {
        name: name ? `Difficulty ${difficulty} of 5: ${name}` : "Difficulty not rated",
      });
      expect(stones.children).toHaveLength(5);
      expect(stones.querySelectorAll('[data-filled="true"]')).toHaveLength(difficulty);
      expect(stones.title).toContain(name ?? "not rated");
      unmount();
    }
  });
});
