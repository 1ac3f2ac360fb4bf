import { takesAnswer, takesFile } from "../../../protocol/field.ts";
import { Choice } from "../../components/field.tsx";
import { t } from "../../texts/editor.ts";
import type { FieldDraft } from "./protocol-draft.ts";

/** What makes a question quick to answer. */
export function FillingFields({
  field,
  onChange,
}: {
  field: FieldDraft;
  onChange: (changes: Partial<FieldDraft>) => void;
}) {
  const mark = (name: "counter" | "sameAsLast") => (
    <Choice hint={t(`editor.form.${name}.hint`)}>
      <input
        type="checkbox"
        checked={field[name]}
        onChange={(event) => onChange({ [name]: event.currentTarget.checked })}
      />
      {t(`editor.form.${name}`)}
    </Choice>
  );
  const { kind } = field;
  return (
    <>
      {kind === "integer" ? mark("counter") : null}
      {takesAnswer(field) && kind !== "group" && !takesFile({ kind }) ? mark("sameAsLast") : null}
    </>
  );
}
