import { useState } from "react";
import { t } from "../../../../generated/web-texts/shared.ts";
import { call } from "../../foundation/api/client.ts";
import { useAction } from "../../foundation/api/use-action.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { CopiedText } from "../../ui/copied-text.tsx";
import { Dialog } from "../../ui/dialog.tsx";

type Of = { username: string; questId: number; questName: string; isShared: boolean };

/** Makes a page of the volunteer's part of a quest, or ends it. `onClose`: whether something changed. */
export function ShareDialog({
  of: { username, questId, questName, isShared },
  onClose,
}: {
  of: Of;
  onClose: (isChanged: boolean) => void;
}) {
  const [address, setAddress] = useState<string>();
  const { isBusy, problem, run } = useAction((reason) => t("shared.share.failed", { reason }));
  const params = { username, id: questId };
  const share = () =>
    run(async () => setAddress((await call("shareContribution", { params, body: undefined })).address));
  const stop = () =>
    run(async () => {
      await call("unshareContribution", { params });
      onClose(true);
    });
  return (
    <Dialog
      open
      title={t("shared.share.title")}
      onClose={() => onClose(address !== undefined)}
      footer={
        <>
          {isShared || address !== undefined ? (
            <Button onClick={() => void stop()} busy={isBusy}>
              {t("shared.share.stop")}
            </Button>
          ) : null}
          {address === undefined ? (
            <Button tone="primary" onClick={() => void share()} busy={isBusy}>
              {t(isShared ? "shared.share.show" : "shared.share.create")}
            </Button>
          ) : typeof navigator.share === "function" ? (
            <Button
              tone="primary"
              onClick={() => void navigator.share({ title: questName, url: address }).catch(() => {})}
            >
              {t("shared.share.send")}
            </Button>
          ) : (
            <Button tone="primary" onClick={() => onClose(true)}>
              {t("shared.share.close")}
            </Button>
          )}
        </>
      }
    >
      <p>{t("shared.share.what")}</p>
      {problem ? <Banner tone="danger">{problem}</Banner> : null}
      {address === undefined ? null : <CopiedText label={t("shared.share.address")}>{address}</CopiedText>}
    </Dialog>
  );
}
