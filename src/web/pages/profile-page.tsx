import CircleUserRound from "lucide-react/icons/circle-user-round";
import LogIn from "lucide-react/icons/log-in";
import { errorMessages, statusMessages } from "../../contract/messages.ts";
import { useAdventurerQuests } from "../api/quests.ts";
import { Button, ButtonLink } from "../components/button.tsx";
import { PageTitle } from "../components/live-region.tsx";
import { EmptyState, FailedState } from "../components/message-state.tsx";
import { Pill } from "../components/pill.tsx";
import { Loading } from "../components/skeleton.tsx";
import { useAuth } from "../features/auth/auth-context.ts";
import { QuestCard, QuestCardSkeleton } from "../features/quests/quest-card.tsx";
import { paths } from "../paths.ts";
import styles from "./profile-page.module.css";

/** Who is signed in, and their quests. */
export function ProfilePage() {
  const auth = useAuth();
  const own = useAdventurerQuests(auth.username);
  // `complete`, not `completed`: two spellings stand in the specification. The profile leaves out the first; `completed`,
  // which the data screen sets and home hides, stays listed here.
  const shown = own.data?.filter(({ status }) => status !== "complete");

  if (auth.status === "signed_out") {
    return (
      <div className={styles.signedOut}>
        <PageTitle>Profile</PageTitle>
        <h1>Profile</h1>
        <EmptyState
          action={
            <Button tone="next" icon={<LogIn aria-hidden="true" />} onClick={() => void auth.signIn()}>
              Log In
            </Button>
          }
        >
          Log in to see your profile and your quests.
        </EmptyState>
      </div>
    );
  }
  return (
    <div className={styles.page}>
      <PageTitle>Profile</PageTitle>
      <aside className={styles.panel} aria-label="About you">
        <CircleUserRound className={styles.portrait} aria-hidden="true" />
        <h1>{auth.username ?? "Profile"}</h1>
        <UserFacts details={auth.userDetails} questCount={own.data?.length} />
        {auth.isAdmin || auth.isFeatureTester ? (
          <div className={styles.roles}>
            {auth.isAdmin ? <Pill tone="info">Admin</Pill> : null}
            {auth.isFeatureTester ? <Pill tone="info">Feature tester</Pill> : null}
          </div>
        ) : null}
        <a href={paths.account}>Account and security</a>
      </aside>
      <section className={styles.quests} aria-labelledby="my-quests">
        <h2 id="my-quests">My Quests</h2>
        {shown ? (
          shown.length > 0 ? (
            <ul className={styles.list}>
              {shown.map(({ quest, quest_id: id, status }) => (
                <li key={id}>
                  <QuestCard quest={quest} status={status} />
                </li>
              ))}
            </ul>
          ) : (
            <EmptyState
              action={
                <ButtonLink to={paths.home} tone="next">
                  Find a Quest
                </ButtonLink>
              }
            >
              You have not joined a quest yet.
            </EmptyState>
          )
        ) : own.error ? (
          <FailedState message={errorMessages.ownQuestsLoad} onRetry={() => void own.mutate()} />
        ) : (
          <Loading label={statusMessages.loadingQuests}>
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

function UserFacts({ details, questCount }: { details: Record<string, unknown>; questCount: number | undefined }) {
  const facts = [
    { label: "E-mail", value: details.email },
    { label: "Phone", value: details.phone_number },
    { label: "Quests joined", value: questCount },
  ].filter(({ value }) => typeof value === "string" || typeof value === "number");
  return (
    <dl className={styles.facts}>
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{String(value)}</dd>
        </div>
      ))}
    </dl>
  );
}
