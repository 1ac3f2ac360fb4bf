import type { QuestType } from "../../contract/enums.ts";
import { classNames } from "./class-names.ts";
import styles from "./contour-cover.module.css";
import { ContourHill } from "./contour-hill.tsx";
import { lookOfType, questTypeIcons } from "./quest-type.tsx";

/** A cover for a quest without a picture: a hill drawn from its id, in the colour of its type. Hidden from screen readers. */
export function ContourCover({
  seed,
  type,
  width,
  height,
  className,
}: {
  seed: number;
  type: QuestType;
  /** Size of the drawing in its own units; it fills its box. */
  width: number;
  height: number;
  className: string | undefined;
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
