import { isMissing } from "../../foundation/api/api-error.ts";
import { call } from "../../foundation/api/client.ts";
import { useAction } from "../../foundation/api/use-action.ts";
import { t } from "../../foundation/texts/lesson-editor.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import styles from "./lesson-editor.module.css";

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
  const { isBusy, problem, run } = useAction((reason) => t("lesson.editor.delete.failed", { reason }));
  const remove = () =>
    run(async () => {
      await call("deleteLesson", { params: { id: questId }, body: { seen_version: version } }).catch(
        (error: unknown) => {
          // Somebody else was faster.
          if (!isMissing(error)) throw error;
        },
      );
      onDeleted();
    });
  return (
    <Dialog
      open
      title={t("lesson.editor.delete.title")}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t("lesson.editor.delete.keep")}</Button>
          <Button tone="danger" busy={isBusy} onClick={() => void remove()}>
            {t("lesson.editor.delete")}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        {problem ? <Banner tone="danger">{problem}</Banner> : null}
        <p>{t("lesson.editor.delete.text")}</p>
        {isChanged ? <p>{t("lesson.editor.delete.unsaved")}</p> : null}
      </div>
    </Dialog>
  );
}
