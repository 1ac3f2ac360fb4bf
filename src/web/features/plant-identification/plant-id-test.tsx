import Camera from "lucide-react/icons/camera";
import { useRef, useState } from "react";
import { errorMessages, statusMessages } from "../../../contract/messages.ts";
import type { PlantIdResponse } from "../../../contract/plant-identification.ts";
import { ApiError } from "../../api/api-error.ts";
import { identifyPlant } from "../../api/feature-tests.ts";
import { Banner } from "../../components/banner.tsx";
import { Button } from "../../components/button.tsx";
import { announce } from "../../components/live-region.tsx";
import { useObjectUrl } from "../../components/use-object-url.ts";
import styles from "./plant-id-test.module.css";
import { PlantResults } from "./plant-results.tsx";

/** One image in, what grows on it out. */
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
    announce(statusMessages.submitting);
    try {
      const answer = await identifyPlant(submitted);
      setResponse(answer);
      announce(`${answer.results.length} results`);
    } catch (error) {
      setProblem({
        text: errorMessages.plantId(error instanceof Error ? error.message : String(error)),
        detail: error instanceof ApiError ? error.detail : undefined,
      });
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <div className={styles.test}>
      <section className={styles.capture} aria-label="Image">
        <label className={styles.target} data-taken={Boolean(image)}>
          {preview ? (
            <img src={preview} alt="The plant to identify" className={styles.preview} />
          ) : (
            <span className={styles.invitation}>
              <Camera aria-hidden="true" />
              Take or choose a picture of a plant
            </span>
          )}
          <input
            ref={input}
            className={styles.input}
            type="file"
            accept="image/*"
            capture="environment"
            aria-label="Picture of a plant"
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
          <div className={styles.buttons}>
            <Button tone="next" busy={isBusy} onClick={() => void submit(image)}>
              {isBusy ? statusMessages.submitting : "submit this image"}
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
              clear image
            </Button>
          </div>
        ) : null}
        {problem ? (
          <Banner tone="danger">
            <p>{problem.text}</p>
            {problem.detail ? <p className={styles.detail}>{problem.detail}</p> : null}
          </Banner>
        ) : null}
      </section>
      {response ? <PlantResults response={response} /> : null}
    </div>
  );
}
