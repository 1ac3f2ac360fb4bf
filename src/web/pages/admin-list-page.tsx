import type { ReactNode } from "react";
import type { TeamRole } from "../../contract/roles.ts";
import { AdminOnly } from "./desk/admin-only.tsx";

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
