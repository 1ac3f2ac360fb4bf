import type { PlantIdResponse, PlantResult } from "../../../contract/plant-identification.ts";
import styles from "./plant-id-test.module.css";

/** The best match, all matches, and how many requests are left today. */
export function PlantResults({ response }: { response: PlantIdResponse }) {
  const [best] = response.results;
  return (
    <section className={styles.results} aria-labelledby="results-title">
      <h2 id="results-title">Results</h2>
      <p className={styles.remaining}>
        Remaining identification requests for today: <strong>{response.remainingIdentificationRequests}</strong>
      </p>
      {best ? (
        <>
          <section className={styles.best} aria-labelledby="best-title">
            <h3 id="best-title">Best match</h3>
            <Match result={best} />
          </section>
          <section aria-labelledby="all-title">
            <h3 id="all-title">All results</h3>
            <ol className={styles.all}>
              {response.results.map((result) => (
                <li key={result.species.scientificName}>
                  <Match result={result} />
                </li>
              ))}
            </ol>
          </section>
        </>
      ) : (
        <p>No plant was recognized. A closer picture of one leaf, flower or piece of bark may do better.</p>
      )}
    </section>
  );
}

function Match({ result: { score, species } }: { result: PlantResult }) {
  return (
    <dl className={styles.match}>
      <div>
        <dt>Scientific name</dt>
        <dd>
          <em>{species.scientificName}</em>
        </dd>
      </div>
      <div>
        <dt>Common names</dt>
        <dd>{species.commonNames.length > 0 ? species.commonNames.join(", ") : "none"}</dd>
      </div>
      <div>
        <dt>Score</dt>
        <dd>
          <meter className={styles.score} min={0} max={1} value={score} aria-hidden="true" />
          {(score * 100).toFixed(1)} %
        </dd>
      </div>
    </dl>
  );
}
