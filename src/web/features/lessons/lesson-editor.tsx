import ArrowDown from "lucide-react/icons/arrow-down";
import ArrowUp from "lucide-react/icons/arrow-up";
import Plus from "lucide-react/icons/plus";
import Trash from "lucide-react/icons/trash-2";
import { useEffect, useRef, useState } from "react";
import { t } from "../../../../generated/web-texts/lesson-editor.ts";
import { lessonPolicies } from "../../../contract/enums.ts";
import type { Lesson } from "../../../contract/lessons.ts";
import { withoutMarkup } from "../../../protocol/markup.ts";
import { changeAnswer } from "../../foundation/api/answers-by-call.ts";
import { ApiError } from "../../foundation/api/api-error.ts";
import { call } from "../../foundation/api/client.ts";
import { currentAccount } from "../../foundation/api/session.ts";
import { useAction } from "../../foundation/api/use-action.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button, IconButton } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { announce } from "../../ui/live-region.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { CardForm } from "./card-form.tsx";
import { DeleteLessonDialog } from "./delete-lesson-dialog.tsx";
import {
  type CardDraft,
  canAddCard,
  type DraftProblem,
  draftOf,
  emptyCard,
  findDraft,
  keepDraft,
  type LessonDraft,
  payloadOf,
  problemsOf,
} from "./lesson-draft.ts";
import styles from "./lesson-editor.module.css";

/** The lesson of a quest, for its coordinators. Changes stay in the tab until they are saved. */
export function LessonEditor({
  questId,
  organizationId,
  lesson,
  added,
  onReload,
}: {
  questId: number;
  organizationId: number;
  /** Undefined if the quest has none. */
  lesson: Lesson | undefined;
  /** A card made from a data point. */
  added?: CardDraft | undefined;
  /** Fetches the newest version and begins with it. */
  onReload: () => Promise<unknown>;
}) {
  const whose = { account: currentAccount(), questId };
  const [draft, setDraft] = useState(() => withCard(findDraft(whose) ?? draftOf(lesson), added));
  const [isChanged, setIsChanged] = useState(() => added !== undefined || findDraft(whose) !== undefined);
  const [openKey, setOpenKey] = useState(added?.key);
  const [problems, setProblems] = useState<DraftProblem[]>([]);
  const list = useRef<HTMLOListElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the address no longer names the data point.
  useEffect(() => {
    if (added) keepDraft(whose, draft);
  }, []);
  const [hasChangedMeanwhile, setHasChangedMeanwhile] = useState(false);
  const [isDeleting, setIsDeleting] = useState(false);
  const { run, isBusy, problem, dismiss } = useAction((reason) => t("lesson.editor.notSaved", { reason }));
  const change = (next: LessonDraft) => {
    setDraft(next);
    setIsChanged(true);
    keepDraft(whose, next);
  };
  const start = (next: LessonDraft) => {
    keepDraft(whose, undefined);
    setDraft(next);
    setIsChanged(false);
    setProblems([]);
    dismiss();
  };
  function reload() {
    keepDraft(whose, undefined);
    void onReload();
  }
  const { cards } = draft;
  const setCards = (next: CardDraft[]) => change({ ...draft, cards: next });
  /** Runs after the list is drawn. */
  const focusCard = (key: string | undefined) =>
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(`[data-card="${key}"] button`)?.focus());

  function move(index: number, by: number) {
    const card = cards[index];
    const to = index + by;
    if (!card || to < 0 || to >= cards.length) return;
    setCards(cards.toSpliced(index, 1).toSpliced(to, 0, card));
    announce(t("lesson.editor.card.moved", { number: to + 1, count: cards.length }));
  }
  function remove(index: number) {
    setCards(cards.toSpliced(index, 1));
    announce(t("lesson.editor.card.removed"));
    focusCard((cards[index + 1] ?? cards[index - 1])?.key);
  }
  function add() {
    const card = emptyCard();
    setCards([...cards, card]);
    setOpenKey(card.key);
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>(`[data-card="${card.key}"] textarea`)?.focus(),
    );
  }
  function save() {
    const found = problemsOf(draft);
    setProblems(found);
    if (found.length > 0) return;
    setHasChangedMeanwhile(false);
    void run(async () => {
      const of = { params: { id: questId } };
      const saved = await call("setLesson", { ...of, body: payloadOf(draft) }).catch((error: unknown) => {
        setHasChangedMeanwhile(error instanceof ApiError && error.code === "lesson_changed");
        throw error;
      });
      await changeAnswer("getLesson", of, saved);
      start(draftOf(saved));
      announce(t("lesson.editor.saved", { version: saved.version }));
    });
  }

  return (
    <div className="stack gap-24">
      {added && isChanged ? <Banner tone="info">{t("lesson.editor.sample.added")}</Banner> : null}
      <Policy draft={draft} onChange={change} />
      <section className={`stack gap-12 shrinks ${styles.form}`} aria-labelledby="lesson-cards">
        <h2 id="lesson-cards">{t("lesson.editor.cards")}</h2>
        {cards.length === 0 ? <p className="muted">{t("lesson.editor.cards.none")}</p> : null}
        <ol ref={list} className={`stack gap-12 shrinks ${styles.cards}`}>
          {cards.map((card, index) => (
            <li key={card.key} className="card" data-card={card.key}>
              <CardRow
                card={card}
                number={index + 1}
                isFirst={index === 0}
                isLast={index === cards.length - 1}
                isOpen={card.key === openKey}
                onToggle={() => setOpenKey(card.key === openKey ? undefined : card.key)}
                onMove={(by) => move(index, by)}
                onRemove={() => remove(index)}
              />
              {card.key === openKey ? (
                <CardForm
                  card={card}
                  organizationId={organizationId}
                  onChange={(changes) => setCards(cards.with(index, { ...card, ...changes }))}
                />
              ) : null}
            </li>
          ))}
        </ol>
        {canAddCard(draft) ? (
          <Button icon={<Plus aria-hidden="true" />} onClick={add}>
            {t("lesson.editor.card.add")}
          </Button>
        ) : (
          <p className="muted">{t("lesson.editor.card.many")}</p>
        )}
      </section>
      {problems.length > 0 ? (
        <Banner tone="danger">
          {t("lesson.editor.problems")}
          <ul className={styles.problems}>
            {problems.map(({ words, key }) => (
              <li key={words}>
                {key === undefined ? (
                  words
                ) : (
                  <Button
                    small
                    tone="plain"
                    onClick={() => {
                      setOpenKey(key);
                      focusCard(key);
                    }}
                  >
                    {words}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </Banner>
      ) : null}
      {problem === undefined ? null : (
        <Banner
          tone="danger"
          action={
            hasChangedMeanwhile ? (
              <Button small onClick={reload}>
                {t("lesson.editor.load")}
              </Button>
            ) : undefined
          }
        >
          {problem}
        </Banner>
      )}
      <div className="cluster center gap-8 across-12">
        <Button tone="primary" busy={isBusy} disabled={!isChanged} onClick={save}>
          {t("lesson.editor.save")}
        </Button>
        {isChanged ? (
          <>
            <Button tone="plain" onClick={() => start(draftOf(lesson))}>
              {t("lesson.editor.discard")}
            </Button>
            <p className="muted">{t("lesson.editor.unsaved")}</p>
          </>
        ) : null}
      </div>
      {lesson ? (
        <div className="cluster center gap-8 across-12">
          <Button tone="danger" icon={<Trash aria-hidden="true" />} onClick={() => setIsDeleting(true)}>
            {t("lesson.editor.delete")}
          </Button>
        </div>
      ) : null}
      {lesson && isDeleting ? (
        <DeleteLessonDialog
          questId={questId}
          version={lesson.version}
          isChanged={isChanged}
          onClose={() => setIsDeleting(false)}
          onDeleted={() => {
            announce(t("lesson.editor.deleted"));
            reload();
          }}
        />
      ) : null}
    </div>
  );
}

const withCard = (draft: LessonDraft, card: CardDraft | undefined): LessonDraft =>
  !card || draft.cards.some(({ key }) => key === card.key) ? draft : { ...draft, cards: [...draft.cards, card] };

function Policy({ draft, onChange }: { draft: LessonDraft; onChange: (draft: LessonDraft) => void }) {
  const policies = lessonPolicies.map((policy) => [policy, t(`lesson.editor.policy.${policy}`)] as const);
  return (
    <div className={`stack gap-12 shrinks ${styles.form}`}>
      <div className={`cluster start gap-8 across-12 ${styles.values}`}>
        <SelectField
          label={t("lesson.editor.policy")}
          value={draft.asked}
          options={policies}
          onChoose={(asked) => asked && onChange({ ...draft, asked })}
        />
        {draft.asked === "after_denied" ? (
          <Field label={t("lesson.editor.deniedCount")} required>
            {(control) => (
              <input
                {...control}
                type="text"
                inputMode="numeric"
                value={draft.deniedCount}
                onChange={({ currentTarget }) => onChange({ ...draft, deniedCount: currentTarget.value })}
              />
            )}
          </Field>
        ) : null}
      </div>
      <p className="muted">{t("lesson.editor.policy.hint")}</p>
    </div>
  );
}

function CardRow({
  card,
  number,
  isFirst,
  isLast,
  isOpen,
  onToggle,
  onMove,
  onRemove,
}: {
  card: CardDraft;
  number: number;
  isFirst: boolean;
  isLast: boolean;
  isOpen: boolean;
  onToggle: () => void;
  onMove: (by: number) => void;
  onRemove: () => void;
}) {
  const named = (action: string) => t("lesson.editor.card.of", { action, number });
  return (
    <div className="cluster center between gap-8 across-12">
      <div className={`shrinks breaks ${styles.name}`}>
        <h3 className="text-16">{t("lesson.editor.card", { number })}</h3>
        <p className="muted">{withoutMarkup(card.text).split("\n", 1)[0] || t("lesson.editor.card.empty")}</p>
      </div>
      <div className="cluster center gap-8 across-12">
        <Button
          small
          aria-expanded={isOpen}
          aria-label={named(t(isOpen ? "lesson.editor.card.close" : "lesson.editor.card.edit"))}
          onClick={onToggle}
        >
          {t(isOpen ? "lesson.editor.card.close" : "lesson.editor.card.edit")}
        </Button>
        <IconButton
          label={named(t("lesson.editor.card.up"))}
          aria-disabled={isFirst || undefined}
          onClick={() => onMove(-1)}
        >
          <ArrowUp aria-hidden="true" />
        </IconButton>
        <IconButton
          label={named(t("lesson.editor.card.down"))}
          aria-disabled={isLast || undefined}
          onClick={() => onMove(1)}
        >
          <ArrowDown aria-hidden="true" />
        </IconButton>
        <IconButton label={named(t("lesson.editor.card.remove"))} onClick={onRemove}>
          <Trash aria-hidden="true" />
        </IconButton>
      </div>
    </div>
  );
}
