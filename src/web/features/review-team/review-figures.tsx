import { Link } from "react-router";
import { t } from "../../../../generated/web-texts/team.ts";
import { type ReviewDecision, reviewDecisions } from "../../../contract/enums.ts";
import type { ReviewFigures } from "../../../contract/reviews.ts";
import { deskPaths } from "../../foundation/desk-paths.ts";
import { type Column, DataTable } from "../../ui/data-table.tsx";
import { Instant } from "../../ui/instant.tsx";
import { EmptyState } from "../../ui/message-state.tsx";
import { formatCount, formatNumber } from "../../ui/numbers.ts";
import styles from "./review-team.module.css";

/** From fewer second reviews, the standard error of kappa is about 0.15 or more. */
const enoughLooks = 30;
/** Requests for change get no second review. */
const firstDecisions = ["accepted", "denied"] as const;

/** How far first and second decisions agree. */
export function Agreement({ figures }: { figures: ReviewFigures }) {
  const { agreement, recheck_percent } = figures;
  return (
    <div className="stack gap-12">
      {agreement.count === 0 ? (
        <p className="text-18">{t("team.agreement.none")}</p>
      ) : (
        <>
          <Result agreement={agreement} />
          <DecisionsTable table={agreement.table} />
        </>
      )}
      <p className="muted">
        {recheck_percent === 0
          ? t("team.agreement.off")
          : t("team.agreement.drawn", { percent: formatNumber(recheck_percent, 2, { atMost: true }) })}
      </p>
      <p>
        <Link to={`${deskPaths.samples}?recheck=1`}>{t("team.agreement.open")}</Link>
      </p>
    </div>
  );
}

function Result({ agreement: { count, observed, kappa } }: { agreement: ReviewFigures["agreement"] }) {
  const share = observed ?? 0;
  return (
    <>
      <p className="text-18">
        {t("team.agreement.observed", {
          agreed: formatCount(Math.round(share * count)),
          count,
          percent: formatNumber(100 * share),
        })}
      </p>
      {kappa === null ? (
        <p>{t("team.agreement.unknown")}</p>
      ) : (
        <p>
          <strong>{t("team.agreement.kappa", { kappa: formatNumber(kappa, 2), words: wordsFor(kappa) })}</strong>{" "}
          {t("team.agreement.meaning")} {count < enoughLooks ? t("team.agreement.few", { min: enoughLooks }) : null}
        </p>
      )}
    </>
  );
}

/** The bands of D. G. Altman, Practical Statistics for Medical Research (1991), page 404. */
function wordsFor(kappa: number): string {
  if (kappa < 0) return t("team.agreement.kappa.worse");
  if (kappa <= 0.2) return t("team.agreement.kappa.poor");
  if (kappa <= 0.4) return t("team.agreement.kappa.fair");
  if (kappa <= 0.6) return t("team.agreement.kappa.moderate");
  return t(kappa <= 0.8 ? "team.agreement.kappa.good" : "team.agreement.kappa.veryGood");
}

function DecisionsTable({ table }: { table: ReviewFigures["agreement"]["table"] }) {
  const countOf = (first: ReviewDecision, second: ReviewDecision) =>
    table.find((cell) => cell.first === first && cell.second === second)?.count ?? 0;
  return (
    <div className={styles.pairs}>
      <DataTable
        label={t("team.agreement.table")}
        rows={firstDecisions}
        rowKey={(first) => first}
        columns={[
          {
            key: "first",
            label: t("team.agreement.first"),
            kind: "name",
            cell: (first) => t(`team.decision.${first}`),
          },
          ...reviewDecisions.map(
            (second): Column<(typeof firstDecisions)[number]> => ({
              key: second,
              label: t("team.agreement.second", { decision: t(`team.decision.${second}`) }),
              kind: "number",
              cell: (first) => formatCount(countOf(first, second)),
            }),
          ),
        ]}
        staysTable
      />
    </div>
  );
}

type ReviewerFigures = ReviewFigures["reviewers"][number];

export function FiguresTable({ reviewers }: { reviewers: readonly ReviewerFigures[] }) {
  if (reviewers.length === 0) return <EmptyState>{t("team.figures.none")}</EmptyState>;
  return (
    <DataTable
      label={t("team.figures.table")}
      rows={reviewers}
      rowKey={({ reviewer }) => reviewer}
      columns={[
        {
          key: "reviewer",
          label: t("team.figures.reviewer"),
          kind: "name",
          sortBy: ({ reviewer }) => reviewer,
          isVerbatim: true,
          cell: ({ reviewer }) => reviewer,
        },
        ...(["accepted", "denied", "change_requested", "undone", "rechecked", "agreed"] as const).map(numberColumn),
        {
          key: "last",
          label: t("team.figures.last"),
          sortBy: ({ last_decision_at }) => (last_decision_at === null ? null : Date.parse(last_decision_at)),
          cell: ({ last_decision_at }) =>
            last_decision_at === null ? t("team.figures.noDecision") : <Instant of={last_decision_at} />,
        },
      ]}
    />
  );
}

function numberColumn(
  key: "accepted" | "denied" | "change_requested" | "undone" | "rechecked" | "agreed",
): Column<ReviewerFigures> {
  return {
    key,
    label: t(`team.figures.${key}`),
    kind: "number",
    sortBy: (row) => row[key],
    cell: (row) => <span className={row[key] === 0 ? "muted" : undefined}>{formatCount(row[key])}</span>,
  };
}
