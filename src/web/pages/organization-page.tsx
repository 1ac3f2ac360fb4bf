import { useState } from "react";
import { useParams } from "react-router";
import { t } from "../../../generated/web-texts/organizations.ts";
import type { OrganizationPage as Organization } from "../../contract/organizations.ts";
import { includesRole } from "../../contract/roles.ts";
import { OrganizationDialog } from "../features/organizations/organization-dialog.tsx";
import { QuestCard } from "../features/quests/quest-card.tsx";
import { FreeText } from "../features/quests/quest-sections.tsx";
import { ApiError, sentenceOf } from "../foundation/api/api-error.ts";
import { useListInParts } from "../foundation/api/list-parts.ts";
import { parseId } from "../foundation/api/quests.ts";
import { useCall } from "../foundation/api/use-call.ts";
import { useAuth } from "../foundation/auth/auth-context.ts";
import { useTeams } from "../foundation/auth/use-teams.ts";
import { deskPaths } from "../foundation/desk-paths.ts";
import { pictureAddress } from "../foundation/media/media-addresses.ts";
import { paths } from "../foundation/paths.ts";
import { Banner } from "../ui/banner.tsx";
import { Button, ButtonLink } from "../ui/button.tsx";
import { FetchedInParts } from "../ui/fetched.tsx";
import { PageTitle } from "../ui/live-region.tsx";
import { EmptyState, FailedState } from "../ui/message-state.tsx";
import { formatCount } from "../ui/numbers.ts";
import { Part } from "../ui/part.tsx";
import { Loading } from "../ui/skeleton.tsx";
import styles from "./organization-page.module.css";

/** What an organization is, its quests, and what was measured so far. Open to everybody. */
export function OrganizationPage() {
  const id = parseId(useParams().id);
  const organization = useCall("getOrganization", id === undefined ? undefined : { params: { id } });
  const { data, error } = organization;
  const isMissing = id === undefined || (error instanceof ApiError && error.code === "organization_not_found");
  if (data) return <Shown organization={data} />;
  return (
    <div className={`stack gap-16 pad-16 ${styles.narrow}`}>
      <PageTitle>{t(isMissing ? "organizations.page.missing" : "organizations.page.title")}</PageTitle>
      <h1 className="visually-hidden">{t("organizations.page.title")}</h1>
      {isMissing ? (
        <EmptyState action={<ButtonLink to={paths.home}>{t("app.findQuest")}</ButtonLink>}>
          {t("organizations.page.missing")}
        </EmptyState>
      ) : error ? (
        <FailedState message={t("organizations.page.failed")} onRetry={() => void organization.mutate()}>
          {sentenceOf(error)}
        </FailedState>
      ) : (
        <Loading />
      )}
    </div>
  );
}

function Shown({ organization }: { organization: Organization }) {
  const { id, organization_name: name, logo, web_site: webSite, contact } = organization;
  const [isEditing, setIsEditing] = useState(false);
  const [isSaved, setIsSaved] = useState(false);
  const { isAdmin } = useAuth();
  const { teams } = useTeams();
  const role = isAdmin ? "owner" : teams.find((team) => team.organization_id === id)?.role;
  return (
    <div className={`grid gap-24 pad-16 ${styles.page}`}>
      <PageTitle>{name}</PageTitle>
      <header className={`cluster center gap-16 ${styles.head}`}>
        {logo === null ? null : <img className={styles.logo} src={pictureAddress({ id: logo })} alt="" />}
        <h1>
          <bdi translate="no">{name}</bdi>
        </h1>
        {role ? (
          <div className="cluster gap-12">
            <ButtonLink to={includesRole(role, "coordinator") ? deskPaths.quests : deskPaths.samples}>
              {t("organizations.page.workspace")}
            </ButtonLink>
            {role === "owner" ? (
              <Button onClick={() => setIsEditing(true)}>{t("organizations.page.edit")}</Button>
            ) : null}
          </div>
        ) : null}
      </header>
      {isSaved ? (
        <Banner tone="ok" onClose={() => setIsSaved(false)}>
          {t("organizations.page.saved")}
        </Banner>
      ) : null}
      <aside className={`stack card gap-24 ${styles.panel}`}>
        <section className="stack gap-12" aria-labelledby="about">
          <h2 id="about">{t("organizations.page.about")}</h2>
          <Part>
            <FreeText text={organization.about} otherwise={t("organizations.page.about.none")} />
          </Part>
        </section>
        {webSite === null && contact === null ? null : (
          <dl className={`terms ${styles.contact}`}>
            {webSite === null ? null : (
              <div>
                <dt>{t("organizations.page.webSite")}</dt>
                <dd>
                  <a href={webSite} rel="noreferrer nofollow" translate="no">
                    {new URL(webSite).host}
                  </a>
                </dd>
              </div>
            )}
            {contact === null ? null : (
              <div>
                <dt>{t("organizations.page.contact")}</dt>
                <dd>
                  <a href={`mailto:${contact}`} translate="no">
                    {contact}
                  </a>
                </dd>
              </div>
            )}
          </dl>
        )}
        <Part>
          <Figures organization={organization} />
        </Part>
      </aside>
      <Part>
        <Quests organizationId={id} />
      </Part>
      {isEditing ? (
        <OrganizationDialog
          id={id}
          onClose={() => setIsEditing(false)}
          onSaved={() => {
            setIsEditing(false);
            setIsSaved(true);
          }}
        />
      ) : null}
    </div>
  );
}

function Figures({ organization }: { organization: Organization }) {
  const figures = [
    [t("organizations.page.figures.quests"), organization.quests],
    [t("organizations.page.figures.participations"), organization.participations],
    [t("organizations.page.figures.points"), organization.data_points],
    [t("organizations.page.figures.accepted"), organization.accepted_data_points],
  ] as const;
  return (
    <section className="stack gap-12" aria-labelledby="figures">
      <h2 id="figures">{t("organizations.page.figures")}</h2>
      <dl className={`grid gap-16 terms ${styles.figures}`}>
        {figures.map(([label, count]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="text-22 figures">{formatCount(count)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Quests({ organizationId }: { organizationId: number }) {
  const list = useListInParts("listQuests", { query: { organization_id: organizationId } });
  return (
    <section className="stack gap-16 shrinks" aria-labelledby="quests">
      <h2 id="quests">{t("organizations.page.quests")}</h2>
      <FetchedInParts list={list} empty={t("organizations.page.quests.none")}>
        {(quests) => (
          <ul className={`grid gap-16 ${styles.cards}`}>
            {quests.map((quest) => (
              <li key={quest.id}>
                <QuestCard quest={quest} />
              </li>
            ))}
          </ul>
        )}
      </FetchedInParts>
    </section>
  );
}
