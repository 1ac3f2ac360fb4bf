import { t } from "../../../../generated/web-texts/editor.ts";
import { takesAnswer, takesFile } from "../../../protocol/field.ts";
import { isClosedKind, isNeverPublic } from "../../../protocol/public-fields.ts";
import { Choice } from "../../ui/field.tsx";
import { useEditor } from "./editor-context.ts";
import type { FieldDraft, ProtocolDraft } from "./protocol-draft.ts";

type FillingProps = { field: FieldDraft; onChange: (changes: Partial<FieldDraft>) => void };

/** What makes a question quick to answer, and whether everybody sees its answers. */
export function FillingFields({ draft, field, onChange }: FillingProps & { draft: ProtocolDraft }) {
  const { sources } = useEditor();
  const madeOf = sources.get(field.key.trim()) ?? new Set();
  const closing =
    (["metadata", "closed"] as const).find((each) => madeOf.has(each)) ?? (madeOf.size > 0 ? "exact" : undefined);
  // The questions of a row are on one screen.
  const isPaged = draft.pages && field.groupId === undefined;
  const mark = (name: "counter" | "outline" | "scale" | "sameAsLast" | "samePage" | "quick" | "isPublic") => (
    <Choice
      hint={
        name === "isPublic" && field.isPublic && closing
          ? t(`editor.form.isPublic.${closing}`)
          : t(`editor.form.${name}.hint`)
      }
    >
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
      {kind === "photo" && field.picture ? mark("outline") : null}
      {kind === "photo" ? mark("scale") : null}
      {takesAnswer(field) && kind !== "group" && !takesFile({ kind }) ? mark("sameAsLast") : null}
      {isPaged && (kind === "choice" || kind === "yes_no") ? mark("quick") : null}
      {isPaged ? mark("samePage") : null}
      {isClosedKind(kind) && (field.isPublic || !isNeverPublic(kind)) ? mark("isPublic") : null}
    </>
  );
}

/** Whether the section that begins with a question is closed at first. */
export function FoldedChoice({ field: { heading, folded }, onChange }: FillingProps) {
  if (Object.values(heading.texts).every((words) => words.trim() === "")) return null;
  return (
    <Choice hint={t("editor.form.folded.hint")}>
      <input type="checkbox" checked={folded} onChange={(event) => onChange({ folded: event.currentTarget.checked })} />
      {t("editor.form.folded")}
    </Choice>
  );
}
