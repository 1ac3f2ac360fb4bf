import Pencil from "lucide-react/icons/pencil";
import X from "lucide-react/icons/x";
import { type FormEvent, useId, useRef, useState } from "react";
import { Link } from "react-router";
import { t } from "../../../../generated/web-texts/team.ts";
import { reviewersOfQuestMax } from "../../../contract/desk-limits.ts";
import { shortTextLength, usernameLength } from "../../../contract/limits.ts";
import type { Assignment } from "../../../contract/reviews.ts";
import { call } from "../../foundation/api/client.ts";
import { rowsPerPart, useListInParts } from "../../foundation/api/list-parts.ts";
import { useAction } from "../../foundation/api/use-action.ts";
import { deskPaths } from "../../foundation/desk-paths.ts";
import { ActionDialog } from "../../ui/action-dialog.tsx";
import { asTyped } from "../../ui/as-typed.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button, IconButton } from "../../ui/button.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { FetchedInParts } from "../../ui/fetched.tsx";
import { Field } from "../../ui/field.tsx";
import { announce } from "../../ui/live-region.tsx";
import { formatCount, formatList } from "../../ui/numbers.ts";
import { useSettled } from "../../ui/use-settled.ts";
import styles from "./review-team.module.css";

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
      <p className="muted">{t("team.assignments.explanation")}</p>
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
      <Banner tone="ok" onClose={() => setNotice(undefined)}>
        {notice}
      </Banner>
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
      to={`${deskPaths.samples}?quest=${quest_id}`}
      aria-label={t("team.assignments.pendingOf", { count: pending_count, questName: quest_name })}
    >
      {formatCount(pending_count)}
    </Link>
  );
}

/** Adds and removes the reviewers of a quest. `known`: suggested names. */
function ReviewersDialog({
  assignment,
  known,
  onClose,
  onSaved,
}: {
  assignment: Assignment;
  known: readonly string[];
  onClose: () => void;
  onSaved: (questName: string) => void;
}) {
  const formId = useId();
  const listId = useId();
  const field = useRef<HTMLInputElement>(null);
  const [reviewers, setReviewers] = useState(assignment.reviewers);
  const [name, setName] = useState("");
  const action = useAction((reason) => t("team.reviewers.saveFailed", { reason }));
  const typed = name.trim();
  const withTyped = typed === "" || reviewers.includes(typed) ? reviewers : [...reviewers, typed];
  const isChanged = withTyped.join("\n") !== assignment.reviewers.join("\n");

  function add(event: FormEvent) {
    event.preventDefault();
    if (typed !== "") announce(typed);
    setReviewers(withTyped);
    setName("");
    field.current?.focus();
  }

  function remove(reviewer: string) {
    setReviewers(reviewers.filter((each) => each !== reviewer));
    field.current?.focus();
  }

  const save = async () => {
    // Includes a typed name that was not added yet.
    await call("assignReviewers", { params: { id: assignment.quest_id }, body: { reviewers: withTyped } });
    onSaved(assignment.quest_name);
  };

  return (
    <ActionDialog
      title={t("team.reviewers.title", { questName: assignment.quest_name })}
      onClose={onClose}
      keepOnOutsideClick={isChanged}
      back={t("team.reviewers.cancel")}
      act={t("team.reviewers.save")}
      action={action}
      onAct={save}
    >
      {reviewers.length === 0 ? (
        <p className="muted">{t("team.reviewers.none")}</p>
      ) : (
        <ul className={`stack ruled ${styles.names}`} aria-label={t("team.reviewers.list")}>
          {reviewers.map((reviewer) => (
            <li key={reviewer} className="row center between gap-8">
              <span translate="no">{reviewer}</span>
              <IconButton label={t("team.reviewers.remove", { reviewer })} onClick={() => remove(reviewer)}>
                <X aria-hidden="true" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <form id={formId} className={`cluster gap-8 ${styles.addName}`} onSubmit={add}>
        <Field label={t("team.reviewers.name")} hint={t("team.reviewers.hint")} className={styles.grow}>
          {(control) => (
            <input
              {...control}
              ref={field}
              type="text"
              list={listId}
              value={name}
              maxLength={usernameLength.max}
              {...asTyped}
              onChange={(event) => setName(event.currentTarget.value)}
            />
          )}
        </Field>
        <datalist id={listId}>
          {known
            .filter((each) => !reviewers.includes(each))
            .map((each) => (
              <option key={each} value={each} />
            ))}
        </datalist>
        <Button type="submit" disabled={typed === "" || reviewers.length >= reviewersOfQuestMax}>
          {t("team.reviewers.add")}
        </Button>
      </form>
    </ActionDialog>
  );
}
