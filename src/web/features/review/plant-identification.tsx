import { rich, t } from "../../../../generated/web-texts/review.ts";
import { plantResultsShown } from "../../../contract/limits.ts";
import type { PlantIdData } from "../../../contract/plant-identification.ts";
import { formatList, formatNumber } from "../../ui/numbers.ts";
import { ScientificName } from "../../ui/scientific-name.tsx";
import styles from "./sample-detail.module.css";

/** The most likely plants, or why there are none. */
export function PlantIdentification({ data }: { data: PlantIdData | undefined }) {
  if (!data) return <>{t("review.plant.none")}</>;
  if (data.error) return <p className="danger">{t("review.plant.error", { message: data.error })}</p>;
  const results = (data.results ?? []).slice(0, plantResultsShown);
  return (
    <>
      {data.bestMatch ? (
        <p>
          {rich(
            "review.plant.bestMatch",
            { name: (words) => <ScientificName>{words}</ScientificName> },
            { species: data.bestMatch },
          )}
        </p>
      ) : null}
      <ol className={styles.plants}>
        {results.map(({ score, species }) => (
          <li key={species.scientificName}>
            <ScientificName>{species.scientificName}</ScientificName>
            {t("review.plant.result", {
              names: species.commonNames.length > 0 ? ` (${formatList(species.commonNames)})` : "",
              percent: formatNumber(score * 100, 1),
            })}
          </li>
        ))}
      </ol>
    </>
  );
}
