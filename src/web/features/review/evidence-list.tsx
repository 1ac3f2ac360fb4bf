import CircleCheck from "lucide-react/icons/circle-check";
import { Link } from "react-router";
import { rich, t } from "../../../../generated/web-texts/sample.ts";
import type { Evidence, SampleDetail } from "../../../contract/samples.ts";
import { paths } from "../../foundation/paths.ts";
import { formatNumber } from "../../ui/numbers.ts";
import styles from "./evidence-list.module.css";

/** The findings about a sample, heaviest first. */
export function EvidenceList({ sample: { evidence, score } }: { sample: Pick<SampleDetail, "evidence" | "score"> }) {
  return (
    <section className="stack gap-8" aria-labelledby="against-title">
      <header className="cluster baseline across-12">
        <h3 id="against-title" className="text-16">{t("sample.against")}</h3>
        <Link to={paths.adminEvidence} className={`small figures ${styles.explained}`}>
          {evidence.length === 0
            ? t("sample.against.explained")
            : rich(
                "sample.against.score",
                { more: (words) => <span className="visually-hidden">{words}</span> },
                { score: formatNumber(score, 1, { atMost: true }) },
              )}
        </Link>
      </header>
      {evidence.length === 0 ? (
        <p className={`row gap-8 muted ${styles.none}`}>
          <CircleCheck aria-hidden="true" />
          {t("sample.against.none")}
        </p>
      ) : (
        <ul className={`stack gap-8 ${styles.findings}`}>
          {evidence.map(({ code, sentence, weight }) => (
            <li key={code} className="row gap-8" data-weight={gradeOf(weight)}>
              <span className={`row ${styles.bar}`} aria-hidden="true">
                <i />
                <i />
                <i />
              </span>
              <span>
                {sentence} <span className="muted small nowrap">{t(`sample.against.weight.${gradeOf(weight)}`)}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** 3: probably wrong. 1: worth a look. */
function gradeOf(weight: Evidence["weight"]): 1 | 2 | 3 {
  if (weight >= 5) return 3;
  return weight >= 3 ? 2 : 1;
}
