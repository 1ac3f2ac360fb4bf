import type { QuestType } from "../../contract/enums.ts";
import { classNames } from "./class-names.ts";
import styles from "./contour-cover.module.css";
import { ContourHill } from "./contour-hill.tsx";
import { lookOfType, questTypeIcons } from "./quest-type.tsx";

/** The picture of a quest that has none: a hill drawn from its id, in the hue of its type. Decoration to a screen reader. */
export function ContourCover({
  seed,
  type,
  width = 430,
  height = 260,
  className,
}: {
  seed: number;
  type: QuestType;
  /** Of the drawing, in its own units; it fills whatever box it is put in. */
  width?: number;
  height?: number;
  className?: string | undefined;
}) {
  const look = lookOfType(type);
  const Icon = questTypeIcons[look];
  return (
    <div className={classNames(styles.cover, className)} data-quest-type={look} aria-hidden="true">
      <ContourHill
        seed={seed}
        width={width}
        height={height}
        className={styles.hill}
        indexLineClassName={styles.indexLine}
      />
      <Icon className={styles.icon} />
    </div>
  );
}
