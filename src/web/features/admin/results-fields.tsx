import { useWatch } from "react-hook-form";
import { t } from "../../../../generated/web-texts/life.ts";
import { Choice } from "../../ui/field.tsx";
import formStyles from "./quest-form.module.css";
import type { QuestFormControl } from "./quest-form-values.ts";
import styles from "./results-fields.module.css";

/** Degrees, with their size in words. */
const squares = ["0.001", "0.01", "0.1", "1"] as const;
const precisions = ["exact", ...squares, "hidden"] as const;

/** Who sees accepted data points, and how exactly where they were measured. */
export function ResultsFields({ form }: { form: QuestFormControl }) {
  const { visibility, positions } = useWatch({ control: form.control, name: "results" });
  return (
    <>
      <fieldset className="stack">
        <legend className={`strong ${formStyles.legend}`}>{t("life.results.who")}</legend>
        <p className="muted small">{t("life.results.who.hint")}</p>
        {(["hidden", "public"] as const).map((each) => (
          <Choice key={each}>
            <input {...form.register("results.visibility")} type="radio" value={each} />
            {t(`life.results.who.${each}`)}
          </Choice>
        ))}
      </fieldset>
      {visibility === "public" ? (
        <fieldset className="stack">
          <legend className={`strong ${formStyles.legend}`}>{t("life.results.where")}</legend>
          <div className={`cluster start ${styles.beside}`}>
            <div className="stack">
              {precisions.map((each) => (
                <Choice key={each}>
                  <input {...form.register("results.positions")} type="radio" value={each} />
                  {t(`life.results.where.${each}`)}
                </Choice>
              ))}
            </div>
            <figure className={`stack gap-8 ${styles.figure}`}>
              <PositionPicture positions={positions} />
              <figcaption className="muted small">
                {t(
                  positions === "exact"
                    ? "life.results.picture.exact"
                    : positions === "hidden"
                      ? "life.results.picture.hidden"
                      : "life.results.picture.rounded",
                )}
              </figcaption>
            </figure>
          </div>
          <p className="muted small">{t("life.results.where.hint")}</p>
        </fieldset>
      ) : null}
    </>
  );
}

/** A place on a map, and what is shown of it. */
function PositionPicture({ positions }: { positions: string }) {
  const isSquare = squares.some((each) => each === positions);
  return (
    <svg className={`wide ${styles.picture}`} viewBox="0 0 160 110" aria-hidden="true">
      <path className={styles.river} d="M-5 84 C 30 60, 52 104, 88 78 S 140 40, 165 52" />
      <path className={styles.path} d="M20 -5 C 40 30, 96 36, 102 62 S 92 96, 110 115" />
      {isSquare ? <rect className={styles.square} x="48" y="23" width="64" height="64" /> : null}
      {isSquare ? <circle className={styles.shown} cx="80" cy="55" r="4" /> : null}
      {positions === "exact" ? <circle className={styles.shown} cx="98" cy="44" r="6" /> : null}
      <circle className={styles.true} cx="98" cy="44" r="9" />
    </svg>
  );
}
