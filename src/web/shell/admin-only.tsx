import type { ReactNode } from "react";
import { errorMessages, statusMessages } from "../../contract/messages.ts";
import { Button, ButtonLink } from "../components/button.tsx";
import { PageTitle } from "../components/live-region.tsx";
import { Loading } from "../components/skeleton.tsx";
import { useAuth } from "../features/auth/auth-context.ts";
import { paths } from "../paths.ts";
import styles from "./admin-only.module.css";

/** An admin screen under its title; everybody else is told that it is none of theirs. */
export function AdminOnly({ title, children }: { title: string; children: ReactNode }) {
  const { status, isAdmin, isLoggedIn, signIn } = useAuth();
  if (status === "unknown") {
    return (
      <div className={styles.page}>
        <PageTitle>{title}</PageTitle>
        <Loading label={statusMessages.loading} />
      </div>
    );
  }
  if (!isAdmin) {
    return (
      <div className={styles.refused}>
        <PageTitle>{errorMessages.notAuthorized}</PageTitle>
        <h1>{errorMessages.notAuthorized}</h1>
        {isLoggedIn ? (
          <ButtonLink to={paths.home}>Find a Quest</ButtonLink>
        ) : (
          <Button tone="primary" onClick={() => void signIn()}>
            Log In
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
