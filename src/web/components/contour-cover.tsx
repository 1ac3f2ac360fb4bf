import { memo } from "react";
import type { QuestType } from "../../contract/entities.ts";
import { classNames } from "./class-names.ts";
import styles from "./contour-cover.module.css";
import { contoursOf } from "./contours.ts";
import { questTypeLooks } from "./quest-type.tsx";

/** The picture of a quest that has none: a hill drawn from its id, in the hue of its type. Decoration to a screen reader. */
export const ContourCover = memo(function ContourCover({
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
  const { Icon } = questTypeLooks[type];
  return (
    <div className={classNames(styles.cover, className)} data-quest-type={type} aria-hidden="true">
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="xMidYMid slice"
        className={styles.hill}
        aria-hidden="true"
      >
        {contoursOf(seed, width, height).map(({ path, isIndexLine }, index) => (
          <path
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a hill never move.
            key={index}
            d={path}
            className={isIndexLine ? styles.indexLine : undefined}
          />
        ))}
      </svg>
      <Icon className={styles.icon} />
    </div>
  );
});
