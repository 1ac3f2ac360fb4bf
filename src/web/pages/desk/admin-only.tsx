import type { ReactNode } from "react";
import { t } from "../../../../generated/web-texts/app.ts";
import { t as deskText } from "../../../../generated/web-texts/desk.ts";
import type { TeamRole } from "../../../contract/roles.ts";
import { useAuth } from "../../foundation/auth/auth-context.ts";
import { useTeams } from "../../foundation/auth/use-teams.ts";
import { paths } from "../../foundation/paths.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { PageTitle } from "../../ui/live-region.tsx";
import { Loading } from "../../ui/skeleton.tsx";
import styles from "./admin-only.module.css";

/** A page for administrators and, with `leastRole`, people who have it in an organization. Others see that they have no access. */
export function AdminOnly({
  title,
  leastRole,
  children,
}: {
  title: string;
  leastRole?: TeamRole | undefined;
  children: ReactNode;
}) {
  const { status, isAdmin, isLoggedIn, signIn } = useAuth();
  const { isKnown, may } = useTeams();
  if (status === "unknown" || (leastRole && !isKnown)) {
    return (
      <div className={`stack gap-24 ${styles.page}`}>
        <PageTitle>{title}</PageTitle>
        <Loading />
      </div>
    );
  }
  if (leastRole ? !may(leastRole) : !isAdmin) {
    return (
      <div className={`stack center gap-24 ${styles.refused}`}>
        <PageTitle>{deskText("desk.notAuthorized")}</PageTitle>
        <h1>{deskText("desk.notAuthorized")}</h1>
        {isLoggedIn ? (
          <ButtonLink to={paths.home}>{t("app.findQuest")}</ButtonLink>
        ) : (
          <Button tone="primary" onClick={() => void signIn()}>
            {t("app.logIn")}
          </Button>
        )}
      </div>
    );
  }
  return (
    <div className={`stack gap-24 ${styles.page}`}>
      <PageTitle>{title}</PageTitle>
      {children}
    </div>
  );
}

/** An admin screen that is one list, which is not rendered for anybody else. `lead`: what the list holds. */
export function AdminListPage({
  title,
  lead,
  leastRole,
  children,
}: {
  title: string;
  lead: string;
  leastRole?: TeamRole | undefined;
  children: ReactNode;
}) {
  return (
    <AdminOnly title={title} leastRole={leastRole}>
      <h1>{title}</h1>
      <p className="muted">{lead}</p>
      {children}
    </AdminOnly>
  );
}
