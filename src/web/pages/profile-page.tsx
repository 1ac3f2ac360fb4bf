import CircleUserRound from "lucide-react/icons/circle-user-round";
import LogIn from "lucide-react/icons/log-in";
import { useAdventurerQuests } from "../api/quests.ts";
import { Button, ButtonLink } from "../components/button.tsx";
import { PageTitle } from "../components/live-region.tsx";
import { EmptyState, FailedState } from "../components/message-state.tsx";
import { formatCount } from "../components/numbers.ts";
import { Pill } from "../components/pill.tsx";
import { Loading } from "../components/skeleton.tsx";
import { useAuth } from "../features/auth/auth-context.ts";
import { useProviderKind } from "../features/auth/provider-kind.ts";
import { MailSettings } from "../features/mails/mail-settings.tsx";
import { OwnData } from "../features/own-data/own-data.tsx";
import { OwnProgress } from "../features/quests/own-progress.tsx";
import { QuestCard, QuestCardSkeleton } from "../features/quests/quest-card.tsx";
import { forgetAccount } from "../outbox/outbox.ts";
import { paths } from "../paths.ts";
import { t } from "../texts/profile.ts";
import { t as questsText } from "../texts/quests.ts";
import styles from "./profile-page.module.css";

/** Who is signed in, and their quests. */
export function ProfilePage() {
  const auth = useAuth();
  const provider = useProviderKind();
  const own = useAdventurerQuests(auth.username);
  // The specification has both `complete` and `completed`. The profile leaves out the first. The second, which the data
  // screen sets and home hides, stays on this list.
  const shown = own.data?.filter(({ status }) => status !== "complete");

  if (auth.status === "signed_out") {
    return (
      <div className={styles.signedOut}>
        <PageTitle>{t("profile.title")}</PageTitle>
        <h1>{t("profile.title")}</h1>
        <EmptyState
          action={
            <Button tone="next" icon={<LogIn aria-hidden="true" />} onClick={() => void auth.signIn()}>
              {t("app.logIn")}
            </Button>
          }
        >
          {t("profile.signedOut")}
        </EmptyState>
      </div>
    );
  }
  return (
    <div className={styles.page}>
      <PageTitle>{t("profile.title")}</PageTitle>
      <aside className={styles.panel} aria-label={t("profile.aboutYou")}>
        <CircleUserRound className={styles.portrait} aria-hidden="true" />
        <h1>{auth.username ?? t("profile.title")}</h1>
        <UserFacts details={auth.userDetails} questCount={own.data?.length} />
        {auth.isAdmin || auth.isFeatureTester ? (
          <div className={styles.roles}>
            {auth.isAdmin ? <Pill tone="info">{t("profile.admin")}</Pill> : null}
            {auth.isFeatureTester ? <Pill tone="info">{t("profile.featureTester")}</Pill> : null}
          </div>
        ) : null}
        {provider?.isEmbedded ? (
          <a href={paths.account} className="roomy">
            {t("profile.account")}
          </a>
        ) : null}
        {auth.username ? <MailSettings username={auth.username} provider={provider} /> : null}
        {auth.username ? (
          <OwnData
            username={auth.username}
            provider={provider}
            onErased={() => void leaveNothing(auth.username).then(auth.signOut)}
          />
        ) : null}
      </aside>
      <section className={styles.quests} aria-labelledby="my-quests">
        <h2 id="my-quests">{t("profile.quests")}</h2>
        {shown ? (
          shown.length > 0 ? (
            <ul className={styles.list}>
              {shown.map(({ quest, quest_id: id, status, data_point_count: count }) => (
                <li key={id}>
                  <QuestCard quest={quest} status={status}>
                    <OwnProgress quest={quest} count={count} />
                  </QuestCard>
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
          <FailedState message={questsText("quests.own.failed")} onRetry={() => void own.mutate()} />
        ) : (
          <Loading label={questsText("quests.loading")}>
            <div className={styles.list}>
              {[1, 2, 3].map((key) => (
                <QuestCardSkeleton key={key} />
              ))}
            </div>
          </Loading>
        )}
      </section>
    </div>
  );
}

/** What has not arrived has nowhere to go any more. */
async function leaveNothing(account = ""): Promise<void> {
  await forgetAccount(account).catch((error: unknown) => console.error(error));
}

function UserFacts({ details, questCount }: { details: Record<string, unknown>; questCount: number | undefined }) {
  const facts = (
    [
      { label: "profile.email", value: details.email },
      { label: "profile.phone", value: details.phone_number },
      { label: "profile.questsJoined", value: questCount },
    ] as const
  ).filter(({ value }) => typeof value === "string" || typeof value === "number");
  return (
    <dl className={styles.facts}>
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt>{t(label)}</dt>
          <dd>{typeof value === "number" ? formatCount(value) : String(value)}</dd>
        </div>
      ))}
    </dl>
  );
}
