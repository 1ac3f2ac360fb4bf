import Backpack from "lucide-react/icons/backpack";
import Check from "lucide-react/icons/check";
import Compass from "lucide-react/icons/compass";
import Satellite from "lucide-react/icons/satellite";
import Smartphone from "lucide-react/icons/smartphone";
import type { ComponentType, SVGProps } from "react";
import { t } from "../../../../generated/web-texts/quest.ts";
import type { EquipmentIcon } from "../../../contract/enums.ts";
import type { Quest } from "../../../contract/quests.ts";
import styles from "./equipment-list.module.css";

/** Splits a quest's free-text equipment by lines, semicolons or commas. */
export function equipmentItems(equipment: string | null): string[] {
  if (!equipment) return [];
  const separator = equipment.includes("\n") ? /\n+/ : equipment.includes(";") ? /;/ : /,(?![^(]*\))/;
  return equipment
    .split(separator)
    .map((item) => item.trim().replace(/^[-•*]\s*|[.,]$|^and\s+/g, ""))
    .filter((item) => item !== "")
    .map((item) => item.charAt(0).toUpperCase() + item.slice(1));
}

export function EquipmentList({ quest }: { quest: Pick<Quest, "equipment" | "language" | "translations"> }) {
  const items = equipmentItems(quest.equipment);
  const untranslated = equipmentItems(quest.translations?.[quest.language ?? "en"]?.equipment ?? null);
  // Icons are found by English words.
  const marked = untranslated.length === items.length ? untranslated : items;
  if (items.length === 0) return <p>{t("quest.before.equipment.none")}</p>;
  return (
    <ul className={`stack gap-8 ${styles.list}`}>
      {items.map((item, index) => (
        <li key={item} className="row gap-12">
          <EquipmentMark text={marked[index] ?? item} />
          <span dir="auto">{item}</span>
        </li>
      ))}
    </ul>
  );
}

const icons: Record<EquipmentIcon, { Icon: ComponentType<SVGProps<SVGSVGElement>>; words: RegExp }> = {
  PHONE: { Icon: Smartphone, words: /\b(smart)?phones?\b|\bmobile\b/i },
  GPS: { Icon: Satellite, words: /\bgps\b|\bgnss\b/i },
  BACKPACK: { Icon: Backpack, words: /\bback ?packs?\b|\brucksacks?\b|\bday ?packs?\b/i },
  COMPASS: { Icon: Compass, words: /\bcompass(es)?\b/i },
};

/** Finds the kind of equipment by its first matching word. */
export function equipmentKindOf(text: string): EquipmentIcon | undefined {
  const found = Object.entries(icons)
    .map(([kind, { words }]) => ({ kind: kind as EquipmentIcon, at: text.search(words) }))
    .filter(({ at }) => at >= 0)
    .sort((one, other) => one.at - other.at);
  return found[0]?.kind;
}

/** The icon of a piece of equipment; a tick if unknown. */
export function EquipmentMark({ text }: { text: string }) {
  const kind = equipmentKindOf(text);
  const Icon = kind ? icons[kind].Icon : Check;
  return <Icon aria-hidden="true" data-equipment={kind} />;
}
