import { type ReactNode, useEffect } from "react";
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
import { ResultsFields } from "./results-fields.tsx";

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
