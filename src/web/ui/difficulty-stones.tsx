import { t } from "../../../generated/web-texts/components.ts";
import { difficultyNames } from "../../contract/enums.ts";
import styles from "./difficulty-stones.module.css";

const stones = [
  "M3 16.500c0-4 3.600-6.500 8.200-6.500 4.900 0 8.800 2.300 8.800 6.200 0 3-3.700 4.300-8.500 4.300S3 19.500 3 16.500Z",
  "M2.500 15.500c.3-4.500 4.400-7 9-6.800 5.300.2 9.300 3 9 7-.3 3.600-4.300 4.900-9.200 4.800s-9-1.700-8.800-5Z",
  "M2 15c0-5 4.300-8.500 9.800-8.400 5.500.1 9.700 3.600 9.700 8.200 0 4.200-4.200 5.800-9.700 5.800S2 19.200 2 15Z",
  "M1.800 14c.4-5.500 4.800-9 10.400-8.800 5.800.2 10.100 4.200 9.800 9.200-.3 4.600-4.600 6.300-10.200 6.200S1.500 18.800 1.800 14Z",
  "M1.500 13c0-6 4.700-10 10.600-9.900 6 .1 10.400 4.600 10.400 10 0 5.500-4.500 7.600-10.500 7.600S1.500 18.800 1.500 13Z",
];

/** Difficulty as five stones, from 0 (not rated) to 5, with an accessible name. */
export function DifficultyStones({ difficulty }: { difficulty: number }) {
  const name = difficultyNames[difficulty - 1];
  const label = name
    ? t("components.difficulty", { difficulty, name: t(`components.difficulty.${name}`) })
    : t("components.difficulty.none");
  return (
    <span className={styles.stones} role="img" aria-label={label} title={label}>
      {stones.map((path, index) => (
        <svg key={path} viewBox="0 0 24 24" aria-hidden="true" data-filled={index < difficulty}>
          <path d={path} />
        </svg>
      ))}
    </span>
  );
}
