import { Link } from "react-router";
import { t } from "../../../../generated/web-texts/releases.ts";
import { useCall } from "../../foundation/api/use-call.ts";
import { paths } from "../../foundation/paths.ts";
import { formatDate } from "../../ui/dates.ts";
import { Loaded } from "../../ui/fetched.tsx";
import { ReleaseFiles } from "./release-details.tsx";
import { dayOf } from "./release-words.tsx";

/** The files of a quest's newest release. */
export function Downloads({ questId }: { questId: number }) {
  const releases = useCall("listReleases", { params: { id: questId } });
  return (
    <Loaded of={releases} height="8rem">
      {(all) => {
        const newest = all.find(({ state }) => state === "published");
        return newest ? (
          <Newest questId={questId} number={newest.number} />
        ) : (
          <p className="muted">{t("releases.downloads.none")}</p>
        );
      }}
    </Loaded>
  );
}

function Newest({ questId, number }: { questId: number; number: number }) {
  const release = useCall("getRelease", { params: { id: questId, number } });
  return (
    <Loaded of={release} height="12rem">
      {({ files, published_at: publishedAt, accepted }) => (
        <>
          <p>
            {t("releases.downloads.lead", {
              number,
              day: publishedAt === null ? "" : formatDate(dayOf(publishedAt)),
              count: accepted ?? 0,
            })}
          </p>
          <ReleaseFiles files={files} />
          <p>
            <Link to={paths.release(questId, number)} className="roomy">
              {t("releases.downloads.see", { number })}
            </Link>
          </p>
        </>
      )}
    </Loaded>
  );
}
