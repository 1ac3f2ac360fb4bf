import ArrowDown from "lucide-react/icons/arrow-down";
import ArrowUp from "lucide-react/icons/arrow-up";
import ChevronDown from "lucide-react/icons/chevron-down";
import CircleHelp from "lucide-react/icons/circle-question-mark";
import Plus from "lucide-react/icons/plus";
import X from "lucide-react/icons/x";
import { memo, type ReactNode, useCallback, useEffect, useId, useRef, useState } from "react";
import { t } from "../../../../generated/web-texts/editor.ts";
import type { FieldKind, Field as ProtocolField } from "../../../protocol/field.ts";
import { fieldCountMax } from "../../../protocol/protocol-limits.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { countByField } from "./draft-problems.ts";
import { insertField, makeField } from "./edit-draft.ts";
import { useEditor } from "./editor-context.ts";
import { meaningOf } from "./expression-field.tsx";
import styles from "./field-list.module.css";
import { conditionWords, fieldName, fieldSummary } from "./field-words.ts";
import { blockOf, depthOf, moveField, stepField } from "./group-drafts.ts";
import { KindPicker, kindIcons } from "./kind-picker.tsx";
import type { FieldDraft, ProtocolDraft } from "./protocol-draft.ts";
import { DragHandle, SortableItem, SortableList } from "./sortable-list.tsx";

export function FieldList({
  draft,
  openId,
  asked,
  onOpen,
  children,
}: {
  draft: ProtocolDraft;
  /** The protocol's fields, in the draft's order. */
  asked: readonly ProtocolField[];
  openId: string | undefined;
  onOpen: (id: string | undefined) => void;
  /** Draws the open field. */
  children: (field: FieldDraft, index: number) => ReactNode;
}) {
  const { edit, problems, languages, announce } = useEditor();
  const { fields } = draft;
  const pickerId = useId();
  const [isAdding, setIsAdding] = useState(fields.length === 0);
  const problemCounts = countByField(problems);

  function add(kind: FieldKind) {
    const field = makeField(kind);
    edit(insertField(field));
    setIsAdding(false);
    onOpen(field.id);
  }

  // The rows are memoized, so this function must not change.
  const latest = useRef({ draft, languages });
  useEffect(() => {
    latest.current = { draft, languages };
  });
  const move = useCallback(
    (id: string, by: 1 | -1) => {
      const { draft: before, languages: written } = latest.current;
      const { fields: all } = stepField(id, by)(before);
      const at = all.findIndex((each) => each.id === id);
      const field = all[at];
      if (!field || all === before.fields) return;
      edit(stepField(id, by));
      const label = fieldName(field, written);
      const moved = t("editor.field.moved", { number: at + 1, count: all.length, label });
      const group = all.find((each) => each.id === field.groupId);
      const hasLeft = before.fields.find((each) => each.id === id)?.groupId !== field.groupId;
      const where = group ? t("editor.field.inside", { group: fieldName(group, written) }) : t("editor.field.outside");
      announce(hasLeft ? `${moved}. ${where}` : moved);
    },
    [edit, announce],
  );

  const isFull = fields.length >= fieldCountMax;
  return (
    <section className="stack gap-12" aria-labelledby={`${pickerId}-title`}>
      <div className="row baseline between gap-12">
        <h4 id={`${pickerId}-title`}>{t("editor.fields")}</h4>
        <p className="muted small">{t("editor.fields.count", { count: fields.length })}</p>
      </div>
      {fields.length === 0 ? <p className="muted small">{t("editor.fields.none")}</p> : null}
      <SortableList
        ids={fields.map(({ id }) => id)}
        nameOf={(id) => {
          const field = fields.find((each) => each.id === id);
          return field ? fieldName(field, languages) : "";
        }}
        onStart={() => onOpen(undefined)}
        onMove={(id, to) => edit(moveField(id, to))}
      >
        <ol className={`stack gap-8 ${styles.list}`}>
          {fields.map((field, index) => (
            <SortableItem
              key={field.id}
              id={field.id}
              className={classNames("card", field.id === openId && styles.open, indents[depthOf(fields, field)])}
            >
              <FieldRow
                number={index + 1}
                isLast={field.groupId === undefined && index + blockOf(fields, field.id).length === fields.length}
                kind={field.kind}
                name={fieldName(field, languages)}
                summary={fieldSummary(field)}
                condition={meaningOf(field.formulas.shownWhen, asked) ?? conditionWords(field, draft)}
                isOpen={field.id === openId}
                problemCount={problemCounts.get(field.id) ?? 0}
                id={field.id}
                onToggle={onOpen}
                onMove={move}
              />
              {field.id === openId ? <div className={styles.body}>{children(field, index)}</div> : null}
            </SortableItem>
          ))}
        </ol>
      </SortableList>
      <div className={`stack start gap-12 ${styles.adding}`}>
        <Button
          icon={isAdding ? <X aria-hidden="true" /> : <Plus aria-hidden="true" />}
          aria-expanded={isAdding}
          aria-controls={pickerId}
          disabled={isFull}
          onClick={() => setIsAdding(!isAdding)}
        >
          {t(isAdding ? "editor.fields.add.close" : "editor.fields.add")}
        </Button>
        {isFull ? <p className="muted small">{t("editor.fields.full", { max: fieldCountMax })}</p> : null}
        {isAdding && !isFull ? <KindPicker id={pickerId} onPick={add} /> : null}
      </div>
    </section>
  );
}

/** By the number of groups that a field is in. */
const indents = [undefined, styles.inside, styles.insideTwo, styles.insideThree];

/** Memoized on primitive values, because there may be 1,000 fields. */
const FieldRow = memo(function FieldRow({
  number,
  isLast,
  kind,
  name,
  summary,
  condition,
  isOpen,
  problemCount,
  id,
  onToggle,
  onMove,
}: {
  number: number;
  isLast: boolean;
  kind: FieldKind;
  name: string;
  summary: string;
  condition: string | undefined;
  isOpen: boolean;
  problemCount: number;
  id: string;
  onToggle: (id: string | undefined) => void;
  onMove: (id: string, by: 1 | -1) => void;
}) {
  const Icon = kindIcons[kind] ?? CircleHelp;
  return (
    <div className={styles.row}>
      <DragHandle label={t("editor.field.drag", { number })} />
      <button
        type="button"
        className={`row center gap-12 shrinks ${styles.toggle}`}
        data-draft={id}
        aria-expanded={isOpen}
        aria-label={t(isOpen ? "editor.field.close" : "editor.field.open", { number, label: name })}
        data-wrong={problemCount > 0 && !isOpen ? t("editor.field.named", { number, label: name }) : undefined}
        onClick={() => onToggle(isOpen ? undefined : id)}
      >
        <Icon aria-hidden="true" className={styles.icon} />
        <span className={`stack shrinks ${styles.words}`}>
          <span className={`strong breaks ${styles.name}`}>
            <span className="muted figures">{number}</span> {name}
          </span>
          <span className="muted small breaks">{summary}</span>
          {condition ? <span className="muted small breaks">{t("editor.field.asked", { condition })}</span> : null}
          {problemCount > 0 ? (
            <span className="danger small strong">{t("editor.field.problems", { count: problemCount })}</span>
          ) : null}
        </span>
        <ChevronDown aria-hidden="true" className={styles.chevron} />
      </button>
      <IconButton
        label={t("editor.field.up", { number })}
        className={styles.move}
        aria-disabled={number === 1}
        onClick={() => onMove(id, -1)}
      >
        <ArrowUp aria-hidden="true" />
      </IconButton>
      <IconButton
        label={t("editor.field.down", { number })}
        className={styles.move}
        aria-disabled={isLast}
        onClick={() => onMove(id, 1)}
      >
        <ArrowDown aria-hidden="true" />
      </IconButton>
    </div>
  );
});
