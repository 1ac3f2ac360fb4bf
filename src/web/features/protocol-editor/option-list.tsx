import ArrowDown from "lucide-react/icons/arrow-down";
import ArrowUp from "lucide-react/icons/arrow-up";
import ClipboardList from "lucide-react/icons/clipboard-list";
import ImagePlus from "lucide-react/icons/image-plus";
import Plus from "lucide-react/icons/plus";
import Volume from "lucide-react/icons/volume-2";
import X from "lucide-react/icons/x";
import { memo, useCallback, useDeferredValue, useId, useRef, useState } from "react";
import { t } from "../../../../generated/web-texts/editor.ts";
import type { MediumKind } from "../../../protocol/media.ts";
import { normalizeSearchText } from "../../../protocol/search-text.ts";
import { asTyped } from "../../ui/as-typed.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button, IconButton } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import fieldStyles from "../../ui/field.module.css";
import { Field } from "../../ui/field.tsx";
import { languageName } from "../../ui/language-names.ts";
import { useMediumUpload } from "../media/use-medium-upload.tsx";
import { problemAt } from "./draft-problems.ts";
import { changeField, changeOption, moveTo, pasteOptions, withText } from "./edit-draft.ts";
import { useEditor } from "./editor-context.ts";
import { mainWords } from "./field-words.ts";
import { isMissing } from "./language-bar.tsx";
import { MediumField } from "./medium-field.tsx";
import styles from "./option-list.module.css";
import { type FieldDraft, type MediaDraft, makeOption, noText, type OptionDraft } from "./protocol-draft.ts";
import { DragHandle, SortableItem, SortableList } from "./sortable-list.tsx";

/** There can be 10,000 options. */
const shownAtFirst = 50;
const shownStep = 100;
/** Shorter lists have no search. */
const searchedFrom = 20;

const media = [
  { kind: "picture", Icon: ImagePlus },
  { kind: "sound", Icon: Volume },
] as const;

export function OptionList({ field }: { field: FieldDraft }) {
  const { edit, problems, languages, organizationId, announce } = useEditor();
  const { id: fieldId, options } = field;
  const listId = useId();
  const [shownCount, setShownCount] = useState(shownAtFirst);
  const [search, setSearch] = useState("");
  const [isPasting, setIsPasting] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const needle = normalizeSearchText(useDeferredValue(search));

  const numbered = options.map((option, index) => ({ option, index }));
  const found =
    needle === ""
      ? numbered
      : numbered.filter(({ option }) =>
          [option.value, ...Object.values(option.label.texts)].some((text) =>
            normalizeSearchText(text).includes(needle),
          ),
        );
  const shown = found.slice(0, shownCount);
  const start = `${fieldId}/options/`;
  const wrongIds = [...problems.keys()].flatMap((place) =>
    place.startsWith(start) ? [place.slice(start.length).split("/")[0] ?? ""] : [],
  );
  const hiddenWrong = options.find(({ id }) => wrongIds.includes(id) && !shown.some(({ option }) => option.id === id));

  const focusOption = (optionId: string) =>
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLInputElement>(`[data-option="${optionId}"] input`)?.focus(),
    );

  const addAfter = useCallback(
    (optionId: string | undefined) => {
      const option = makeOption();
      edit(
        changeField(fieldId, (each) => {
          const at = optionId === undefined ? -1 : each.options.findIndex(({ id }) => id === optionId);
          return { ...each, options: each.options.toSpliced(at < 0 ? each.options.length : at + 1, 0, option) };
        }),
      );
      if (optionId === undefined) {
        setSearch("");
        setShownCount(Number.POSITIVE_INFINITY);
      }
      requestAnimationFrame(() =>
        list.current?.querySelector<HTMLInputElement>(`[data-option="${option.id}"] input`)?.focus(),
      );
    },
    [edit, fieldId],
  );
  const change = useCallback(
    (optionId: string, changes: Partial<OptionDraft>) => edit(changeOption(fieldId, optionId, changes)),
    [edit, fieldId],
  );
  const move = useCallback(
    (optionId: string, to: number) =>
      edit(changeField(fieldId, (each) => ({ ...each, options: moveTo(each.options, optionId, to) }))),
    [edit, fieldId],
  );
  const moveAloud = useCallback(
    (optionId: string, to: number, words: string, count: number) => {
      move(optionId, to);
      announce(t("editor.drag.dropped", { label: words, place: to + 1, count }));
    },
    [move, announce],
  );
  const chosen = useRef<string>(undefined);
  const changeChosen = (changes: MediaDraft) => {
    if (chosen.current !== undefined) change(chosen.current, changes);
  };
  const picture = useMediumUpload("picture", organizationId, (saved) =>
    changeChosen({ picture: { ...saved, alt: noText } }),
  );
  const sound = useMediumUpload("sound", organizationId, (saved) => changeChosen({ sound: { ...saved, alt: noText } }));
  const [choosePicture, chooseSound] = [picture.choose, sound.choose];
  const addMedium = useCallback(
    (kind: MediumKind, optionId: string) => {
      chosen.current = optionId;
      if (kind === "picture") choosePicture();
      else chooseSound();
    },
    [choosePicture, chooseSound],
  );
  const problem = picture.problem ?? sound.problem;
  const remove = useCallback(
    (optionId: string) => {
      const row = list.current?.querySelector(`[data-option="${optionId}"]`)?.closest("li");
      const next = row?.nextElementSibling ?? row?.previousElementSibling;
      edit(changeField(fieldId, (each) => ({ ...each, options: each.options.filter(({ id }) => id !== optionId) })));
      next?.querySelector("input")?.focus();
    },
    [edit, fieldId],
  );
  const paste = useCallback(
    (lines: string) => {
      edit(pasteOptions(fieldId, lines));
      setIsPasting(false);
    },
    [edit, fieldId],
  );

  return (
    <fieldset className="stack gap-8">
      <legend className={styles.legend}>{t("editor.form.options")}</legend>
      <p className="muted small">{t("editor.form.options.valueHint")}</p>
      {problems.get(`${fieldId}/options`) ? (
        <p className={styles.error} data-wrong={t("editor.form.options")} tabIndex={-1}>
          {problems.get(`${fieldId}/options`)}
        </p>
      ) : null}
      {hiddenWrong ? (
        <p className={styles.error}>
          {t("editor.form.options.problem", { count: new Set(wrongIds).size })}{" "}
          <Button
            small
            tone="plain"
            data-wrong={t("editor.form.options")}
            onClick={() => {
              setSearch(hiddenWrong.value.trim());
              focusOption(hiddenWrong.id);
            }}
          >
            {t("editor.form.options.showProblem")}
          </Button>
        </p>
      ) : null}
      {options.length > searchedFrom ? (
        <Field label={t("editor.form.options.search", { count: options.length })}>
          {(control) => (
            <input
              {...control}
              type="search"
              value={search}
              onChange={(event) => {
                setSearch(event.currentTarget.value);
                setShownCount(shownAtFirst);
              }}
            />
          )}
        </Field>
      ) : null}
      <div ref={list} id={listId}>
        <SortableList
          ids={shown.map(({ option }) => option.id)}
          nameOf={(id) => {
            const option = options.find((each) => each.id === id);
            return option ? mainWords(option.label, languages) || option.value : "";
          }}
          onMove={(id, to) => move(id, shown[to]?.index ?? to)}
        >
          <ol className="stack gap-8">
            {shown.map(({ option, index }) => (
              <SortableItem key={option.id} id={option.id} className={styles.item}>
                <OptionRow
                  option={option}
                  place={`${start}${option.id}`}
                  index={index}
                  count={options.length}
                  languages={languages}
                  labelProblem={problemAt(problems, `${start}${option.id}/label`)}
                  valueProblem={problems.get(`${start}${option.id}/value`)}
                  onChange={change}
                  onMove={moveAloud}
                  onRemove={remove}
                  onAddMedium={addMedium}
                  onEnter={addAfter}
                  onPaste={paste}
                />
              </SortableItem>
            ))}
          </ol>
        </SortableList>
      </div>
      {picture.input}
      {sound.input}
      {problem === undefined ? null : <Banner tone="danger">{problem}</Banner>}
      {found.length === 0 && options.length > 0 ? (
        <p className="muted small">{t("editor.form.options.noneFound")}</p>
      ) : null}
      {found.length > shown.length ? (
        <p className="muted small">
          {t("editor.form.options.shown", { shown: shown.length, count: found.length })}{" "}
          <Button small tone="plain" onClick={() => setShownCount(shown.length + shownStep)}>
            {t("editor.form.options.more")}
          </Button>
        </p>
      ) : null}
      <div className="cluster gap-8">
        <Button small icon={<Plus aria-hidden="true" />} onClick={() => addAfter(undefined)}>
          {t("editor.form.options.add")}
        </Button>
        <Button
          small
          tone="plain"
          icon={<ClipboardList aria-hidden="true" />}
          aria-expanded={isPasting}
          onClick={() => setIsPasting(!isPasting)}
        >
          {t("editor.form.options.paste")}
        </Button>
      </div>
      {isPasting ? <PasteBox onTake={paste} onCancel={() => setIsPasting(false)} /> : null}
    </fieldset>
  );
}

const OptionRow = memo(function OptionRow({
  option,
  place,
  index,
  count,
  languages,
  labelProblem,
  valueProblem,
  onChange,
  onMove,
  onRemove,
  onAddMedium,
  onEnter,
  onPaste,
}: {
  option: OptionDraft;
  /** Where its messages belong. */
  place: string;
  index: number;
  /** The number of all options. */
  count: number;
  languages: readonly string[];
  labelProblem: string | undefined;
  valueProblem: string | undefined;
  onChange: (id: string, changes: Partial<OptionDraft>) => void;
  onMove: (id: string, to: number, words: string, count: number) => void;
  onRemove: (id: string) => void;
  onAddMedium: (kind: MediumKind, id: string) => void;
  onEnter: (id: string) => void;
  onPaste: (lines: string) => void;
}) {
  const { id, label, value } = option;
  const number = index + 1;
  const errorId = useId();
  const problem = labelProblem ?? valueProblem;
  function moveBy(step: number) {
    const to = index + step;
    if (to >= 0 && to < count) onMove(id, to, mainWords(label, languages) || value, count);
  }
  const named = (what: string) => `${t("editor.form.option.number", { number })}: ${what}`;
  return (
    <div className={`grid center gap-4 ${styles.row}`} data-option={id}>
      <DragHandle label={t("editor.form.option.drag", { number })} />
      <div className={styles.texts}>
        {languages.map((language) => (
          <input
            key={language}
            className={classNames(
              fieldStyles.input,
              isMissing(label, language, languages) && languages.length > 1 && styles.missing,
            )}
            type="text"
            lang={language}
            dir="auto"
            autoComplete="off"
            aria-label={named(languages.length > 1 ? languageName(language) : t("editor.form.options.label"))}
            aria-invalid={labelProblem ? true : undefined}
            aria-describedby={problem ? errorId : undefined}
            data-wrong={labelProblem && language === languages[0] ? named(t("editor.form.options.label")) : undefined}
            placeholder={languages.length > 1 ? languageName(language) : undefined}
            value={label.texts[language] ?? ""}
            onChange={(event) => onChange(id, { label: withText(label, language, event.currentTarget.value) })}
            onKeyDown={(event) => {
              if (event.key !== "Enter") return;
              event.preventDefault();
              onEnter(id);
            }}
            onPaste={(event) => {
              const lines = event.clipboardData.getData("text/plain");
              if (!/\n./.test(lines.trim())) return;
              event.preventDefault();
              onPaste(lines);
            }}
          />
        ))}
        <input
          className={classNames("wide framed", fieldStyles.input, styles.value)}
          type="text"
          {...asTyped}
          aria-label={named(t("editor.form.options.value"))}
          aria-invalid={valueProblem ? true : undefined}
          aria-describedby={problem ? errorId : undefined}
          data-wrong={valueProblem ? named(t("editor.form.options.value")) : undefined}
          placeholder={t("editor.form.options.value")}
          value={value}
          onChange={(event) => onChange(id, { value: event.currentTarget.value, isValueTyped: true })}
        />
      </div>
      <div className={styles.buttons}>
        {media.map(({ kind, Icon }) =>
          option[kind] ? null : (
            <IconButton
              key={kind}
              className={styles.button}
              label={t(`editor.form.${kind}.addToOption`, { number })}
              onClick={() => onAddMedium(kind, id)}
            >
              <Icon aria-hidden="true" />
            </IconButton>
          ),
        )}
        <IconButton
          className={styles.button}
          label={t("editor.form.option.up", { number })}
          aria-disabled={index === 0}
          onClick={() => moveBy(-1)}
        >
          <ArrowUp aria-hidden="true" />
        </IconButton>
        <IconButton
          className={styles.button}
          label={t("editor.form.option.down", { number })}
          aria-disabled={number === count}
          onClick={() => moveBy(1)}
        >
          <ArrowDown aria-hidden="true" />
        </IconButton>
        <IconButton
          className={styles.button}
          label={t("editor.form.option.remove", { number })}
          onClick={() => onRemove(id)}
        >
          <X aria-hidden="true" />
        </IconButton>
      </div>
      {media.map(({ kind }) =>
        option[kind] ? (
          <div key={kind} className={styles.medium}>
            <MediumField
              kind={kind}
              of={option}
              place={place}
              number={number}
              onChange={(changed) => onChange(id, changed)}
            />
          </div>
        ) : null,
      )}
      <p id={errorId} className={`if-any ${styles.rowError}`} aria-live="polite">
        {problem}
      </p>
    </div>
  );
});

function PasteBox({ onTake, onCancel }: { onTake: (lines: string) => void; onCancel: () => void }) {
  const [lines, setLines] = useState("");
  const count = lines.split("\n").filter((line) => line.trim() !== "").length;
  return (
    <div className={`stack gap-8 ${styles.paste}`}>
      <Field label={t("editor.form.options.paste")} hint={t("editor.form.options.paste.hint")}>
        {(control) => (
          <textarea {...control} rows={6} value={lines} onChange={(event) => setLines(event.currentTarget.value)} />
        )}
      </Field>
      <div className="cluster gap-8">
        <Button small tone="primary" disabled={count === 0} onClick={() => onTake(lines)}>
          {t("editor.form.options.paste.take", { count })}
        </Button>
        <Button small tone="plain" onClick={onCancel}>
          {t("editor.form.options.paste.cancel")}
        </Button>
      </div>
    </div>
  );
}
