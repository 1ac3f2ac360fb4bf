import Plus from "lucide-react/icons/plus";
import { useState } from "react";
import { t } from "../../../../generated/web-texts/releases.ts";
import { licenceOf, type ReleaseLicence, releaseLicences } from "../../../contract/desk-enums.ts";
import { releaseAuthorLength, releaseAuthorsMax } from "../../../contract/desk-limits.ts";
import { longTextLength } from "../../../contract/limits.ts";
import { isOrcid, type NewRelease } from "../../../contract/releases.ts";
import { call } from "../../foundation/api/client.ts";
import { useAction } from "../../foundation/api/use-action.ts";
import { ActionDialog } from "../../ui/action-dialog.tsx";
import { Button } from "../../ui/button.tsx";
import { Choice, Field } from "../../ui/field.tsx";
import styles from "./releases.module.css";

/** Describes a release and starts it. */
export function PublishReleaseDialog({
  questId,
  onClose,
  onStarted,
}: {
  questId: number;
  onClose: () => void;
  onStarted: (number: number) => void;
}) {
  const [draft, setDraft] = useState(emptyDraft);
  const [isChecked, setIsChecked] = useState(false);
  const { isBusy, problem, run } = useAction((reason) => t("releases.new.failed", { reason }));
  const { licence, notes, thanks, authors } = draft;
  function submit() {
    setIsChecked(true);
    const body = releaseOf(draft);
    if (!body) return;
    void run(async () => onStarted((await call("publishRelease", { params: { id: questId }, body })).number));
  }
  return (
    <ActionDialog
      title={t("releases.new.title")}
      onClose={onClose}
      keepOnOutsideClick={draft !== emptyDraft}
      back={t("releases.cancel")}
      act={t("releases.new.publish")}
      isBusy={isBusy}
      problem={problem}
      form
      onAct={submit}
    >
      <p>{t("releases.new.lead")}</p>
      <fieldset className={`stack ${styles.choices}`}>
        <legend className="strong">{t("releases.new.licence")}</legend>
        {releaseLicences.map((each) => (
          <Choice key={each} hint={t(`releases.new.licence.${each}`)}>
            <input
              type="radio"
              name="licence"
              checked={licence === each}
              onChange={() => setDraft({ ...draft, licence: each })}
            />
            {licenceOf(each).name}
          </Choice>
        ))}
      </fieldset>
      <fieldset className={`stack ${styles.choices}`}>
        <legend className="strong">{t("releases.new.authors")}</legend>
        {authors.map((author, index) => (
          <Author
            key={author.id}
            author={author}
            number={index + 1}
            isChecked={isChecked}
            onChange={(change) => setDraft(changeAuthor(draft, author.id, change))}
            onRemove={authors.length > 1 ? () => setDraft(withoutAuthor(draft, author.id)) : undefined}
          />
        ))}
        {authors.length < releaseAuthorsMax ? (
          <div>
            <Button small icon={<Plus aria-hidden="true" />} onClick={() => setDraft(withAuthor(draft))}>
              {t("releases.new.author.add")}
            </Button>
          </div>
        ) : null}
      </fieldset>
      <Field label={t("releases.new.notes")} hint={t("releases.new.notes.hint")}>
        {(control) => (
          <textarea
            {...control}
            rows={4}
            value={notes}
            maxLength={longTextLength}
            onChange={(event) => setDraft({ ...draft, notes: event.currentTarget.value })}
          />
        )}
      </Field>
      <Field label={t("releases.new.thanks")} hint={t("releases.new.thanks.hint")}>
        {(control) => (
          <textarea
            {...control}
            rows={3}
            value={thanks}
            maxLength={longTextLength}
            onChange={(event) => setDraft({ ...draft, thanks: event.currentTarget.value })}
          />
        )}
      </Field>
    </ActionDialog>
  );
}

function Author({
  author,
  number,
  isChecked,
  onChange,
  onRemove,
}: {
  author: DraftAuthor;
  number: number;
  isChecked: boolean;
  onChange: (change: Partial<DraftAuthor>) => void;
  onRemove: (() => void) | undefined;
}) {
  const { isNameMissing, isOrcidWrong } = problemOf(author);
  return (
    <div className={`grid gap-8 ${styles.author}`}>
      <Field
        label={t("releases.new.author", { number })}
        error={isChecked && isNameMissing ? t("releases.new.author.missing") : undefined}
      >
        {(control) => (
          <input
            {...control}
            value={author.name}
            maxLength={releaseAuthorLength}
            autoComplete="off"
            onChange={(event) => onChange({ name: event.currentTarget.value })}
          />
        )}
      </Field>
      <Field
        label={t("releases.new.orcid", { number })}
        hint={t("releases.new.orcid.hint")}
        error={isChecked && isOrcidWrong ? t("releases.new.orcid.wrong") : undefined}
      >
        {(control) => (
          <input
            {...control}
            dir="ltr"
            value={author.orcid}
            maxLength={60}
            autoComplete="off"
            onChange={(event) => onChange({ orcid: event.currentTarget.value })}
          />
        )}
      </Field>
      {onRemove ? (
        <div>
          <Button small onClick={onRemove}>
            {t("releases.new.author.remove", { number })}
          </Button>
        </div>
      ) : null}
    </div>
  );
}

/** `id` is for the list on the screen. */
type DraftAuthor = { id: number; name: string; orcid: string };
type AuthorProblem = { isNameMissing: boolean; isOrcidWrong: boolean };

/** A release that is being described. */
type ReleaseDraft = { licence: ReleaseLicence; notes: string; thanks: string; authors: readonly DraftAuthor[] };

const emptyDraft: ReleaseDraft = {
  licence: "CC-BY-4.0",
  notes: "",
  thanks: "",
  authors: [{ id: 1, name: "", orcid: "" }],
};

function problemOf({ name, orcid }: DraftAuthor): AuthorProblem {
  const typed = orcidIn(orcid);
  return { isNameMissing: name.trim() === "", isOrcidWrong: typed !== "" && !isOrcid(typed) };
}

/** People paste the whole address. */
const orcidIn = (text: string) => text.trim().replace(/^https?:\/\/orcid\.org\//, "");

/** What is sent; undefined if something is missing or wrong. */
function releaseOf({ licence, notes, thanks, authors }: ReleaseDraft): NewRelease | undefined {
  const problems = authors.map(problemOf);
  if (problems.some(({ isNameMissing, isOrcidWrong }) => isNameMissing || isOrcidWrong)) return undefined;
  return {
    licence,
    notes: notes.trim(),
    thanks: thanks.trim(),
    authors: authors.map(({ name, orcid }) => {
      const typed = orcidIn(orcid);
      return { name: name.trim(), ...(typed !== "" && { orcid: typed }) };
    }),
  };
}

const withAuthor = (draft: ReleaseDraft): ReleaseDraft => ({
  ...draft,
  authors: [...draft.authors, { id: Math.max(...draft.authors.map(({ id }) => id)) + 1, name: "", orcid: "" }],
});

const withoutAuthor = (draft: ReleaseDraft, id: number): ReleaseDraft => ({
  ...draft,
  authors: draft.authors.filter((author) => author.id !== id),
});

const changeAuthor = (draft: ReleaseDraft, id: number, change: Partial<DraftAuthor>): ReleaseDraft => ({
  ...draft,
  authors: draft.authors.map((author) => (author.id === id ? { ...author, ...change } : author)),
});
