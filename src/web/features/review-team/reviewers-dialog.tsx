import X from "lucide-react/icons/x";
import { type FormEvent, useId, useRef, useState } from "react";
import { t } from "../../../../generated/web-texts/team.ts";
import { reviewersOfQuestMax } from "../../../contract/desk-limits.ts";
import { usernameLength } from "../../../contract/limits.ts";
import type { Assignment } from "../../../contract/reviews.ts";
import { call } from "../../foundation/api/client.ts";
import { useAction } from "../../foundation/api/use-action.ts";
import { ActionDialog } from "../../ui/action-dialog.tsx";
import { Button, IconButton } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { announce } from "../../ui/live-region.tsx";
import styles from "./review-team.module.css";

/** Adds and removes the reviewers of a quest. `known`: suggested names. */
export function ReviewersDialog({
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
  const { isBusy, problem, run } = useAction((reason) => t("team.reviewers.saveFailed", { reason }));
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

  const save = () =>
    run(async () => {
      // Includes a typed name that was not added yet.
      await call("assignReviewers", { params: { id: assignment.quest_id }, body: { reviewers: withTyped } });
      onSaved(assignment.quest_name);
    });

  return (
    <ActionDialog
      title={t("team.reviewers.title", { questName: assignment.quest_name })}
      onClose={onClose}
      keepOnOutsideClick={isChanged}
      back={t("team.reviewers.cancel")}
      act={t("team.reviewers.save")}
      isBusy={isBusy}
      problem={problem}
      onAct={save}
    >
      {reviewers.length === 0 ? (
        <p className={styles.note}>{t("team.reviewers.none")}</p>
      ) : (
        <ul className={`stack ${styles.names}`} aria-label={t("team.reviewers.list")}>
          {reviewers.map((reviewer) => (
            <li key={reviewer}>
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
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
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
