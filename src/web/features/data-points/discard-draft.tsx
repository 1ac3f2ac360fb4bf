import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { announce } from "../../components/live-region.tsx";
import { t } from "../../texts/position.ts";

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
