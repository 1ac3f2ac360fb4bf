import { useState } from "react";
import { t } from "../../../../generated/web-texts/position.ts";
import { ActionDialog } from "../../ui/action-dialog.tsx";
import { Button } from "../../ui/button.tsx";
import { announce } from "../../ui/live-region.tsx";

/** Asks before a draft is deleted. */
export function DiscardDraft({ onDiscard }: { onDiscard: () => void }) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button tone="plain" onClick={() => setIsAsking(true)}>
        {t("position.discard")}
      </Button>
      <ActionDialog
        open={isAsking}
        title={t("position.discard.ask")}
        onClose={() => setIsAsking(false)}
        back={t("position.discard.keep")}
        suggestsBack
        act={t("position.discard")}
        tone="danger"
        onAct={() => {
          setIsAsking(false);
          onDiscard();
          announce(t("position.discarded"));
        }}
      >
        <p>{t("position.discard.explanation")}</p>
      </ActionDialog>
    </>
  );
}
