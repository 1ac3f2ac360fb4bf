import { t } from "../../../../generated/web-texts/team.ts";
import type { ReviewFigures } from "../../../contract/reviews.ts";
import { type Column, DataTable } from "../../ui/data-table.tsx";
import { Instant } from "../../ui/instant.tsx";
import { EmptyState } from "../../ui/message-state.tsx";
import { formatCount } from "../../ui/numbers.ts";

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
