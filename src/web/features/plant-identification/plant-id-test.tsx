import Camera from "lucide-react/icons/camera";
import { useRef, useState } from "react";
import { rich, t } from "../../../../generated/web-texts/tests.ts";
import type { PlantIdResponse, PlantResult } from "../../../contract/field-tests.ts";
import { ApiError } from "../../foundation/api/api-error.ts";
import { identifyPlant } from "../../foundation/api/feature-tests.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { announce } from "../../ui/live-region.tsx";
import { formatNumber } from "../../ui/numbers.ts";
import { ScientificName } from "../../ui/scientific-name.tsx";
import { useObjectUrl } from "../../ui/use-object-url.ts";
import styles from "./plant-id-test.module.css";

/** Sends a photo of a plant and shows the likely species. */
export function PlantIdTest() {
  const [image, setImage] = useState<File>();
  const [isBusy, setIsBusy] = useState(false);
  const [response, setResponse] = useState<PlantIdResponse>();
  const [problem, setProblem] = useState<{ text: string; detail?: string | undefined }>();
  const preview = useObjectUrl(image);
  const input = useRef<HTMLInputElement>(null);

  const forget = () => {
    setResponse(undefined);
    setProblem(undefined);
  };

  async function submit(submitted: File) {
    forget();
    setIsBusy(true);
    announce(t("tests.plantId.submitting"));
    try {
      const answer = await identifyPlant(submitted);
      setResponse(answer);
      announce(t("tests.plantId.results.count", { count: answer.results.length }));
    } catch (error) {
      setProblem({
        text: t("tests.plantId.failed", { reason: error instanceof Error ? error.message : String(error) }),
        detail: error instanceof ApiError ? error.detail : undefined,
      });
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <div className={`grid start gap-24 ${styles.test}`}>
      <section className="stack card gap-16 pad-16" aria-label={t("tests.plantId.image")}>
        <label className={`middle ${styles.target}`} data-taken={Boolean(image)}>
          {preview ? (
            <img src={preview} alt={t("tests.plantId.image.preview")} className={`wide ${styles.preview}`} />
          ) : (
            <span className={`stack center gap-8 pad-16 text-18 strong ${styles.invitation}`}>
              <Camera aria-hidden="true" />
              {t("tests.plantId.image.choose")}
            </span>
          )}
          <input
            ref={input}
            className={styles.input}
            type="file"
            accept="image/*"
            capture="environment"
            aria-label={t("tests.plantId.image.label")}
            disabled={isBusy}
            onChange={(event) => {
              const file = event.currentTarget.files?.[0];
              if (!file) return;
              forget();
              setImage(file);
            }}
          />
        </label>
        {image ? (
          <div className="cluster gap-12">
            <Button tone="next" busy={isBusy} onClick={() => void submit(image)}>
              {t(isBusy ? "tests.plantId.submitting" : "tests.plantId.submit")}
            </Button>
            <Button
              disabled={isBusy}
              onClick={() => {
                forget();
                setImage(undefined);
                if (input.current) {
                  input.current.value = "";
                  input.current.focus();
                }
              }}
            >
              {t("tests.plantId.clear")}
            </Button>
          </div>
        ) : null}
        {problem ? (
          <Banner tone="danger">
            <p>{problem.text}</p>
            {problem.detail ? <p className="muted">{problem.detail}</p> : null}
          </Banner>
        ) : null}
      </section>
      {response ? <PlantResults response={response} /> : null}
    </div>
  );
}

/** The best match, all matches, and the requests left today. */
function PlantResults({ response }: { response: PlantIdResponse }) {
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
            <ol className={`stack ruled ${styles.all}`}>
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
    <dl className={`grid terms ${styles.match}`}>
      <div>
        <dt>{t("tests.plantId.scientificName")}</dt>
        <dd className="figures">
          <ScientificName>{species.scientificName}</ScientificName>
        </dd>
      </div>
      <div>
        <dt>{t("tests.plantId.commonNames")}</dt>
        <dd className="figures">
          {species.commonNames.length > 0 ? species.commonNames.join(", ") : t("tests.plantId.commonNames.none")}
        </dd>
      </div>
      <div>
        <dt>{t("tests.plantId.score")}</dt>
        <dd className="figures">
          <meter className={styles.score} min={0} max={1} value={score} aria-hidden="true" />
          {t("tests.plantId.score.percent", { percent: formatNumber(score * 100, 1) })}
        </dd>
      </div>
    </dl>
  );
}
