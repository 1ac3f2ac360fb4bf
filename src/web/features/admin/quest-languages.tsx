import { type KeyboardEvent, useId, useRef, useState } from "react";
import { useWatch } from "react-hook-form";
import { t } from "../../../../generated/web-texts/admin.ts";
import { questTranslationsMax } from "../../../contract/desk-limits.ts";
import { type QuestText, questTexts } from "../../../contract/quest-fields.ts";
import { inItsLanguage } from "../../foundation/texts/reader-language.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { LanguageChooser } from "../../ui/language-chooser.tsx";
import { languageName } from "../../ui/language-names.ts";
import { fieldName } from "./field-name.ts";
import { emptyTranslation, messageIn, type QuestFormControl, type TranslationValues } from "./quest-form-values.ts";
import styles from "./quest-languages.module.css";

type Originals = TranslationValues;

/** Texts that the quest has and the translation lacks. */
const missingIn = (texts: TranslationValues, originals: Originals) =>
  questTexts.filter((name) => originals[name].trim() !== "" && texts[name].trim() === "").length;

/** The quest's language, and its texts in others. */
export function QuestLanguages({ form }: { form: QuestFormControl }) {
  const titleId = useId();
  const panelId = useId();
  const own = useWatch({ control: form.control, name: "language" });
  const translations = useWatch({ control: form.control, name: "translations" });
  const watched = useWatch({ control: form.control, name: questTexts });
  const originals = Object.fromEntries(questTexts.map((name, index) => [name, watched[index]])) as Originals;
  const codes = Object.keys(translations);
  const [selected, setSelected] = useState<string>();
  const [choosing, setChoosing] = useState<"add" | "change">();
  const [removed, setRemoved] = useState<{ code: string; texts: TranslationValues }>();
  const shown = selected !== undefined && codes.includes(selected) ? selected : codes[0];
  const errors = form.formState.errors.translations;

  function set(next: Record<string, TranslationValues>) {
    form.setValue("translations", next, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
  }
  function add(code: string, texts = emptyTranslation) {
    set({ ...translations, [code]: texts });
    setSelected(code);
    setRemoved(undefined);
  }
  function remove(code: string) {
    const { [code]: texts, ...others } = translations;
    set(others);
    if (texts) setRemoved({ code, texts });
  }
  function choose(code: string) {
    if (choosing === "add") add(code);
    else form.setValue("language", code, { shouldDirty: true });
    setChoosing(undefined);
  }
  const toggle = (next: typeof choosing) => setChoosing(choosing === next ? undefined : next);

  return (
    <section className={`stack start gap-12 pad-16 ${styles.languages}`} aria-labelledby={titleId}>
      <h3 id={titleId} className="text-16">
        {t("admin.questForm.languages")}
      </h3>
      <p className="cluster center gap-8">
        {t("admin.questForm.languages.own")} <strong>{languageName(own)}</strong>
        <Button small aria-expanded={choosing === "change"} onClick={() => toggle("change")}>
          {t("admin.questForm.languages.change")}
        </Button>
      </p>
      {codes.length === 0 ? <p className="muted small">{t("admin.questForm.languages.none")}</p> : null}
      {codes.length > 0 ? (
        <Tabs
          labelId={titleId}
          panelId={panelId}
          tabs={codes.map((code) => ({
            code,
            missing: missingIn(translations[code] ?? emptyTranslation, originals),
            isWrong: messageIn(errors?.[code]) !== undefined,
          }))}
          selected={shown}
          onSelect={setSelected}
        />
      ) : null}
      {codes.length >= questTranslationsMax ? (
        <p className="muted small">{t("admin.questForm.languages.full", { max: questTranslationsMax })}</p>
      ) : (
        <Button small aria-expanded={choosing === "add"} onClick={() => toggle("add")}>
          {t("admin.questForm.languages.add")}
        </Button>
      )}
      {choosing === undefined ? null : (
        <LanguageChooser
          key={choosing}
          label={t(`admin.questForm.languages.${choosing}`)}
          hint={t(`admin.questForm.languages.${choosing}.hint`)}
          listLabel={t("admin.questForm.languages")}
          action={t(`admin.questForm.languages.${choosing}.button`)}
          taken={[own, ...codes]}
          refusals={{ wrong: t("admin.questForm.languages.wrong"), taken: t("admin.questForm.languages.taken") }}
          onChoose={choose}
        />
      )}
      {removed ? (
        <Banner
          tone="info"
          onClose={() => setRemoved(undefined)}
          action={
            <Button small onClick={() => add(removed.code, removed.texts)}>
              {t("admin.questForm.languages.undo")}
            </Button>
          }
        >
          {t("admin.questForm.languages.removed", { language: languageName(removed.code) })}
        </Banner>
      ) : null}
      {typeof errors?.message === "string" ? (
        <p role="alert" className="danger small strong">
          {errors.message}
        </p>
      ) : null}
      {shown === undefined ? null : (
        <div id={panelId} role="tabpanel" aria-label={languageName(shown)} className="stack start gap-16 wide">
          <Texts
            own={own}
            code={shown}
            originals={originals}
            texts={translations[shown] ?? emptyTranslation}
            errorOf={(name) => messageIn(errors?.[shown]?.[name])}
            onChange={(texts) => set({ ...translations, [shown]: texts })}
          />
          {typeof errors?.[shown]?.message === "string" ? (
            <p role="alert" className="danger small strong">
              {errors[shown].message}
            </p>
          ) : null}
          <Button small tone="plain" onClick={() => remove(shown)}>
            {t("admin.questForm.languages.remove", { language: languageName(shown) })}
          </Button>
        </div>
      )}
    </section>
  );
}

type Tab = { code: string; missing: number; isWrong: boolean };

function Tabs({
  labelId,
  panelId,
  tabs,
  selected,
  onSelect,
}: {
  labelId: string;
  panelId: string;
  tabs: readonly Tab[];
  selected: string | undefined;
  onSelect: (code: string) => void;
}) {
  const list = useRef<HTMLDivElement>(null);
  function move(event: KeyboardEvent) {
    const isReversed = document.documentElement.dir === "rtl";
    const steps: Partial<Record<string, number>> = { ArrowRight: isReversed ? -1 : 1, ArrowLeft: isReversed ? 1 : -1 };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const index = tabs.findIndex(({ code }) => code === selected) + step;
    const next = tabs[(index + tabs.length) % tabs.length];
    if (next) onSelect(next.code);
    list.current?.querySelectorAll<HTMLElement>("[role=tab]")[(index + tabs.length) % tabs.length]?.focus();
  }
  return (
    <div ref={list} role="tablist" aria-labelledby={labelId} className="cluster gap-8" onKeyDown={move}>
      {tabs.map(({ code, missing, isWrong }) => (
        <button
          key={code}
          type="button"
          role="tab"
          aria-selected={code === selected}
          aria-controls={panelId}
          tabIndex={code === selected ? 0 : -1}
          data-wrong={isWrong && code !== selected ? languageName(code) : undefined}
          className={`stack start strong ${styles.tab}`}
          onClick={() => onSelect(code)}
        >
          {languageName(code)}
          <span className={missing > 0 ? styles.missing : styles.complete}>
            {t("admin.questForm.languages.missing", { count: missing })}
          </span>
        </button>
      ))}
    </div>
  );
}

/** Each text beside the one that it translates. */
function Texts({
  own,
  code,
  originals,
  texts,
  errorOf,
  onChange,
}: {
  own: string;
  code: string;
  originals: Originals;
  texts: TranslationValues;
  errorOf: (name: QuestText) => string | undefined;
  onChange: (texts: TranslationValues) => void;
}) {
  const names = questTexts.filter((name) => originals[name].trim() !== "" || texts[name] !== "");
  if (names.length === 0) return <p className="muted small">{t("admin.questForm.languages.empty")}</p>;
  return names.map((name) => (
    <div key={`${code} ${name}`} className={`grid wide ${styles.text}`}>
      <div>
        <p className="muted small">{t("admin.questForm.languages.original")}</p>
        <p className={`breaks keeps-lines ${styles.original}`} {...inItsLanguage({ language: own })}>
          {originals[name]}
        </p>
      </div>
      <Field
        label={t("admin.questForm.languages.text", { field: fieldName(name), language: languageName(code) })}
        error={errorOf(name)}
      >
        {(control) => {
          const properties = {
            ...control,
            ...inItsLanguage({ language: code }),
            value: texts[name],
            onChange: ({ target }: { target: { value: string } }) => onChange({ ...texts, [name]: target.value }),
          };
          return name === "quest_name" ? (
            <input {...properties} type="text" autoComplete="off" />
          ) : (
            <textarea {...properties} rows={name === "quest_description" ? 5 : 3} />
          );
        }}
      </Field>
    </div>
  ));
}
