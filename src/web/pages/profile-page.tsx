import CircleUserRound from "lucide-react/icons/circle-user-round";
import { Link } from "react-router";
import { t as joinedText } from "../../../generated/web-texts/joined.ts";
import { t } from "../../../generated/web-texts/profile.ts";
import { t as questsText } from "../../../generated/web-texts/quests.ts";
import { HomeScreen } from "../features/installation/home-screen.tsx";
import { OwnOrganizations } from "../features/organizations/own-organizations.tsx";
import { OwnProgress } from "../features/quests/own-progress.tsx";
import { QuestCard, QuestCardSkeleton } from "../features/quests/quest-card.tsx";
import { useAdventurerQuests } from "../foundation/api/quests.ts";
import { useAuth } from "../foundation/auth/auth-context.ts";
import { useTeams } from "../foundation/auth/use-teams.ts";
import { paths } from "../foundation/paths.ts";
import { ButtonLink } from "../ui/button.tsx";
import { PageTitle } from "../ui/live-region.tsx";
import { EmptyState, FailedState } from "../ui/message-state.tsx";
import { formatCount } from "../ui/numbers.ts";
import { Part } from "../ui/part.tsx";
import { Pill } from "../ui/pill.tsx";
import { Loading } from "../ui/skeleton.tsx";
import { Verbatim } from "../ui/verbatim.tsx";
import styles from "./profile-page.module.css";
import { SignedOut } from "./session/signed-out.tsx";

/** The user, their quests, and their organizations. */
export function ProfilePage() {
  const auth = useAuth();
  const { username } = auth;
  const own = useAdventurerQuests(username);
  const { teams } = useTeams();
  // The specification has both `complete` and `completed`. The profile leaves out the first. The second, which the data
  // screen sets and home hides, stays on this list.
  const shown = own.data?.filter(({ status }) => status !== "complete");

  if (auth.status === "signed_out") {
    return (
      <div className={styles.signedOut}>
        <PageTitle>{t("profile.title")}</PageTitle>
        <h1>{t("profile.title")}</h1>
        <SignedOut>{t("profile.signedOut")}</SignedOut>
      </div>
    );
  }
  return (
    <div className={`grid gap-24 pad-16 ${styles.page}`}>
      <PageTitle>{t("profile.title")}</PageTitle>
      <aside className={`stack card start gap-12 ${styles.panel}`} aria-label={t("profile.aboutYou")}>
        <CircleUserRound className={styles.portrait} aria-hidden="true" />
        <h1>{username ? <Verbatim>{username}</Verbatim> : t("profile.title")}</h1>
        <UserFacts details={auth.userDetails} questCount={own.data?.length} />
        {auth.isAdmin || auth.isFeatureTester ? (
          <div className="cluster gap-8">
            {auth.isAdmin ? <Pill tone="info">{t("profile.admin")}</Pill> : null}
            {auth.isFeatureTester ? <Pill tone="info">{t("profile.featureTester")}</Pill> : null}
          </div>
        ) : null}
        <Link to={paths.contributions} className="roomy">
          {joinedText("joined.account.contributions")}
        </Link>
        <Link to={paths.ownAccount} className="roomy">
          {t("profile.ownAccount")}
        </Link>
      </aside>
      <section className={`stack gap-16 shrinks ${styles.quests}`} aria-labelledby="my-quests">
        <h2 id="my-quests">{t("profile.quests")}</h2>
        {shown ? (
          shown.length > 0 ? (
            <ul className="stack gap-16">
              {shown.map(({ quest, quest_id: id, status, data_point_count: count }) => (
                <li key={id}>
                  <Part>
                    <QuestCard quest={quest} status={status}>
                      <OwnProgress quest={quest} count={count} />
                    </QuestCard>
                  </Part>
                </li>
              ))}
            </ul>
          ) : (
            <EmptyState
              action={
                <ButtonLink to={paths.home} tone="next">
                  {t("app.findQuest")}
                </ButtonLink>
              }
            >
              {t("profile.quests.none")}
            </EmptyState>
          )
        ) : own.error ? (
          <FailedState message={joinedText("joined.failed")} onRetry={() => void own.mutate()} />
        ) : (
          <Loading label={questsText("quests.loading")}>
            <div className="stack gap-16">
              {[1, 2, 3].map((key) => (
                <QuestCardSkeleton key={key} />
              ))}
            </div>
          </Loading>
        )}
      </section>
      {/* Below the quests: it comes when they are there, so that it never moves. */}
      {username && (shown || own.error) ? (
        <div className={`stack card start gap-12 if-any ${styles.below}`}>
          <Part>
            <OwnOrganizations teams={teams} />
          </Part>
          <Part>
            <HomeScreen account={username} />
          </Part>
        </div>
      ) : null}
    </div>
  );
}

function UserFacts({ details, questCount }: { details: Record<string, unknown>; questCount: number | undefined }) {
  const facts = (
    [
      { label: "profile.email", value: details.email },
      { label: "profile.phone", value: details.phone_number },
      // Its place is kept.
      { label: "profile.questsJoined", value: questCount ?? "\u00a0" },
    ] as const
  ).filter(({ value }) => typeof value === "string" || typeof value === "number");
  return (
    <dl className={`wide terms ${styles.facts}`}>
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt>{t(label)}</dt>
          <dd translate="no">{typeof value === "number" ? formatCount(value) : String(value)}</dd>
        </div>
      ))}
    </dl>
  );
}
