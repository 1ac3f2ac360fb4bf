import { t } from "../../../../generated/web-texts/lesson-editor.ts";
import { isMissing } from "../../foundation/api/api-error.ts";
import { call } from "../../foundation/api/client.ts";
import { useAction } from "../../foundation/api/use-action.ts";
import { ActionDialog } from "../../ui/action-dialog.tsx";

/** Asks before a lesson is deleted, and says what stays. */
export function DeleteLessonDialog({
  questId,
  version,
  isChanged,
  onClose,
  onDeleted,
}: {
  questId: number;
  version: number;
  /** Whether there are unsaved changes. */
  isChanged: boolean;
  onClose: () => void;
  onDeleted: () => void;
}) {
  const action = useAction((reason) => t("lesson.editor.delete.failed", { reason }));
  const remove = async () => {
    await call("deleteLesson", { params: { id: questId }, body: { seen_version: version } }).catch((error: unknown) => {
      // Somebody else was faster.
      if (!isMissing(error)) throw error;
    });
    onDeleted();
  };
  return (
    <ActionDialog
      title={t("lesson.editor.delete.title")}
      onClose={onClose}
      back={t("lesson.editor.delete.keep")}
      act={t("lesson.editor.delete")}
      tone="danger"
      action={action}
      onAct={remove}
    >
      <div className="stack gap-12">
        <p>{t("lesson.editor.delete.text")}</p>
        {isChanged ? <p>{t("lesson.editor.delete.unsaved")}</p> : null}
      </div>
    </ActionDialog>
  );
}
