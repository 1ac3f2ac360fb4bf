import Anchor from "lucide-react/icons/anchor";
import Droplets from "lucide-react/icons/droplets";
import Footprints from "lucide-react/icons/footprints";
import Kayak from "lucide-react/icons/kayak";
import Layers from "lucide-react/icons/layers";
import Shapes from "lucide-react/icons/shapes";
import TreeDeciduous from "lucide-react/icons/tree-deciduous";
import Waves from "lucide-react/icons/waves";
import Wind from "lucide-react/icons/wind";
import type { ComponentType, SVGProps } from "react";
import type { QuestType } from "../../contract/entities.ts";
import styles from "./pill.module.css";

/** The words and the icon of each quest type. */
export const questTypeLooks: Record<QuestType, { label: string; Icon: ComponentType<SVGProps<SVGSVGElement>> }> = {
  UNCATEGORIZED: { label: "Uncategorized", Icon: Shapes },
  TREES: { label: "Trees", Icon: TreeDeciduous },
  WATER: { label: "Water", Icon: Droplets },
  SOIL: { label: "Soil", Icon: Layers },
  AIR: { label: "Air", Icon: Wind },
  HIKING: { label: "Hiking", Icon: Footprints },
  DIVING: { label: "Diving", Icon: Waves },
  PADDLING: { label: "Paddling", Icon: Kayak },
  BOATING: { label: "Boating", Icon: Anchor },
};

/** The categories that have a chip, in the order they stand in. */
export const questTypeChips = ["TREES", "WATER", "SOIL", "AIR", "HIKING", "DIVING", "PADDLING", "BOATING"] as const;

/** The type of a quest as a pill in its hue. */
export function QuestTypePill({ type }: { type: QuestType }) {
  const { label, Icon } = questTypeLooks[type];
  return (
    <span className={`${styles.pill} ${styles.type}`} data-quest-type={type}>
      <Icon aria-hidden="true" />
      {label}
    </span>
  );
}
