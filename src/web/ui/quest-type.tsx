import Droplets from "lucide-react/icons/droplets";
import Footprints from "lucide-react/icons/footprints";
import Layers from "lucide-react/icons/layers";
import Sailboat from "lucide-react/icons/sailboat";
import Shapes from "lucide-react/icons/shapes";
import TreeDeciduous from "lucide-react/icons/tree-deciduous";
import Waves from "lucide-react/icons/waves";
import Wind from "lucide-react/icons/wind";
import type { ComponentType, SVGProps } from "react";
import { t } from "../../../generated/web-texts/app.ts";
import type { QuestType } from "../../contract/enums.ts";
import styles from "./pill.module.css";

/** A canoe and paddle. The icon set's kayak looks like a cross at this size. */
function CanoeIcon(props: SVGProps<SVGSVGElement>) {
  return (
    <svg
      viewBox="0 0 24 24"
      width="24"
      height="24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className="lucide"
      {...props}
    >
      <path d="M2 13.5c6 2.3 14 2.3 20 0-1.3 4.2-4.7 6.5-10 6.5S3.3 17.7 2 13.5Z" />
      <path d="m17 3-6 9" />
      <path d="M15.9 4.7c-.9-1.3.6-3.2 2.4-2.4 1.3 1 .5 3.1-1 3.2Z" />
    </svg>
  );
}

/** The icon of each quest type; texts are in `app.questType.…`. */
export const questTypeIcons: Record<QuestType, ComponentType<SVGProps<SVGSVGElement>>> = {
  UNCATEGORIZED: Shapes,
  TREES: TreeDeciduous,
  WATER: Droplets,
  SOIL: Layers,
  AIR: Wind,
  HIKING: Footprints,
  DIVING: Waves,
  PADDLING: CanoeIcon,
  BOATING: Sailboat,
};

/** The type whose colour and icon a quest has; types that are newer than the app look uncategorized. */
export const lookOfType = (type: QuestType): QuestType => (type in questTypeIcons ? type : "UNCATEGORIZED");

/** Categories with a chip, in order. */
export const questTypeChips = ["TREES", "WATER", "SOIL", "AIR", "HIKING", "DIVING", "PADDLING", "BOATING"] as const;

/** The quest type as a coloured pill. */
export function QuestTypePill({ type }: { type: QuestType }) {
  const look = lookOfType(type);
  const Icon = questTypeIcons[look];
  return (
    <span className={`center small strong ${styles.pill} ${styles.type}`} data-quest-type={look}>
      <Icon aria-hidden="true" />
      {t(`app.questType.${type}`)}
    </span>
  );
}
