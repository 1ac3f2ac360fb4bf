import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { t } from "../../texts/field.ts";

/** Asks before what was begun is deleted. */
export function DiscardDraft({ onDiscard }: { onDiscard: () => void }) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button tone="plain" onClick={() => setIsAsking(true)}>
        {t("field.form.discard")}
      </Button>
      <Dialog
        open={isAsking}
        title={t("field.form.discard.ask")}
        onClose={() => setIsAsking(false)}
        footer={
          <>
            <Button onClick={() => setIsAsking(false)}>{t("field.form.discard.keep")}</Button>
            <Button
              tone="danger"
              onClick={() => {
                setIsAsking(false);
                onDiscard();
              }}
            >
              {t("field.form.discard")}
            </Button>
          </>
        }
      >
        <p>{t("field.form.discard.explanation")}</p>
      </Dialog>
    </>
  );
}
