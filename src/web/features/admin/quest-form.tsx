import { type ReactNode, useEffect } from "react";
import { useWatch } from "react-hook-form";
import { t } from "../../../../generated/web-texts/admin.ts";
import { t as lifeText } from "../../../../generated/web-texts/life.ts";
import { adventurerLimit, targetTotal } from "../../../contract/desk-limits.ts";
import { questStatuses, questTypes } from "../../../contract/enums.ts";
import { questDifficulty } from "../../../contract/limits.ts";
import type { Organization } from "../../../contract/organizations.ts";
import { fieldsTypedAs, questTexts, type TypedField } from "../../../contract/quest-fields.ts";
import { Choice, Field } from "../../ui/field.tsx";
import { FieldsBeside } from "../../ui/fields-beside.tsx";
import { NumberInput } from "../../ui/number-input.tsx";
import { type CoverChange, CoverField } from "./cover-field.tsx";
import { fieldName } from "./field-name.ts";
import { LocationFields } from "./location-fields.tsx";
import styles from "./quest-form.module.css";
import type { QuestFormControl } from "./quest-form-values.ts";
import { QuestLanguages } from "./quest-languages.tsx";

/** Those with a place of their own are further up. */
const furtherTexts = questTexts.filter((name) => name !== "quest_name" && name !== "quest_description");

const limits: Record<TypedField<"number">, { min: number; max: number }> = {
  adventurer_limit: adventurerLimit,
  target_total: targetTotal,
  quest_difficulty: questDifficulty,
};

/** The fields of a quest in two columns. The dialog around it has the buttons. */
export function QuestForm({
  id,
  form,
  organizations,
  moves,
  cover,
  onSubmit,
  children,
}: {
  /** The submit button outside refers to it. */
  id: string;
  form: QuestFormControl;
  organizations: readonly Organization[];
  /** Whether another organization is chosen than the saved quest has. */
  moves: boolean;
  cover: { address: string | null; change: CoverChange; onChange: (change: CoverChange) => void };
  onSubmit: () => void;
  /** Below both columns. */
  children: ReactNode;
}) {
  const { register, formState } = form;
  const { errors } = formState;
  const organizationError = errors.organization?.organization_id?.message ?? errors.root?.organization_null?.message;

  // The options arrive after the form. This selects the chosen one.
  const chosen = form.getValues("organization.organization_id");
  useEffect(() => {
    if (organizations.length > 0) form.setValue("organization.organization_id", chosen);
  }, [organizations, form, chosen]);

  return (
    <form
      id={id}
      className={`grid ${styles.form}`}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <div className="stack gap-16 shrinks">
        <Field label={fieldName("quest_name")} required error={errors.quest_name?.message}>
          {(control) => <input {...control} {...register("quest_name")} type="text" autoComplete="off" />}
        </Field>
        <FieldsBeside>
          <Field label={fieldName("quest_type")} error={errors.quest_type?.message}>
            {(control) => (
              <select {...control} {...register("quest_type")}>
                {questTypes.map((type) => (
                  <option key={type} value={type}>
                    {t(`app.questType.${type}`)}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <Field
            label={fieldName("organization")}
            required
            error={organizationError}
            hint={moves ? t("admin.questForm.organization.moves") : undefined}
          >
            {(control) => (
              <select
                {...control}
                {...register("organization.organization_id", {
                  onChange: () => form.clearErrors("root.organization_null"),
                })}
              >
                <option value="">{t("admin.questForm.organization.choose")}</option>
                {organizations.map((organization) => (
                  <option key={organization.id} value={organization.id}>
                    {organization.organization_name}
                  </option>
                ))}
              </select>
            )}
          </Field>
        </FieldsBeside>
        <fieldset className="cluster across-16">
          <legend className={`strong ${styles.legend}`}>{fieldName("quest_status")}</legend>
          {questStatuses.map((status) => (
            <Choice key={status}>
              <input {...register("quest_status")} type="radio" value={status} />
              {t(`admin.status.${status}`)}
            </Choice>
          ))}
        </fieldset>
        <Field label={fieldName("quest_description")} error={errors.quest_description?.message}>
          {(control) => <textarea {...control} {...register("quest_description")} rows={5} />}
        </Field>
        <CoverField {...cover} />
        <FieldsBeside>
          <Field
            label={fieldName("quest_deadline")}
            hint={t("admin.questForm.deadline.hint")}
            error={errors.quest_deadline?.message}
          >
            {(control) => <input {...control} {...register("quest_deadline")} type="date" />}
          </Field>
          {fieldsTypedAs("number").map((name) => (
            <Field
              key={name}
              label={fieldName(name)}
              hint={name === "target_total" ? lifeText("life.target.hint") : undefined}
              error={errors[name]?.message}
            >
              {(control) => (
                <NumberInput
                  {...control}
                  {...register(name)}
                  inputMode="numeric"
                  min={limits[name].min}
                  max={limits[name].max}
                  step={1}
                />
              )}
            </Field>
          ))}
        </FieldsBeside>
        {furtherTexts.map((name) => (
          <Field key={name} label={fieldName(name)} error={errors[name]?.message}>
            {(control) => <textarea {...control} {...register(name)} rows={3} />}
          </Field>
        ))}
        <ResultsFields form={form} />
      </div>
      <LocationFields form={form} />
      <div className={`shrinks ${styles.whole}`}>
        <QuestLanguages form={form} />
      </div>
      <div className={`shrinks ${styles.whole}`}>{children}</div>
    </form>
  );
}

/** Degrees, with their size in words. */
const squares = ["0.001", "0.01", "0.1", "1"] as const;
const precisions = ["exact", ...squares, "hidden"] as const;

/** Who sees accepted data points, and how exactly where they were measured. */
function ResultsFields({ form }: { form: QuestFormControl }) {
  const { visibility, positions } = useWatch({ control: form.control, name: "results" });
  return (
    <>
      <fieldset className="stack">
        <legend className={`strong ${styles.legend}`}>{lifeText("life.results.who")}</legend>
        <p className="muted small">{lifeText("life.results.who.hint")}</p>
        {(["hidden", "public"] as const).map((each) => (
          <Choice key={each}>
            <input {...form.register("results.visibility")} type="radio" value={each} />
            {lifeText(`life.results.who.${each}`)}
          </Choice>
        ))}
      </fieldset>
      {visibility === "public" ? (
        <fieldset className="stack">
          <legend className={`strong ${styles.legend}`}>{lifeText("life.results.where")}</legend>
          <div className={`cluster start ${styles.beside}`}>
            <div className="stack">
              {precisions.map((each) => (
                <Choice key={each}>
                  <input {...form.register("results.positions")} type="radio" value={each} />
                  {lifeText(`life.results.where.${each}`)}
                </Choice>
              ))}
            </div>
            <figure className={`stack gap-8 ${styles.figure}`}>
              <PositionPicture positions={positions} />
              <figcaption className="muted small">
                {lifeText(
                  positions === "exact"
                    ? "life.results.picture.exact"
                    : positions === "hidden"
                      ? "life.results.picture.hidden"
                      : "life.results.picture.rounded",
                )}
              </figcaption>
            </figure>
          </div>
          <p className="muted small">{lifeText("life.results.where.hint")}</p>
        </fieldset>
      ) : null}
    </>
  );
}

/** A place on a map, and what is shown of it. */
function PositionPicture({ positions }: { positions: string }) {
  const isSquare = squares.some((each) => each === positions);
  return (
    <svg className={`wide ${styles.picture}`} viewBox="0 0 160 110" aria-hidden="true">
      <path className={styles.river} d="M-5 84 C 30 60, 52 104, 88 78 S 140 40, 165 52" />
      <path className={styles.path} d="M20 -5 C 40 30, 96 36, 102 62 S 92 96, 110 115" />
      {isSquare ? <rect className={styles.square} x="48" y="23" width="64" height="64" /> : null}
      {isSquare ? <circle className={styles.shown} cx="80" cy="55" r="4" /> : null}
      {positions === "exact" ? <circle className={styles.shown} cx="98" cy="44" r="6" /> : null}
      <circle className={styles.true} cx="98" cy="44" r="9" />
    </svg>
  );
}
