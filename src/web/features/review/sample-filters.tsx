import X from "lucide-react/icons/x";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { type EvidenceCode, evidenceCodes } from "../../../contract/enums.ts";
import { formatDate } from "../../components/dates.ts";
import { Choice, type ControlProps, Field } from "../../components/field.tsx";
import { t } from "../../texts/desk.ts";
import { activeNarrowings, type Narrowing, type SampleFilter, without } from "./sample-filter.ts";
import styles from "./sample-filters.module.css";

export type ChangeFilter = (filter: SampleFilter, options?: { replace?: boolean }) => void;
export type FilterChoice = { id: number; name: string };

/** The fields that narrow the list, each at work at once. */
export function SampleFilterFields({
  filter,
  quests,
  organizations,
  onChange,
}: {
  filter: SampleFilter;
  quests: readonly FilterChoice[];
  organizations: readonly FilterChoice[];
  onChange: ChangeFilter;
}) {
  const change = (changes: Partial<SampleFilter>, options?: { replace?: boolean }) =>
    onChange({ ...filter, ...changes }, options);
  const typed = (name: "person" | "from" | "to" | "worse" | "better") => ({
    value: filter[name],
    onChange: (value: string, options: { replace: boolean }) => change({ [name]: value }, options),
  });
  return (
    <div className={styles.fields}>
      <Field label={t("desk.filter.quest")} className={styles.named}>
        {(control) => (
          <ChoiceOf
            control={control}
            value={filter.quest}
            any={t("desk.filter.quest.any")}
            choices={quests}
            onChange={(quest) => change({ quest })}
          />
        )}
      </Field>
      {organizations.length > 1 ? (
        <Field label={t("desk.filter.organization")} className={styles.named}>
          {(control) => (
            <ChoiceOf
              control={control}
              value={filter.organization}
              any={t("desk.filter.organization.any")}
              choices={organizations}
              onChange={(organization) => change({ organization })}
            />
          )}
        </Field>
      ) : null}
      <Field label={t("desk.filter.evidence")}>
        {(control) => (
          <select
            {...control}
            value={filter.evidence ?? ""}
            onChange={(event) =>
              change({ evidence: (event.currentTarget.value || undefined) as EvidenceCode | undefined })
            }
          >
            <option value="">{t("desk.filter.evidence.any")}</option>
            {evidenceCodes.map((code) => (
              <option key={code} value={code}>
                {t(`desk.code.${code}`)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label={t("desk.filter.person")} hint={t("desk.filter.person.hint")}>
        {(control) => (
          <Typed {...control} {...typed("person")} maxLength={128} autoCapitalize="none" spellCheck={false} />
        )}
      </Field>
      <Field label={t("desk.filter.from")}>{(control) => <Typed {...control} {...typed("from")} type="date" />}</Field>
      <Field label={t("desk.filter.to")}>{(control) => <Typed {...control} {...typed("to")} type="date" />}</Field>
      <Field label={t("desk.filter.worse")} unit="m">
        {(control) => <Typed {...control} {...typed("worse")} type="number" min={0} inputMode="decimal" />}
      </Field>
      <Field label={t("desk.filter.better")} unit="m">
        {(control) => <Typed {...control} {...typed("better")} type="number" min={0} inputMode="decimal" />}
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

function ChoiceOf({
  control,
  value,
  any,
  choices,
  onChange,
}: {
  control: ControlProps;
  value: number | undefined;
  any: string;
  choices: readonly FilterChoice[];
  onChange: (id: number | undefined) => void;
}) {
  return (
    <select
      {...control}
      value={value ?? ""}
      onChange={(event) => onChange(event.currentTarget.value === "" ? undefined : Number(event.currentTarget.value))}
    >
      <option value="">{any}</option>
      {choices.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}

const pauseMs = 400;

/** A field that is at work after a pause in typing; one turn of typing is one step back. */
export function Typed({
  value,
  onChange,
  ...input
}: {
  value: string;
  onChange: (value: string, options: { replace: boolean }) => void;
} & Omit<React.InputHTMLAttributes<HTMLInputElement>, "value" | "onChange">) {
  const [draft, setDraft] = useState<string>();
  const isWithinTurn = useRef(false);
  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
  });
  const commit = (text: string) => {
    if (text !== value) {
      latest.current(text, { replace: isWithinTurn.current });
      isWithinTurn.current = true;
    }
  };
  const latestCommit = useRef(commit);
  useEffect(() => {
    latestCommit.current = commit;
  });
  useEffect(() => {
    if (draft === undefined) return;
    const timer = setTimeout(() => latestCommit.current(draft), pauseMs);
    return () => clearTimeout(timer);
  }, [draft]);
  return (
    <input
      {...input}
      value={draft ?? value}
      onChange={(event) => setDraft(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === "Enter" && draft !== undefined) commit(draft);
      }}
      onBlur={() => {
        if (draft !== undefined) commit(draft);
        isWithinTurn.current = false;
        setDraft(undefined);
      }}
    />
  );
}

/** What is on, each to be taken off. */
export function FilterChips({
  filter,
  quests,
  organizations,
  onChange,
}: {
  filter: SampleFilter;
  quests: readonly FilterChoice[];
  organizations: readonly FilterChoice[];
  onChange: ChangeFilter;
}): ReactNode {
  const active = activeNarrowings(filter);
  if (active.length === 0) return null;
  const nameOf = (choices: readonly FilterChoice[], id: number | undefined) =>
    choices.find((choice) => choice.id === id)?.name;
  const say: Record<Narrowing, () => string> = {
    quest: () => nameOf(quests, filter.quest) ?? t("desk.filter.quest.other", { id: filter.quest ?? 0 }),
    organization: () =>
      nameOf(organizations, filter.organization) ??
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
    <ul className={styles.chips} aria-label={t("desk.filters.active", { count: active.length })}>
      {active.map((name) => (
        <li key={name}>
          <button
            type="button"
            className={styles.chip}
            aria-label={t("desk.filters.remove", { filter: say[name]() })}
            onClick={() => onChange(without(filter, name))}
          >
            <span>{say[name]()}</span>
            <X aria-hidden="true" />
          </button>
        </li>
      ))}
      <li>
        <button type="button" className={styles.clear} onClick={() => onChange(without(filter, "all"))}>
          {t("desk.filters.clear")}
        </button>
      </li>
    </ul>
  );
}
