import { isMissing } from "../../api/api-error.ts";
import { call } from "../../api/client.ts";
import { useAction } from "../../api/use-action.ts";
import { Banner } from "../../components/banner.tsx";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { t } from "../../texts/lesson-editor.ts";
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
