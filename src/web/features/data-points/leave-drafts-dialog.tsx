import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { t } from "../../texts/field.ts";

/** Asks before signing out deletes a data point that was not sent. */
export function LeaveDraftsDialog({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  return (
    <Dialog
      open
      title={t("field.leave.title")}
      onClose={onStay}
      footer={
        <>
          <Button onClick={onLeave}>{t("field.leave.signOut")}</Button>
          <Button tone="next" onClick={onStay}>
            {t("field.leave.stay")}
          </Button>
        </>
      }
    >
      <p>{t("field.leave.explanation")}</p>
    </Dialog>
  );
}
