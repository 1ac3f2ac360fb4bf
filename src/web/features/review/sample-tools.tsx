import LayoutGrid from "lucide-react/icons/layout-grid";
import List from "lucide-react/icons/list";
import SlidersHorizontal from "lucide-react/icons/sliders-horizontal";
import X from "lucide-react/icons/x";
import { useId, useState } from "react";
import { t } from "../../../../generated/web-texts/desk.ts";
import { evidenceCodes, type SampleSort, sampleSorts } from "../../../contract/desk-enums.ts";
import { ActionDialog } from "../../ui/action-dialog.tsx";
import { asTyped } from "../../ui/as-typed.ts";
import { Button } from "../../ui/button.tsx";
import { formatDate } from "../../ui/dates.ts";
import { Choice, Field } from "../../ui/field.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { TypedInput } from "../../ui/typed-input.tsx";
import { useMediaQuery, wideScreen } from "../../ui/use-media-query.ts";
import { withNames } from "../../ui/verbatim.tsx";
import { ViewSwitch } from "../../ui/view-switch.tsx";
import type { DeskView } from "./review-desk.ts";
import { activeNarrowings, type Narrowing, type SampleFilter, without } from "./sample-filter.ts";
import styles from "./sample-tools.module.css";

/** Search, filters, order and view. On a phone, the filters are a sheet at the lower edge. */
export function SampleTools({
  view,
  onView,
  ...filters
}: FilterProps & { view: DeskView; onView: (view: DeskView) => void }) {
  const { filter, onChange } = filters;
  const [isOpen, setIsOpen] = useState(false);
  const isWide = useMediaQuery(wideScreen);
  const sheet = useId();
  // The search field shows the words.
  const count = activeNarrowings(filter).filter((name) => name !== "q").length;
  return (
    <div className={`cluster gap-8 ${styles.tools}`}>
      <TypedInput
        type="search"
        className={styles.search}
        aria-label={t("desk.search")}
        placeholder={t("desk.search.hint")}
        maxLength={200}
        value={filter.q}
        onChange={(q, options) => onChange({ ...filter, q }, options)}
      />
      <div className={`row gap-8 shrinks ${styles.line}`}>
        <Button
          icon={<SlidersHorizontal aria-hidden="true" />}
          aria-expanded={isOpen}
          aria-controls={isWide ? sheet : undefined}
          onClick={() => setIsOpen(!isOpen)}
        >
          {t("desk.filters")}
          {count > 0 ? (
            <>
              <span className={`small ${styles.count}`} aria-hidden="true">
                {count}
              </span>{" "}
              <span className="visually-hidden">{t("desk.filters.active", { count })}</span>
            </>
          ) : null}
        </Button>
        <select
          className={styles.sort}
          aria-label={t("desk.sort")}
          value={filter.sort}
          onChange={(event) => onChange({ ...filter, sort: event.currentTarget.value as SampleSort })}
        >
          {sampleSorts.map((sort) => (
            <option key={sort} value={sort}>
              {t(`desk.sort.${sort}`)}
            </option>
          ))}
        </select>
      </div>
      <div>
        <ViewSwitch
          label={t("desk.view")}
          value={view}
          onChange={onView}
          options={[
            { value: "list", label: t("desk.view.list"), icon: <List aria-hidden="true" /> },
            { value: "grid", label: t("desk.view.grid"), icon: <LayoutGrid aria-hidden="true" /> },
          ]}
        />
      </div>
      {isWide ? (
        isOpen ? (
          <fieldset id={sheet} className={`card pad-16 ${styles.panel}`}>
            <legend className="visually-hidden">{t("desk.filters")}</legend>
            <SampleFilterFields {...filters} />
          </fieldset>
        ) : null
      ) : (
        <ActionDialog
          open={isOpen}
          title={t("desk.filters")}
          onClose={() => setIsOpen(false)}
          className={styles.sheet}
          back={t("desk.filters.clear")}
          onBack={() => onChange(without(filter, "all"))}
          act={t("desk.filters.done")}
          onAct={() => setIsOpen(false)}
        >
          <SampleFilterFields {...filters} />
        </ActionDialog>
      )}
    </div>
  );
}

/** Ids and names to choose from. */
type Choices = readonly (readonly [id: string, name: string])[];

type FilterProps = {
  filter: SampleFilter;
  quests: Choices;
  organizations: Choices;
  onChange: (filter: SampleFilter, options?: { replace?: boolean }) => void;
};

/** The filters of the list. Each takes effect at once. */
function SampleFilterFields({ filter, quests, organizations, onChange }: FilterProps) {
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
        {(control) => <TypedInput {...control} {...typed("person")} maxLength={128} {...asTyped} />}
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
