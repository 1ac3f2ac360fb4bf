import type { ReactNode } from "react";
import { Button, ButtonLink } from "../components/button.tsx";
import { PageTitle } from "../components/live-region.tsx";
import { Loading } from "../components/skeleton.tsx";
import { useAuth } from "../features/auth/auth-context.ts";
import { paths } from "../paths.ts";
import { t } from "../texts/app.ts";
import { t as deskText } from "../texts/desk.ts";
import styles from "./admin-only.module.css";

/** A page for administrators and, with `reviewersToo`, reviewers. Others see that they have no access. */
export function AdminOnly({
  title,
  reviewersToo = false,
  children,
}: {
  title: string;
  reviewersToo?: boolean;
  children: ReactNode;
}) {
  const { status, isAdmin, reviewerOf, isLoggedIn, signIn } = useAuth();
  if (status === "unknown") {
    return (
      <div className={styles.page}>
        <PageTitle>{title}</PageTitle>
        <Loading />
      </div>
    );
  }
  if (!isAdmin && !(reviewersToo && reviewerOf.length > 0)) {
    return (
      <div className={styles.refused}>
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
    <div className={styles.page}>
      <PageTitle>{title}</PageTitle>
      {children}
    </div>
  );
}
