import { rich, t } from "../../../../generated/web-texts/tests.ts";
import type { PlantIdResponse, PlantResult } from "../../../contract/plant-identification.ts";
import { formatNumber } from "../../ui/numbers.ts";
import { ScientificName } from "../../ui/scientific-name.tsx";
import styles from "./plant-id-test.module.css";

/** The best match, all matches, and the requests left today. */
export function PlantResults({ response }: { response: PlantIdResponse }) {
  const [best] = response.results;
  return (
    <section className="stack card gap-16 pad-16" aria-labelledby="results-title">
      <h2 id="results-title">{t("tests.plantId.results")}</h2>
      <p className="muted">
        {rich(
          "tests.plantId.remaining",
          { strong: (words) => <strong>{words}</strong> },
          { count: response.remainingIdentificationRequests },
        )}
      </p>
      {best ? (
        <>
          <section className={`stack gap-8 pad-16 ${styles.best}`} aria-labelledby="best-title">
            <h3 id="best-title">{t("tests.plantId.best")}</h3>
            <Match result={best} />
          </section>
          <section aria-labelledby="all-title">
            <h3 id="all-title">{t("tests.plantId.all")}</h3>
            <ol className={`stack ${styles.all}`}>
              {response.results.map((result) => (
                <li key={result.species.scientificName}>
                  <Match result={result} />
                </li>
              ))}
            </ol>
          </section>
        </>
      ) : (
        <p>{t("tests.plantId.results.none")}</p>
      )}
    </section>
  );
}

function Match({ result: { score, species } }: { result: PlantResult }) {
  return (
    <dl className={styles.match}>
      <div>
        <dt>{t("tests.plantId.scientificName")}</dt>
        <dd>
          <ScientificName>{species.scientificName}</ScientificName>
        </dd>
      </div>
      <div>
        <dt>{t("tests.plantId.commonNames")}</dt>
        <dd>{species.commonNames.length > 0 ? species.commonNames.join(", ") : t("tests.plantId.commonNames.none")}</dd>
      </div>
      <div>
        <dt>{t("tests.plantId.score")}</dt>
        <dd>
          <meter className={styles.score} min={0} max={1} value={score} aria-hidden="true" />
          {t("tests.plantId.score.percent", { percent: formatNumber(score * 100, 1) })}
        </dd>
      </div>
    </dl>
  );
}
