import ArrowDown from "lucide-react/icons/arrow-down";
import ArrowUp from "lucide-react/icons/arrow-up";
import Check from "lucide-react/icons/check";
import ChevronDown from "lucide-react/icons/chevron-down";
import Plus from "lucide-react/icons/plus";
import Trash2 from "lucide-react/icons/trash-2";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import Undo2 from "lucide-react/icons/undo-2";
import {
  Fragment,
  memo,
  type ReactNode,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { flushSync } from "react-dom";
import { t } from "../../../../generated/web-texts/rows.ts";
import type { Field, GroupField } from "../../../protocol/field.ts";
import { rowBounds } from "../../../protocol/form-state.ts";
import { allFields, pathIn, rowOfPath } from "../../../protocol/places.ts";
import { rowsPerGroupMax } from "../../../protocol/protocol-limits.ts";
import { readAnswer } from "../../foundation/answers/answers.ts";
import { movedRow, newRowId, rowsAround } from "../../foundation/answers/rows.ts";
import { fieldText } from "../../foundation/texts/protocol.ts";
import { Button } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { announce } from "../../ui/live-region.tsx";
import { MarkedText, MarkedWords } from "../../ui/marked-text.tsx";
import { onItemsRemembered, rememberedCount } from "../../ui/remembered-items.ts";
import { rowSummary, rowTitle } from "../../ui/row-words.ts";
import { focusField, openRowEvent } from "./focus-field.ts";
import type { ReadRow } from "./form-reader.ts";
import { headingsOf } from "./headings.ts";
import { filledField, filledText, shownAnswer } from "./known-answers.ts";
import { offeredField, offerOf } from "./offers.ts";
import fieldStyles from "./protocol-field.module.css";
import { ProtocolField, QuestionNumber } from "./protocol-field.tsx";
import { QuestionMedia } from "./question-media.tsx";
import styles from "./rows-field.module.css";
import type { StepsProps } from "./steps-props.ts";

type RowsFieldProps = Omit<StepsProps, "firstNumber"> & {
  /** The group, with answers filled into its label. */
  field: GroupField;
  /** Where its answers are; `stops.2.birds` in a row of another group. */
  path: string;
  /** The row that it is in; undefined in the form. */
  within?: ReadRow | undefined;
};

/** A group that repeats: its rows as a list, one of them open. */
export function RowsField(props: RowsFieldProps) {
  const { protocol, field, path, within, read, answers, onAnswer, errors, isAsked, disabled = false } = props;
  const id = useId();
  const [labelId, hintId, errorId] = [`${id}-label`, `${id}-hint`, `${id}-error`];
  const root = useRef<HTMLDivElement>(null);
  const [openId, setOpenId] = useState<string>();
  const [removed, setRemoved] = useState<{ id: string; index: number; title: string }>();
  const rows = read.rows.get(path) ?? [];
  const ids = rows.map((row) => row.id);
  const isCounted = field.repeat.count !== undefined;
  const fixedCount = props.fixedRows?.get(path) ?? 0;
  const { max = rowsPerGroupMax } = rowBounds(field, read.state, within?.path);
  const isFull = rows.length >= max;
  const fields = useMemo(() => allFields(protocol.fields), [protocol]);
  const problems = useProblems(path, read, errors, isAsked);
  const rememberedItems = useSyncExternalStore(onItemsRemembered, rememberedCount);
  const titleOf = (row: ReadRow) => rowTitle(field, rows.indexOf(row) + 1, fields, row.known.answerOf);
  const { hint } = field;
  const bounds = boundsWords(field, max);
  const error = errors?.get(path);

  /** Draws a change at once, so that what is to be focused is there. */
  function show(change: () => void, focus: () => void) {
    flushSync(change);
    focus();
  }
  const headOf = (rowId: string) =>
    root.current?.querySelector<HTMLElement>(`[data-row="${pathIn(path, rowId)}"] [aria-expanded]`);
  const focusHead = (rowId: string) => {
    const head = headOf(rowId);
    head?.focus({ preventScroll: true });
    head?.scrollIntoView?.({ block: "nearest" });
  };
  const changeRows = (next: readonly string[]) => {
    setRemoved(undefined);
    onAnswer(path, next);
  };

  function add() {
    const added = newRowId(path, ids, answers);
    const first = field.fields.find(({ kind }) => kind !== "calculated" && kind !== "note");
    show(
      () => {
        changeRows([...ids, added]);
        repeatLast(added);
        setOpenId(added);
      },
      // The draft's change is drawn by the form.
      () => setTimeout(() => focusField(root.current, pathIn(pathIn(path, added), first?.key ?? ""))),
    );
    announce(
      t("rows.added", { row: t("rows.name", { label: fieldText(field.label), number: String(rows.length + 1) }) }),
    );
  }

  /** Starts a row with the answers of the one before that are the same in each. */
  function repeatLast(added: string) {
    const last = rows.at(-1);
    if (!last) return;
    for (const each of field.fields) {
      const answer = answers[pathIn(last.path, each.key)];
      if (!each.same_as_last || readAnswer(each, answer).kind !== "value") continue;
      onAnswer(pathIn(pathIn(path, added), each.key), answer, true);
    }
  }

  function remove(row: ReadRow) {
    const index = ids.indexOf(row.id);
    const title = titleOf(row);
    changeRows(ids.filter((each) => each !== row.id));
    setRemoved({ id: row.id, index, title });
    setOpenId(undefined);
    announce(t("rows.removed", { row: title }));
    setTimeout(() => root.current?.querySelector<HTMLElement>("[data-undo]")?.focus());
  }

  function undo() {
    if (!removed) return;
    const { id: back, index, title } = removed;
    changeRows([...ids.slice(0, index), back, ...ids.slice(index)]);
    announce(t("rows.restored", { row: title }));
    setTimeout(() => focusHead(back));
  }

  function move(row: ReadRow, by: number, button: string) {
    const place = ids.indexOf(row.id) + by;
    if (place < fixedCount || place >= ids.length) return;
    changeRows(movedRow(ids, row.id, by));
    announce(t("rows.moved", { row: titleOf(row), place: String(place + 1), count: String(ids.length) }));
    // Moving its element takes the focus away.
    setTimeout(() => {
      const item = headOf(row.id)?.closest("[data-row]");
      item?.querySelector<HTMLElement>(`[data-move="${button}"]`)?.focus({ preventScroll: true });
      item?.scrollIntoView?.({ block: "nearest" });
    });
  }

  useEffect(() => {
    const element = root.current;
    const open = (event: Event) => {
      if (event.target !== element) return;
      const wanted = (event as CustomEvent<string>).detail;
      const row = rowsAround(wanted).find((each) => rowOfPath(each) === path);
      if (row === undefined) return;
      event.preventDefault();
      setOpenId(row.slice(path.length + 1));
      setTimeout(() => focusField(element, wanted));
    };
    element?.addEventListener(openRowEvent, open);
    return () => element?.removeEventListener(openRowEvent, open);
  }, [path]);

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend can't have a number beside it.
    <div
      ref={root}
      className="stack gap-8 shrinks"
      data-field={path}
      role="group"
      aria-labelledby={labelId}
      aria-describedby={[hint || bounds ? hintId : "", error ? errorId : ""].filter(Boolean).join(" ") || undefined}
    >
      <div className="row start gap-8">
        <QuestionNumber path={path} />
        <p id={labelId} className={`shrinks strong breaks ${fieldStyles.label}`}>
          <MarkedWords text={field.label} />
        </p>
      </div>
      <QuestionMedia of={field} />
      {hint || bounds ? (
        <div id={hintId} className={`muted breaks ${fieldStyles.hint}`}>
          {hint ? <MarkedText text={hint} /> : null}
          {bounds ? <p>{bounds}</p> : null}
        </div>
      ) : null}
      {rows.length > 0 ? (
        <ol className={classNames("stack framed", within && styles.inner)}>
          {rows.map((row, index) => {
            const isOpen = row.id === openId;
            const problemCount = problems.get(row.path);
            return (
              <RowItem
                key={row.id}
                row={row}
                group={field}
                fields={fields}
                number={index + 1}
                rememberedItems={rememberedItems}
                problemCount={problemCount?.wrong ?? 0}
                isIncomplete={(problemCount?.missing ?? 0) > 0}
                isOpen={isOpen}
                onToggle={() => {
                  show(
                    () => setOpenId(isOpen ? undefined : row.id),
                    () => focusHead(row.id),
                  );
                }}
              >
                {isOpen ? (
                  <>
                    {isCounted ? null : index < fixedCount ? (
                      <p className="muted">{t("rows.fixed")}</p>
                    ) : (
                      <RowTools
                        title={titleOf(row)}
                        isFirst={index <= fixedCount}
                        isLast={index === rows.length - 1}
                        disabled={disabled}
                        onMove={(by, button) => move(row, by, button)}
                        onRemove={() => remove(row)}
                      />
                    )}
                    <RowQuestions {...props} row={row} fields={fields} />
                    <div className={`cluster gap-8 ${styles.finish}`}>
                      <Button
                        icon={<Check aria-hidden="true" />}
                        aria-label={t("rows.of", { action: t("rows.done"), row: titleOf(row) })}
                        onClick={() =>
                          show(
                            () => setOpenId(undefined),
                            () => focusHead(row.id),
                          )
                        }
                      >
                        {t("rows.done")}
                      </Button>
                      {isCounted || isFull ? null : (
                        <Button tone="primary" icon={<Plus aria-hidden="true" />} disabled={disabled} onClick={add}>
                          {t("rows.another")}
                        </Button>
                      )}
                    </div>
                  </>
                ) : null}
              </RowItem>
            );
          })}
        </ol>
      ) : isCounted ? null : (
        <p className="muted">{t("rows.none")}</p>
      )}
      {removed ? (
        <div className={`row center between gap-12 breaks ${styles.removed}`}>
          <span>{t("rows.removed", { row: removed.title })}</span>
          <Button small icon={<Undo2 aria-hidden="true" />} disabled={disabled} onClick={undo} data-undo>
            {t("rows.undo")}
          </Button>
        </div>
      ) : null}
      {isCounted || (rows.some((row) => row.id === openId) && !isFull) ? null : isFull ? (
        <p className="muted">{t("rows.full", { max: String(max) })}</p>
      ) : (
        <Button
          wide
          className={styles.add}
          icon={<Plus aria-hidden="true" />}
          disabled={disabled}
          onClick={add}
          aria-describedby={labelId}
        >
          {t("rows.add", { label: fieldText(field.label) })}
        </Button>
      )}
      <p id={errorId} className="if-any danger strong breaks" aria-live="polite">
        {error}
      </p>
    </div>
  );
}

/** One line for a closed row; its questions below it for an open one. */
const RowItem = memo(
  function RowItem({
    row,
    group,
    fields,
    number,
    problemCount,
    isIncomplete,
    isOpen,
    onToggle,
    children,
  }: {
    row: ReadRow;
    group: GroupField;
    /** All of the protocol. */
    fields: readonly Field[];
    number: number;
    /** Their labels are in its words. */
    rememberedItems: number;
    problemCount: number;
    isIncomplete: boolean;
    isOpen: boolean;
    onToggle: () => void;
    children: ReactNode;
  }) {
    const summary = isOpen ? "" : rowSummary(group, row.known.answerOf);
    return (
      <li className={classNames("shrinks", styles.row, isOpen && styles.open)} data-row={row.path}>
        <button
          type="button"
          className={`row center gap-12 wide ${styles.head}`}
          aria-expanded={isOpen}
          onClick={onToggle}
        >
          <span className={`muted small figures ${styles.number}`} aria-hidden="true">
            {number}
          </span>
          <span className={`stack shrinks breaks ${styles.words}`}>
            <span className="text-18 strong">{rowTitle(group, number, fields, row.known.answerOf)}</span>
            {summary ? <span className="muted">{summary}</span> : null}
            {problemCount > 0 ? (
              <span className={`row center gap-4 danger strong ${styles.problem}`}>
                <TriangleAlert aria-hidden="true" />
                {t("rows.toCheck", { count: problemCount })}
              </span>
            ) : isIncomplete && !isOpen ? (
              <span className="muted">{t("rows.incomplete")}</span>
            ) : null}
          </span>
          <ChevronDown className={styles.chevron} aria-hidden="true" />
        </button>
        {children ? <div className={`stack gap-24 ${styles.body}`}>{children}</div> : null}
      </li>
    );
  },
  // A closed row is drawn again only if something in it changes; its handler uses nothing that goes stale.
  (before, after) =>
    !before.isOpen &&
    !after.isOpen &&
    before.row === after.row &&
    before.group === after.group &&
    before.number === after.number &&
    before.rememberedItems === after.rememberedItems &&
    before.problemCount === after.problemCount &&
    before.isIncomplete === after.isIncomplete,
);

function RowTools({
  title,
  isFirst,
  isLast,
  disabled,
  onMove,
  onRemove,
}: {
  title: string;
  isFirst: boolean;
  isLast: boolean;
  disabled: boolean;
  onMove: (by: number, button: string) => void;
  onRemove: () => void;
}) {
  const moving = (button: "up" | "down", by: number, isAtEnd: boolean) => {
    const action = t(`rows.move.${button}`);
    return (
      <button
        type="button"
        className={`center gap-8 strong framed ${styles.tool}`}
        aria-label={t("rows.of", { action, row: title })}
        // It keeps the focus at the end of the list.
        aria-disabled={isAtEnd || disabled || undefined}
        data-move={button}
        onClick={() => isAtEnd || disabled || onMove(by, button)}
      >
        {button === "up" ? <ArrowUp aria-hidden="true" /> : <ArrowDown aria-hidden="true" />}
      </button>
    );
  };
  return (
    <div className="row gap-8">
      {isFirst && isLast ? null : moving("up", -1, isFirst)}
      {isFirst && isLast ? null : moving("down", 1, isLast)}
      <button
        type="button"
        className={classNames("center gap-8 strong framed", styles.tool, styles.remove)}
        aria-label={t("rows.of", { action: t("rows.remove"), row: title })}
        disabled={disabled}
        onClick={onRemove}
      >
        <Trash2 aria-hidden="true" />
        {t("rows.remove")}
      </button>
    </div>
  );
}

/** The questions of an open row. */
function RowQuestions({
  row,
  fields,
  ...props
}: RowsFieldProps & {
  row: ReadRow;
  /** All of the protocol. */
  fields: readonly Field[];
}) {
  const { field: group, answers, onAnswer, errors, isAsked, same, disabled } = props;
  const { known, shown } = row;
  const headings = headingsOf(group.fields, shown);
  return shown.map((field) => {
    const path = pathIn(row.path, field.key);
    const heading = headings.get(field.key)?.heading;
    return (
      <Fragment key={field.key}>
        {heading === undefined ? null : (
          <h4 className={styles.heading}>
            <MarkedWords text={filledText(heading, fields, known)} />
          </h4>
        )}
        {field.kind === "group" ? (
          <RowsField {...props} field={filledField(field, fields, known) as GroupField} path={path} within={row} />
        ) : (
          <ProtocolField
            field={filledField(offeredField(field, known), fields, known)}
            offer={offerOf(field, known)}
            path={path}
            result={field.kind === "calculated" ? known.answerOf(field.key) : undefined}
            answer={shownAnswer(field, path, answers, known)}
            onAnswer={onAnswer}
            error={errors?.get(path)}
            isAsked={isAsked}
            isSame={same?.has(path)}
            disabled={disabled}
          />
        )}
      </Fragment>
    );
  });
}

/** What is wrong in each row, and what it lacks, by the row's path. */
function useProblems(
  group: string,
  read: RowsFieldProps["read"],
  errors: ReadonlyMap<string, string> | undefined,
  isAsked: boolean | undefined,
): ReadonlyMap<string, { wrong: number; missing: number }> {
  return useMemo(() => {
    const start = `${group}.`;
    const found = new Map<string, { wrong: number; missing: number }>();
    const add = (path: string, kind: "wrong" | "missing") => {
      if (!path.startsWith(start)) return;
      const row = path.slice(0, path.indexOf(".", start.length));
      const problems = found.get(row) ?? { wrong: 0, missing: 0 };
      problems[kind] += 1;
      found.set(row, problems);
    };
    const asked = isAsked ? read.questions : [];
    const wrong = new Set([...(errors?.keys() ?? []), ...asked]);
    for (const path of wrong) add(path, "wrong");
    for (const path of read.faults.keys()) if (!wrong.has(path)) add(path, "missing");
    return found;
  }, [group, read, errors, isAsked]);
}

function boundsWords({ repeat }: GroupField, wanted: number | undefined): string | undefined {
  if (repeat.count) return t("rows.bounds.counted", { count: wanted ?? 0 });
  const { min = 0, max } = repeat;
  if (min > 0 && min === max) return t("rows.bounds.exactly", { count: String(max) });
  if (min > 0 && max !== undefined) return t("rows.bounds.between", { min: String(min), max: String(max) });
  if (min > 0) return t("rows.bounds.atLeast", { min: String(min) });
  return max === undefined ? undefined : t("rows.bounds.atMost", { max: String(max) });
}
