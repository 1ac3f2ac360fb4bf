import { Link, useParams } from "react-router";
import { rich, t } from "../../../generated/web-texts/releases.ts";
import type { ReleaseDetail } from "../../contract/releases.ts";
import {
  AboutRelease,
  CiteRelease,
  dayOf,
  ReleaseFigures,
  ReleaseFiles,
  ReleaseState,
  refreshWhileBuilding,
} from "../features/releases/release-details.tsx";
import styles from "../features/releases/releases.module.css";
import { hasNoAnswer, isMissing, sentenceOf } from "../foundation/api/api-error.ts";
import { parseId } from "../foundation/api/quests.ts";
import { useCall } from "../foundation/api/use-call.ts";
import { paths } from "../foundation/paths.ts";
import { inItsLanguage } from "../foundation/texts/reader-language.ts";
import { Banner } from "../ui/banner.tsx";
import { ButtonLink } from "../ui/button.tsx";
import { formatDate } from "../ui/dates.ts";
import { PageTitle } from "../ui/live-region.tsx";
import { EmptyState, FailedState } from "../ui/message-state.tsx";
import { Part } from "../ui/part.tsx";
import { Loading } from "../ui/skeleton.tsx";
import { PagePart } from "./page-part.tsx";

/** A release with its files and how to cite it, open to everybody. */
export function ReleasePage() {
  const params = useParams();
  const [id, number] = [parseId(params.id), parseId(params.number)];
  const release = useCall(
    "getRelease",
    id === undefined || number === undefined ? undefined : { params: { id, number } },
    {
      refreshInterval: (latest) => refreshWhileBuilding(latest && [latest]),
    },
  );
  const { data, error } = release;
  if (data) return <Shown release={data} />;
  const isUnknown = id === undefined || number === undefined || isMissing(error);
  return (
    <div className={`stack pad-16 ${styles.page}`}>
      <PageTitle>{t(isUnknown ? "releases.unknown" : "releases.title")}</PageTitle>
      <h1 className="visually-hidden">{t("releases.title")}</h1>
      {isUnknown ? (
        <EmptyState action={<ButtonLink to={paths.home}>{t("app.findQuest")}</ButtonLink>}>
          {t("releases.unknown")}
        </EmptyState>
      ) : error ? (
        <FailedState message={t("releases.failed")} onRetry={() => void release.mutate()}>
          {hasNoAnswer(error) ? t("releases.offline") : sentenceOf(error)}
        </FailedState>
      ) : (
        <Loading height="40rem" />
      )}
    </div>
  );
}

function Shown({ release }: { release: ReleaseDetail }) {
  const { quest_id: id, number, files, content } = release;
  const kicker = t("releases.kicker", { number });
  return (
    <div className={`stack pad-16 ${styles.page}`}>
      <PageTitle>
        {content === null ? kicker : t("releases.titleOf", { questName: content.quest_name, number })}
      </PageTitle>
      <header className="stack gap-4 breaks">
        {content === null ? null : <p className="muted">{kicker}</p>}
        {content === null ? <h1>{kicker}</h1> : <h1 {...inItsLanguage(content)}>{content.quest_name}</h1>}
        <PublishedBy release={release} />
        <p>
          <Link to={paths.questResults(id)} className="roomy">
            {t("releases.seeResults")}
          </Link>
        </p>
      </header>
      <Part>
        <Notice release={release} />
      </Part>
      {content === null ? null : (
        <Part>
          <ReleaseFigures content={content} />
        </Part>
      )}
      {files.length === 0 ? null : (
        <PagePart title={t("releases.files")}>
          <ReleaseFiles files={files} hasHashes />
        </PagePart>
      )}
      {content === null ? null : (
        <>
          <PagePart title={t("releases.about")}>
            <AboutRelease release={release} content={content} />
          </PagePart>
          <PagePart title={t("releases.cite")}>
            <CiteRelease release={release} />
          </PagePart>
        </>
      )}
      <Part>
        <Others id={id} number={number} />
      </Part>
    </div>
  );
}

function PublishedBy({ release: { content, published_at: publishedAt } }: { release: ReleaseDetail }) {
  if (content === null || publishedAt === null) return null;
  const { id, organization_name: organizationName } = content.organization;
  return (
    <p>
      {rich(
        "releases.by",
        {
          link: (name) => (
            <Link to={paths.organization(id)} translate="no">
              {name}
            </Link>
          ),
        },
        { organizationName, day: formatDate(dayOf(publishedAt)) },
      )}
    </p>
  );
}

function Notice({ release }: { release: ReleaseDetail }) {
  const { state, withdrawn_at: withdrawnAt, withdrawal_reason: reason } = release;
  if (state === "withdrawn" && withdrawnAt !== null)
    return (
      <Banner tone="warning">
        {t("releases.withdrawn", { day: formatDate(dayOf(withdrawnAt)), reason: reason ?? "" })}
      </Banner>
    );
  if (state === "published") return null;
  return (
    <div>
      <ReleaseState release={release} />
      {state === "building" ? <p>{t("releases.building")}</p> : null}
    </div>
  );
}

/** The other releases of the quest, newest first. */
function Others({ id, number }: { id: number; number: number }) {
  const { data = [] } = useCall("listReleases", { params: { id } });
  const others = data.filter((each) => each.number !== number && each.published_at !== null);
  if (others.length === 0) return null;
  return (
    <PagePart title={t("releases.others")}>
      <ul className="stack">
        {others.map((each) => (
          <li key={each.number}>
            <Link to={paths.release(id, each.number)} className="roomy">
              {t("releases.kicker", { number: each.number })}
            </Link>{" "}
            <ReleaseState release={each} />
          </li>
        ))}
      </ul>
    </PagePart>
  );
}
