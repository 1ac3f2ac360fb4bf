import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { rich, t } from "../../../../generated/web-texts/contributions.ts";
import { rich as sharedRich, t as sharedText } from "../../../../generated/web-texts/shared.ts";
import type { OwnShare } from "../../../contract/contributions.ts";
import { call } from "../../foundation/api/client.ts";
import { useAction } from "../../foundation/api/use-action.ts";
import { useCall } from "../../foundation/api/use-call.ts";
import { paths } from "../../foundation/paths.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { CopiedText } from "../../ui/copied-text.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { hidden } from "../../ui/hidden-words.tsx";
import { formatCount } from "../../ui/numbers.ts";
import styles from "./own-shares.module.css";

/** How much of each quest's public results is the volunteer's. Nothing without any, and offline. */
export function OwnShares({ username }: { username: string }) {
  const { data: shares = [], mutate } = useCall("listOwnShares", { params: { username } });
  const [sharing, setSharing] = useState<OwnShare>();
  if (shares.length === 0) return null;
  return (
    <section className={`stack gap-4 ${styles.shares}`} aria-label={t("contributions.shares")}>
      <h2 className="text-18">{t("contributions.shares")}</h2>
      <ul className="stack">
        {shares.map((share) => (
          <li key={share.quest_id} className="cluster center between gap-4 across-16">
            <div>
              <p>
                <PartInWords share={share} />
              </p>
              {share.release?.thanks ? <p className={`keeps-lines ${styles.thanks}`}>{share.release.thanks}</p> : null}
            </div>
            <Button small onClick={() => setSharing(share)}>
              {sharedRich("shared.share", { hidden }, { questName: share.quest_name })}
            </Button>
          </li>
        ))}
      </ul>
      {sharing ? (
        <ShareDialog
          of={{
            username,
            questId: sharing.quest_id,
            questName: sharing.quest_name,
            isShared: sharing.is_shared === true,
          }}
          onClose={(isChanged) => {
            setSharing(undefined);
            if (isChanged) void mutate();
          }}
        />
      ) : null}
    </section>
  );
}

function PartInWords({ share }: { share: OwnShare }) {
  const { quest_id: id, quest_name: questName, own, accepted, release } = share;
  const linkTo = (to: string) => ({
    link: (words: ReactNode) => <Link to={to}>{words}</Link>,
  });
  return (
    <>
      {rich("contributions.share", linkTo(paths.questResults(id)), {
        questName,
        own,
        accepted,
        total: formatCount(accepted),
      })}
      {release ? (
        <>
          {" "}
          {rich("contributions.share.release", linkTo(paths.release(id, release.number)), {
            number: release.number,
            own: release.own,
          })}
        </>
      ) : null}
    </>
  );
}

type Of = { username: string; questId: number; questName: string; isShared: boolean };

/** Makes a page of the volunteer's part of a quest, or ends it. `onClose`: whether something changed. */
function ShareDialog({
  of: { username, questId, questName, isShared },
  onClose,
}: {
  of: Of;
  onClose: (isChanged: boolean) => void;
}) {
  const [address, setAddress] = useState<string>();
  const { isBusy, problem, run } = useAction((reason) => sharedText("shared.share.failed", { reason }));
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
      title={sharedText("shared.share.title")}
      onClose={() => onClose(address !== undefined)}
      footer={
        <>
          {isShared || address !== undefined ? (
            <Button onClick={() => void stop()} busy={isBusy}>
              {sharedText("shared.share.stop")}
            </Button>
          ) : null}
          {address === undefined ? (
            <Button tone="primary" onClick={() => void share()} busy={isBusy}>
              {sharedText(isShared ? "shared.share.show" : "shared.share.create")}
            </Button>
          ) : typeof navigator.share === "function" ? (
            <Button
              tone="primary"
              onClick={() => void navigator.share({ title: questName, url: address }).catch(() => {})}
            >
              {sharedText("shared.share.send")}
            </Button>
          ) : (
            <Button tone="primary" onClick={() => onClose(true)}>
              {sharedText("shared.share.close")}
            </Button>
          )}
        </>
      }
    >
      <p>{sharedText("shared.share.what")}</p>
      <Banner tone="danger">{problem}</Banner>
      {address === undefined ? null : <CopiedText label={sharedText("shared.share.address")}>{address}</CopiedText>}
    </Dialog>
  );
}
