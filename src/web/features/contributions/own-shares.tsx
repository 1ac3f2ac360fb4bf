import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { rich, t } from "../../../../generated/web-texts/contributions.ts";
import { rich as sharedRich } from "../../../../generated/web-texts/shared.ts";
import type { OwnShare } from "../../../contract/contributions.ts";
import { useCall } from "../../foundation/api/use-call.ts";
import { paths } from "../../foundation/paths.ts";
import { Button } from "../../ui/button.tsx";
import { hidden } from "../../ui/hidden-words.tsx";
import { formatCount } from "../../ui/numbers.ts";
import styles from "./own-shares.module.css";
import { ShareDialog } from "./share-dialog.tsx";

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
