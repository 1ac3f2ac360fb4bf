import { type ReactNode, useState } from "react";
import { useParams } from "react-router";
import { t } from "../../../generated/web-texts/members.ts";
import type { InvitationOffer, OwnTeam } from "../../contract/teams.ts";
import { refetch } from "../foundation/api/answers-by-call.ts";
import { isMissing, sentenceOf } from "../foundation/api/api-error.ts";
import { call } from "../foundation/api/client.ts";
import { useAction } from "../foundation/api/use-action.ts";
import { useCall } from "../foundation/api/use-call.ts";
import { useAuth } from "../foundation/auth/auth-context.ts";
import { deskPaths } from "../foundation/desk-paths.ts";
import { paths } from "../foundation/paths.ts";
import { Banner } from "../ui/banner.tsx";
import { Button, ButtonLink } from "../ui/button.tsx";
import { formatMoment } from "../ui/dates.ts";
import { announce, PageTitle } from "../ui/live-region.tsx";
import { FailedState } from "../ui/message-state.tsx";
import { Loading } from "../ui/skeleton.tsx";
import { withNames } from "../ui/verbatim.tsx";
import pageStyles from "./centered-page.module.css";
import styles from "./invitation-page.module.css";
import { useSignOut } from "./session/use-sign-out.tsx";

/** An invitation to a team, by the link that somebody got. It can be read without signing in. */
export function InvitationPage() {
  const { token = "" } = useParams();
  const [joined, setJoined] = useState<OwnTeam>();
  const { data: offer, error, mutate } = useCall("getInvitation", { params: { token } });
  if (joined) return <Joined team={joined} />;
  if (offer?.state === "open") return <Open offer={offer} token={token} onJoined={setJoined} />;
  if (offer) return <Ended offer={offer} />;
  if (isMissing(error)) {
    return (
      <Told title={t("members.join.missing")}>
        <p>{t("members.join.missing.text")}</p>
      </Told>
    );
  }
  return (
    <div className={`stack center gap-16 ${pageStyles.page}`}>
      <PageTitle>{t("members.join.title")}</PageTitle>
      {error === undefined ? (
        <Loading height="10rem" />
      ) : (
        <FailedState message={t("app.fetchFailed")} onRetry={() => void mutate()}>
          {sentenceOf(error)}
        </FailedState>
      )}
    </div>
  );
}

function Told({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={`stack center gap-16 ${pageStyles.page}`}>
      <PageTitle>{title}</PageTitle>
      <h1>{title}</h1>
      {children}
      <ButtonLink to={paths.home}>{t("app.findQuest")}</ButtonLink>
    </div>
  );
}

function Open({
  offer: { organization_name: organizationName, role, anyone, invited_by, expires_at },
  token,
  onJoined,
}: {
  offer: InvitationOffer;
  token: string;
  onJoined: (team: OwnTeam) => void;
}) {
  const title = (name: string) => t("members.join.open", { organizationName: name });
  return (
    <div className={`stack center gap-16 ${pageStyles.page}`}>
      <PageTitle>{title(organizationName)}</PageTitle>
      <h1>{withNames((name) => title(name(organizationName)))}</h1>
      <p className="text-18">
        {withNames((by) =>
          t("members.join.who", { username: by(invited_by ?? organizationName), role: t(`members.role.${role}`) }),
        )}
      </p>
      <p>{t(`members.role.${role}.may`)}</p>
      <Accepting token={token} onJoined={onJoined} />
      {anyone ? null : <p className="muted small">{t("members.join.bound")}</p>}
      <p className="muted small">{t("members.join.until", { moment: formatMoment(expires_at) })}</p>
    </div>
  );
}

function Accepting({ token, onJoined }: { token: string; onJoined: (team: OwnTeam) => void }) {
  const { status, isLoggedIn, username, signIn } = useAuth();
  const { signOut, question } = useSignOut();
  const { isBusy, problem, run } = useAction((reason) => t("members.join.failed", { reason }));
  const accept = () =>
    run(async () => {
      const team = await call("acceptInvitation", { params: { token } });
      onJoined(team);
      announce(t("members.join.done", { organizationName: team.organization_name }));
      await refetch(["listOwnTeams"]);
    });
  if (status === "unknown") return <Loading height="3rem" />;
  if (!isLoggedIn) {
    return (
      <div className={`cluster gap-12 ${styles.buttons}`}>
        <Button tone="next" onClick={() => void signIn()}>
          {t("members.join.signIn")}
        </Button>
        <Button onClick={() => void signIn({ signUp: true })}>{t("members.join.signUp")}</Button>
      </div>
    );
  }
  return (
    <>
      {problem ? (
        <Banner tone="danger" className={styles.problem}>
          {problem}
        </Banner>
      ) : null}
      <div className={`cluster gap-12 ${styles.buttons}`}>
        <Button tone="next" busy={isBusy} onClick={() => void accept()}>
          {t("members.join.accept")}
        </Button>
        {problem ? <Button onClick={() => void signOut()}>{t("app.account.signOut")}</Button> : null}
      </div>
      {question}
      <p>
        {withNames((name) =>
          t(problem ? "members.join.otherAccount" : "members.join.signedInAs", { username: name(username ?? "") }),
        )}
      </p>
    </>
  );
}

function Ended({ offer: { state, organization_name: organizationName, expires_at } }: { offer: InvitationOffer }) {
  if (state === "open") return null;
  return (
    <Told title={t(`members.join.${state}`)}>
      <p>
        {state === "expired"
          ? withNames((name) =>
              t("members.join.expired.text", {
                organizationName: name(organizationName),
                moment: formatMoment(expires_at),
              }),
            )
          : withNames((name) => t(`members.join.${state}.text`, { organizationName: name(organizationName) }))}
      </p>
    </Told>
  );
}

function Joined({ team: { organization_id, organization_name, role } }: { team: OwnTeam }) {
  const title = (name: string) => t("members.join.done", { organizationName: name });
  return (
    <div className={`stack center gap-16 ${pageStyles.page}`}>
      <PageTitle>{title(organization_name)}</PageTitle>
      <h1>{withNames((name) => title(name(organization_name)))}</h1>
      <p className="text-18">{t("members.join.done.role", { role: t(`members.role.${role}`) })}</p>
      <p>{t(`members.role.${role}.may`)}</p>
      <ButtonLink tone="next" to={`${deskPaths.team}?organization=${organization_id}`}>
        {t("members.join.done.go")}
      </ButtonLink>
    </div>
  );
}
