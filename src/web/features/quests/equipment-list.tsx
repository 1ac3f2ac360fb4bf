import { EquipmentMark } from "../../components/equipment-icon.tsx";
import { t } from "../../texts/quest.ts";
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

export function EquipmentList({ equipment }: { equipment: string | null }) {
  const items = equipmentItems(equipment);
  if (items.length === 0) return <p>{t("quest.before.equipment.none")}</p>;
  return (
    <ul className={styles.list}>
      {items.map((item) => (
        <li key={item}>
          <EquipmentMark text={item} />
          <span dir="auto">{item}</span>
        </li>
      ))}
    </ul>
  );
}
