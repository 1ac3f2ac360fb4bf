import { t } from "../../../../generated/web-texts/quest.ts";
import type { Quest } from "../../../contract/quests.ts";
import { EquipmentMark } from "../../ui/equipment-icon.tsx";
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
