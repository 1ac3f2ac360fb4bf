import type { ReactNode } from "react";
import { AdminOnly } from "../shell/admin-only.tsx";
import styles from "./admin-page.module.css";

/** An admin screen that is one list, which is not rendered for anybody else. `lead`: what the list holds. */
export function AdminListPage({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  return (
    <AdminOnly title={title}>
      <h1>{title}</h1>
      <p className={styles.lead}>{lead}</p>
      {children}
    </AdminOnly>
  );
}
