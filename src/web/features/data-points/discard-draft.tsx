import { useState } from "react";
import { t } from "../../foundation/texts/position.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { announce } from "../../ui/live-region.tsx";

/** Asks before a draft is deleted. */
export function DiscardDraft({ onDiscard }: { onDiscard: () => void }) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button tone="plain" onClick={() => setIsAsking(true)}>
        {t("position.discard")}
      </Button>
      <Dialog
        open={isAsking}
        title={t("position.discard.ask")}
        onClose={() => setIsAsking(false)}
        footer={
          <>
            <Button
              tone="danger"
              onClick={() => {
                setIsAsking(false);
                onDiscard();
                announce(t("position.discarded"));
              }}
            >
              {t("position.discard")}
            </Button>
            <Button tone="next" onClick={() => setIsAsking(false)}>
              {t("position.discard.keep")}
            </Button>
          </>
        }
      >
        <p>{t("position.discard.explanation")}</p>
      </Dialog>
    </>
  );
}
