import { t } from "../../../../generated/web-texts/results.ts";
import type { QuestResults } from "../../../contract/results.ts";
import { formatDate } from "../../ui/dates.ts";
import { Figure, Figures } from "../../ui/figures.tsx";
import { formatCount } from "../../ui/numbers.ts";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import styles from "./results.module.css";

/** How much was measured, by how many, where and when. */
export function ResultFigures({ results }: { results: QuestResults }) {
  const { accepted, volunteers, places, first_day: first, last_day: last, target } = results;
  return (
    <section className={`stack gap-12 ${styles.figures}`} aria-label={t("results.figures")}>
      <Figures>
        <Figure
          label={t("results.accepted")}
          aside={target === null ? undefined : t("results.wanted", { target: formatCount(target) })}
        >
          {formatCount(accepted)}
        </Figure>
        <Figure label={t("results.volunteers")}>{formatCount(volunteers)}</Figure>
        {places === null ? null : (
          <Figure label={t("results.places")} aside={t("results.places.hint")}>
            {formatCount(places)}
          </Figure>
        )}
      </Figures>
      {target === null ? null : <ProgressBar label={t("results.target")} value={accepted} max={target} />}
      {first === null || last === null ? null : (
        <p className="muted">{t("results.days", { first: formatDate(first), last: formatDate(last) })}</p>
      )}
    </section>
  );
}
