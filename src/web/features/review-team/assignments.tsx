import Pencil from "lucide-react/icons/pencil";
import { useState } from "react";
import { Link } from "react-router";
import { t } from "../../../../generated/web-texts/team.ts";
import { shortTextLength } from "../../../contract/limits.ts";
import type { Assignment } from "../../../contract/reviews.ts";
import { rowsPerPart, useListInParts } from "../../foundation/api/list-parts.ts";
import { paths } from "../../foundation/paths.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { FetchedInParts } from "../../ui/fetched.tsx";
import { Field } from "../../ui/field.tsx";
import { formatCount, formatList } from "../../ui/numbers.ts";
import { useSettled } from "../../ui/use-settled.ts";
import styles from "./review-team.module.css";
import { ReviewersDialog } from "./reviewers-dialog.tsx";

/** The reviewers of each quest. `mayChange`: for administrators. `known`: suggested names. */
export function Assignments({ mayChange, known }: { mayChange: boolean; known: readonly string[] }) {
  const [typed, setTyped] = useState("");
  const words = useSettled(typed.trim()) || undefined;
  const [editing, setEditing] = useState<Assignment>();
  const [notice, setNotice] = useState<string>();
  const list = useListInParts("listAssignments", { query: { limit: rowsPerPart, q: words } });

  const names = new Set([...known, ...(list.items ?? []).flatMap(({ reviewers }) => reviewers)]);
  return (
    <>
      <p className={styles.note}>{t("team.assignments.explanation")}</p>
      <Field label={t("team.assignments.search")} className={styles.search}>
        {(control) => (
          <input
            {...control}
            type="search"
            value={typed}
            maxLength={shortTextLength}
            autoComplete="off"
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        )}
      </Field>
      {notice ? (
        <Banner tone="ok" onClose={() => setNotice(undefined)}>
          {notice}
        </Banner>
      ) : null}
      <FetchedInParts
        list={list}
        empty={words === undefined ? t("team.assignments.none") : t("team.assignments.noneFound")}
      >
        {(assignments) => (
          <DataTable
            label={t("team.assignments.table")}
            rows={assignments}
            rowKey={({ quest_id }) => quest_id}
            columns={[
              {
                key: "quest",
                label: t("team.assignments.quest"),
                kind: "name",
                cell: ({ quest_name }) => quest_name,
              },
              {
                key: "waiting",
                label: t("team.assignments.pending"),
                kind: "number",
                cell: (assignment) => <PendingCount of={assignment} />,
              },
              {
                key: "team",
                label: t("team.assignments.reviewers"),
                isVerbatim: true,
                cell: ({ reviewers }) =>
                  reviewers.length === 0 ? (
                    <span className="muted">{t("team.assignments.nobody")}</span>
                  ) : (
                    formatList(reviewers)
                  ),
              },
              ...(mayChange
                ? [
                    {
                      key: "change",
                      label: t("team.assignments.change"),
                      kind: "action" as const,
                      className: styles.action,
                      cell: (assignment: Assignment) => (
                        <Button
                          small
                          icon={<Pencil aria-hidden="true" />}
                          aria-label={t("team.assignments.changeOf", { questName: assignment.quest_name })}
                          onClick={() => {
                            setNotice(undefined);
                            setEditing(assignment);
                          }}
                        >
                          {t("team.assignments.change")}
                        </Button>
                      ),
                    },
                  ]
                : []),
            ]}
          />
        )}
      </FetchedInParts>
      {editing ? (
        <ReviewersDialog
          assignment={editing}
          known={[...names].sort()}
          onClose={() => setEditing(undefined)}
          onSaved={(questName) => {
            setEditing(undefined);
            setNotice(t("team.reviewers.saved", { questName }));
            void list.reload();
          }}
        />
      ) : null}
    </>
  );
}

function PendingCount({ of: { quest_id, quest_name, pending_count } }: { of: Assignment }) {
  if (pending_count === 0) return <span className="muted">{formatCount(0)}</span>;
  return (
    <Link
      to={`${paths.adminSamples}?quest=${quest_id}`}
      aria-label={t("team.assignments.pendingOf", { count: pending_count, questName: quest_name })}
    >
      {formatCount(pending_count)}
    </Link>
  );
}
