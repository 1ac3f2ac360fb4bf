import { t } from "../../../../generated/web-texts/editor.ts";
import type { QuestType } from "../../../contract/enums.ts";
import { photoWish } from "../../../protocol/check-values.ts";
import { wantsPlantId } from "../../../protocol/default-protocol.ts";
import type { Protocol } from "../../../protocol/field.ts";
import { allFields } from "../../../protocol/places.ts";
import { Choice, Field } from "../../ui/field.tsx";
import { FieldsBeside } from "../../ui/fields-beside.tsx";
import { problemAt } from "./draft-problems.ts";
import { withText } from "./edit-draft.ts";
import { useEditor } from "./editor-context.ts";
import type { ProtocolDraft } from "./protocol-draft.ts";
import styles from "./protocol-settings.module.css";
import { TextFields } from "./text-fields.tsx";

/** Settings of the whole protocol. */
export function ProtocolSettings({
  draft,
  payload,
  questType,
}: {
  draft: ProtocolDraft;
  payload: Protocol;
  questType: QuestType;
}) {
  const { edit, problems } = useEditor();
  const wish = photoWish(payload);
  const hasPhotoField = allFields(payload.fields).some(({ kind }) => kind === "photo");
  const typed = (name: "target_count" | "spacing_meters", words: { label: string; hint: string; unit?: string }) => (
    <Field {...words} error={problemAt(problems, `/${name}`)}>
      {(control) => (
        <input
          {...control}
          type="text"
          inputMode={name === "target_count" ? "numeric" : "decimal"}
          autoComplete="off"
          value={draft[name]}
          onChange={(event) => {
            const { value } = event.currentTarget;
            edit((before) => ({ ...before, [name]: value }));
          }}
        />
      )}
    </Field>
  );
  const photoChoices = [
    ["required", "required", false],
    ["optional", "optional", false],
    ["none", "unsaid", !hasPhotoField],
  ] as const;
  return (
    <section className={`stack gap-12 ${styles.settings}`} aria-labelledby="protocol-settings">
      <h4 id="protocol-settings">{t("editor.settings")}</h4>
      <FieldsBeside>
        {typed("target_count", { label: t("editor.settings.target"), hint: t("editor.settings.target.hint") })}
        {typed("spacing_meters", {
          label: t("editor.settings.spacing"),
          hint: t("editor.settings.spacing.hint"),
          unit: "m",
        })}
      </FieldsBeside>
      <fieldset className={`cluster across-16 ${styles.photo}`}>
        <legend>{t("editor.settings.photo")}</legend>
        {photoChoices.map(([name, photo, disabled]) => (
          <Choice key={name} hint={disabled ? t("editor.settings.photo.none.hint") : undefined}>
            <input
              type="radio"
              name="protocol-photo"
              checked={wish === name}
              disabled={disabled}
              onChange={() => edit((before) => ({ ...before, photo }))}
            />
            {t(`editor.settings.photo.${name}`)}
          </Choice>
        ))}
      </fieldset>
      {wish === "none" ? null : (
        <TextFields
          label={t("editor.settings.photoHint")}
          text={draft.photoHint}
          place="/photo/hint"
          onChange={(language, words) =>
            edit((before) => ({ ...before, photoHint: withText(before.photoHint, language, words) }))
          }
        />
      )}
      <Choice hint={t("editor.settings.pages.hint")}>
        <input
          type="checkbox"
          checked={draft.pages}
          onChange={(event) => {
            const pages = event.currentTarget.checked;
            edit((before) => ({ ...before, pages }));
          }}
        />
        {t("editor.settings.pages")}
      </Choice>
      <Choice hint={t("editor.settings.plantId.hint")}>
        <input
          type="checkbox"
          checked={wantsPlantId(questType, payload)}
          onChange={(event) => {
            const plantId = event.currentTarget.checked;
            edit((before) => ({ ...before, plantId }));
          }}
        />
        {t("editor.settings.plantId")}
      </Choice>
    </section>
  );
}
