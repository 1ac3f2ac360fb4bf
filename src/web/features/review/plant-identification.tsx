import { plantResultsShown } from "../../../contract/limits.ts";
import type { PlantIdData } from "../../../contract/plant-identification.ts";
import styles from "./sample-detail.module.css";

/** The likeliest plants on the photo, or why there are none. */
export function PlantIdentification({ data }: { data: PlantIdData | undefined }) {
  if (!data) return <>Not identified</>;
  if (data.error) return <p className={styles.plantError}>Error: {data.error}</p>;
  const results = (data.results ?? []).slice(0, plantResultsShown);
  return (
    <>
      {data.bestMatch ? (
        <p>
          Best match: <em>{data.bestMatch}</em>
        </p>
      ) : null}
      <ol className={styles.plants}>
        {results.map(({ score, species }) => (
          <li key={species.scientificName}>
            <em>{species.scientificName}</em>
            {species.commonNames.length > 0 ? ` (${species.commonNames.join(", ")})` : ""}, {(score * 100).toFixed(1)} %
          </li>
        ))}
      </ol>
    </>
  );
}
