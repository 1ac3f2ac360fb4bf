import type { ReactNode } from "react";
import { Navigate } from "react-router";
import { useAuth } from "../../foundation/auth/auth-context.ts";
import { paths } from "../../foundation/paths.ts";
import { PageTitle } from "../../ui/live-region.tsx";
import { Loading } from "../../ui/skeleton.tsx";
import styles from "./admin-only.module.css";

/** A test page for feature testers. Redirects others to home. */
export function TesterOnly({ title, children }: { title: string; children: ReactNode }) {
  const { status, isFeatureTester } = useAuth();
  if (status !== "unknown" && !isFeatureTester) return <Navigate to={paths.home} replace />;
  return (
    <div className={`stack gap-24 ${styles.page}`}>
      <PageTitle>{title}</PageTitle>
      {status === "unknown" ? <Loading /> : children}
    </div>
  );
}
