import X from "lucide-react/icons/x";
import { t } from "../../../../generated/web-texts/desk.ts";
import { evidenceCodes } from "../../../contract/desk-enums.ts";
import { formatDate } from "../../ui/dates.ts";
import { Choice, Field } from "../../ui/field.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { TypedInput } from "../../ui/typed-input.tsx";
import { withNames } from "../../ui/verbatim.tsx";
import { activeNarrowings, type Narrowing, type SampleFilter, without } from "./sample-filter.ts";
import styles from "./sample-filters.module.css";

/** Ids and names to choose from. */
type Choices = readonly (readonly [id: string, name: string])[];

export type FilterProps = {
  filter: SampleFilter;
  quests: Choices;
  organizations: Choices;
  onChange: (filter: SampleFilter, options?: { replace?: boolean }) => void;
};

/** The filters of the list. Each takes effect at once. */
export function SampleFilterFields({ filter, quests, organizations, onChange }: FilterProps) {
  const change = (changes: Partial<SampleFilter>, options?: { replace?: boolean }) =>
    onChange({ ...filter, ...changes }, options);
  const typed = (name: "person" | "from" | "to" | "worse" | "better") => ({
    value: filter[name],
    onChange: (value: string, options: { replace: boolean }) => change({ [name]: value }, options),
  });
  return (
    <div className={`grid gap-12 across-16 ${styles.fields}`}>
      <SelectField
        label={t("desk.filter.quest")}
        className={styles.named}
        value={filter.quest?.toString()}
        any={t("desk.filter.quest.any")}
        options={quests}
        onChoose={(id) => change({ quest: Number(id) || undefined })}
      />
      {organizations.length > 1 ? (
        <SelectField
          label={t("desk.filter.organization")}
          className={styles.named}
          value={filter.organization?.toString()}
          any={t("desk.filter.organization.any")}
          options={organizations}
          onChoose={(id) => change({ organization: Number(id) || undefined })}
        />
      ) : null}
      <SelectField
        label={t("desk.filter.evidence")}
        value={filter.evidence}
        any={t("desk.filter.evidence.any")}
        options={evidenceCodes.map((code) => [code, t(`desk.code.${code}`)])}
        onChoose={(code) => change({ evidence: code || undefined })}
      />
      <Field label={t("desk.filter.person")} hint={t("desk.filter.person.hint")}>
        {(control) => (
          <TypedInput {...control} {...typed("person")} maxLength={128} autoCapitalize="none" spellCheck={false} />
        )}
      </Field>
      <Field label={t("desk.filter.from")}>
        {(control) => <TypedInput {...control} {...typed("from")} type="date" />}
      </Field>
      <Field label={t("desk.filter.to")}>{(control) => <TypedInput {...control} {...typed("to")} type="date" />}</Field>
      <Field label={t("desk.filter.worse")} unit="m">
        {(control) => <TypedInput {...control} {...typed("worse")} isNumber min={0} inputMode="decimal" />}
      </Field>
      <Field label={t("desk.filter.better")} unit="m">
        {(control) => <TypedInput {...control} {...typed("better")} isNumber min={0} inputMode="decimal" />}
      </Field>
      <Choice className={styles.whole}>
        <input
          type="checkbox"
          checked={filter.isAssigned}
          onChange={(event) => change({ isAssigned: event.currentTarget.checked })}
        />
        {t("desk.filter.assigned")}
      </Choice>
    </div>
  );
}

/** The active filters, each with a button that removes it. */
export function FilterChips({ filter, quests, organizations, onChange }: FilterProps) {
  const active = activeNarrowings(filter);
  if (active.length === 0) return null;
  const nameIn = (choices: Choices, id = 0) => choices.find(([each]) => Number(each) === id)?.[1];
  const say: Record<Narrowing, () => string> = {
    quest: () => nameIn(quests, filter.quest) ?? t("desk.filter.quest.other", { id: filter.quest ?? 0 }),
    organization: () =>
      nameIn(organizations, filter.organization) ??
      t("desk.filter.organization.other", { id: filter.organization ?? 0 }),
    person: () => t("desk.chip.person", { person: filter.person }),
    from: () => t("desk.chip.from", { day: formatDate(filter.from) }),
    to: () => t("desk.chip.to", { day: formatDate(filter.to) }),
    worse: () => t("desk.chip.worse", { meters: filter.worse }),
    better: () => t("desk.chip.better", { meters: filter.better }),
    evidence: () => (filter.evidence ? t(`desk.code.${filter.evidence}`) : ""),
    q: () => t("desk.chip.search", { words: filter.q }),
    assigned: () => t("desk.chip.assigned"),
  };
  return (
    <ul className="cluster gap-8" aria-label={t("desk.filters.active", { count: active.length })}>
      {active.map((name) => (
        <li key={name}>
          <button
            type="button"
            className={`center gap-8 small breaks ${styles.chip}`}
            aria-label={t("desk.filters.remove", { filter: say[name]() })}
            onClick={() => onChange(without(filter, name))}
          >
            <span>
              {name === "person"
                ? withNames((by) => t("desk.chip.person", { person: by(filter.person) }))
                : name === "q"
                  ? withNames((by) => t("desk.chip.search", { words: by(filter.q) }))
                  : say[name]()}
            </span>
            <X aria-hidden="true" />
          </button>
        </li>
      ))}
      <li>
        <button
          type="button"
          className={`small strong ${styles.clear}`}
          onClick={() => onChange(without(filter, "all"))}
        >
          {t("desk.filters.clear")}
        </button>
      </li>
    </ul>
  );
}
