import Camera from "lucide-react/icons/camera";
import { useRef, useState } from "react";
import { t } from "../../../../generated/web-texts/tests.ts";
import type { PlantIdResponse } from "../../../contract/plant-identification.ts";
import { ApiError } from "../../foundation/api/api-error.ts";
import { identifyPlant } from "../../foundation/api/feature-tests.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { announce } from "../../ui/live-region.tsx";
import { useObjectUrl } from "../../ui/use-object-url.ts";
import styles from "./plant-id-test.module.css";
import { PlantResults } from "./plant-results.tsx";

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
            <img src={preview} alt={t("tests.plantId.image.preview")} className={styles.preview} />
          ) : (
            <span className={`stack center gap-8 pad-16 strong ${styles.invitation}`}>
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
