import ArrowDown from "lucide-react/icons/arrow-down";
import ArrowUp from "lucide-react/icons/arrow-up";
import Pencil from "lucide-react/icons/pencil";
import Plus from "lucide-react/icons/plus";
import Trash2 from "lucide-react/icons/trash-2";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { t } from "../../../../generated/web-texts/team.ts";
import { reviewReasonLength, reviewReasonsMax } from "../../../contract/desk-limits.ts";
import { type ReviewDecision, reviewDecisions } from "../../../contract/enums.ts";
import type { Organization } from "../../../contract/organizations.ts";
import type { ReviewReason } from "../../../contract/reviews.ts";
import { call } from "../../foundation/api/client.ts";
import { useAction } from "../../foundation/api/use-action.ts";
import { useCall } from "../../foundation/api/use-call.ts";
import { ActionDialog } from "../../ui/action-dialog.tsx";
import { Banner } from "../../ui/banner.tsx";
import { Button, IconButton } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { EmptyState, FailedState } from "../../ui/message-state.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { Loading } from "../../ui/skeleton.tsx";
import { withNames } from "../../ui/verbatim.tsx";
import styles from "./review-team.module.css";

/** Shows and edits an organization's frequent reasons. */
export function Reasons({
  organizations,
  chosenAtFirst,
}: {
  organizations: readonly Organization[];
  chosenAtFirst: number | undefined;
}) {
  const [chosenId, setChosenId] = useState(chosenAtFirst);
  const organization = organizations.find(({ id }) => id === chosenId) ?? organizations[0];
  if (!organization) return <EmptyState>{t("team.reasons.noOrganization")}</EmptyState>;
  return (
    <>
      <p className="muted">{t("team.reasons.explanation")}</p>
      <SelectField
        label={t("team.reasons.organization")}
        className={styles.search}
        value={String(organization.id)}
        options={organizations.map(({ id, organization_name }) => [String(id), organization_name])}
        onChoose={(id) => setChosenId(Number(id))}
      />
      <ReasonsOf key={organization.id} organization={organization} />
    </>
  );
}

function ReasonsOf({ organization }: { organization: Organization }) {
  const { data: reasons, error, mutate } = useCall("listReviewReasons", { params: { id: organization.id } });
  const [isEditing, setIsEditing] = useState(false);
  const [notice, setNotice] = useState<ReactNode>();
  if (!reasons && error) return <FailedState message={t("app.fetchFailed")} onRetry={() => void mutate()} />;
  if (!reasons) return <Loading height="8rem" />;
  const edit = (
    <Button
      icon={<Pencil aria-hidden="true" />}
      onClick={() => {
        setNotice(undefined);
        setIsEditing(true);
      }}
    >
      {t("team.reasons.edit")}
    </Button>
  );
  return (
    <>
      <Banner tone="ok" onClose={() => setNotice(undefined)}>
        {notice}
      </Banner>
      {reasons.length === 0 ? (
        <EmptyState action={edit}>{t("team.reasons.none")}</EmptyState>
      ) : (
        <div className={`stack card start gap-16 pad-16 ${styles.reasons}`}>
          {groups
            .filter((decision) => reasons.some((reason) => reason.decision === decision))
            .map((decision) => (
              <section key={decision} aria-label={t(`team.reasons.group.${decision}`)}>
                <h3 className="text-16">{t(`team.reasons.group.${decision}`)}</h3>
                <ol className="stack gap-4">
                  {reasons
                    .filter((reason) => reason.decision === decision)
                    .map((reason, index) => (
                      // biome-ignore lint/suspicious/noArrayIndexKey: texts can be equal
                      <li key={index} dir="auto">
                        {reason.text}
                      </li>
                    ))}
                </ol>
              </section>
            ))}
          {edit}
        </div>
      )}
      {isEditing ? (
        <ReasonsDialog
          organization={organization}
          reasons={reasons}
          onClose={() => setIsEditing(false)}
          onSaved={(saved) => {
            void mutate(saved, { revalidate: false });
            setIsEditing(false);
            setNotice(
              withNames((name) => t("team.reasons.saved", { organizationName: name(organization.organization_name) })),
            );
          }}
        />
      ) : null}
    </>
  );
}

/** A reason that is being edited. Its key stays the same when it moves. */
type Draft = ReviewReason & { key: number };

const suggestions = {
  accepted: ["team.reasons.suggestion.accepted.1"],
  denied: ["team.reasons.suggestion.denied.1", "team.reasons.suggestion.denied.2", "team.reasons.suggestion.denied.3"],
  change_requested: [
    "team.reasons.suggestion.change_requested.1",
    "team.reasons.suggestion.change_requested.2",
    "team.reasons.suggestion.change_requested.3",
    "team.reasons.suggestion.change_requested.4",
  ],
} as const;

/** Decisions that need reasons most come first. */
const groups = ["change_requested", "denied", "accepted"] as const;

/** Edits the reasons of an organization. Decisions without reasons get suggestions. */
function ReasonsDialog({
  organization,
  reasons,
  onClose,
  onSaved,
}: {
  organization: Organization;
  reasons: readonly ReviewReason[];
  onClose: () => void;
  onSaved: (reasons: ReviewReason[]) => void;
}) {
  const nextKey = useRef(reasons.length);
  const [drafts, setDrafts] = useState<Draft[]>(() => reasons.map((reason, key) => ({ ...reason, key })));
  const [isTried, setIsTried] = useState(false);
  const { isBusy, problem, run } = useAction((reason) => t("team.reasons.saveFailed", { reason }));
  const [focused, setFocused] = useState<number>();
  const fields = useRef(new Map<number, HTMLTextAreaElement>());

  useEffect(() => {
    if (focused !== undefined) fields.current.get(focused)?.focus();
  }, [focused]);

  const ordered = reviewDecisions.flatMap((decision) => drafts.filter((draft) => draft.decision === decision));
  const asReasons = ordered.map(({ decision, text }) => ({ decision, text: text.trim() }));
  const isChanged = JSON.stringify(asReasons) !== JSON.stringify(inOrder(reasons));

  function add(decision: ReviewDecision, text = "") {
    const key = nextKey.current++;
    setDrafts([...drafts, { decision, text, key }]);
    setFocused(key);
  }

  function move(draft: Draft, step: 1 | -1) {
    const group = drafts.filter(({ decision }) => decision === draft.decision);
    const other = group[group.indexOf(draft) + step];
    if (!other) return;
    setDrafts(drafts.map((each) => (each === draft ? other : each === other ? draft : each)));
  }

  function remove(draft: Draft) {
    const group = drafts.filter(({ decision }) => decision === draft.decision);
    const at = group.indexOf(draft);
    setDrafts(drafts.filter((each) => each !== draft));
    setFocused((group[at + 1] ?? group[at - 1])?.key);
  }

  async function save() {
    setIsTried(true);
    const empty = ordered.find(({ text }) => text.trim() === "");
    if (empty) {
      fields.current.get(empty.key)?.focus();
      return;
    }
    await run(async () => {
      onSaved(await call("setReviewReasons", { params: { id: organization.id }, body: asReasons }));
    });
  }

  return (
    <ActionDialog
      widthPx={720}
      title={withNames((name) => t("team.reasons.dialog", { organizationName: name(organization.organization_name) }))}
      onClose={onClose}
      keepOnOutsideClick={isChanged}
      back={t("team.reasons.cancel")}
      act={t("team.reasons.save")}
      isBusy={isBusy}
      problem={problem}
      onAct={save}
    >
      {groups.map((decision) => {
        const group = drafts.filter((draft) => draft.decision === decision);
        const offered = reasons.some((reason) => reason.decision === decision)
          ? []
          : suggestions[decision].filter((key) => group.every(({ text }) => text !== t(key)));
        return (
          <fieldset key={decision} className={`stack start gap-12 ${styles.group}`}>
            <legend className="text-18 strong">{t(`team.reasons.group.${decision}`)}</legend>
            {group.map((draft, index) => {
              const number = index + 1;
              return (
                <div key={draft.key} className={`cluster wide ${styles.reason}`}>
                  <Field
                    label={t("team.reasons.one", { number })}
                    className={styles.grow}
                    error={isTried && draft.text.trim() === "" ? t("team.reasons.empty") : undefined}
                  >
                    {(control) => (
                      <textarea
                        {...control}
                        ref={(element) => {
                          if (element) fields.current.set(draft.key, element);
                          else fields.current.delete(draft.key);
                        }}
                        rows={2}
                        maxLength={reviewReasonLength}
                        value={draft.text}
                        onChange={(event) => {
                          const text = event.currentTarget.value;
                          setDrafts(drafts.map((each) => (each === draft ? { ...each, text } : each)));
                        }}
                      />
                    )}
                  </Field>
                  <div className="row">
                    <IconButton
                      label={t("team.reasons.up", { number })}
                      disabled={index === 0}
                      onClick={() => move(draft, -1)}
                    >
                      <ArrowUp aria-hidden="true" />
                    </IconButton>
                    <IconButton
                      label={t("team.reasons.down", { number })}
                      disabled={index === group.length - 1}
                      onClick={() => move(draft, 1)}
                    >
                      <ArrowDown aria-hidden="true" />
                    </IconButton>
                    <IconButton label={t("team.reasons.remove", { number })} onClick={() => remove(draft)}>
                      <Trash2 aria-hidden="true" />
                    </IconButton>
                  </div>
                </div>
              );
            })}
            {offered.length > 0 ? (
              <div className="stack start gap-8">
                <p className="muted">{t("team.reasons.suggestions")}</p>
                {offered.map((key) => (
                  <Button
                    key={key}
                    small
                    className={styles.suggestion}
                    icon={<Plus aria-hidden="true" />}
                    onClick={() => add(decision, t(key))}
                  >
                    {t(key)}
                  </Button>
                ))}
              </div>
            ) : null}
            <Button
              small
              icon={<Plus aria-hidden="true" />}
              disabled={group.length >= reviewReasonsMax}
              onClick={() => add(decision)}
            >
              {t("team.reasons.add")}
            </Button>
          </fieldset>
        );
      })}
    </ActionDialog>
  );
}

const inOrder = (reasons: readonly ReviewReason[]) =>
  reviewDecisions.flatMap((decision) => reasons.filter((reason) => reason.decision === decision));
