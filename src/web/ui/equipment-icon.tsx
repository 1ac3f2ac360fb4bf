import Backpack from "lucide-react/icons/backpack";
import Check from "lucide-react/icons/check";
import Compass from "lucide-react/icons/compass";
import Satellite from "lucide-react/icons/satellite";
import Smartphone from "lucide-react/icons/smartphone";
import type { ComponentType, SVGProps } from "react";
import type { EquipmentIcon } from "../../contract/enums.ts";

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
