import Pencil from "lucide-react/icons/pencil";
import Plus from "lucide-react/icons/plus";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { t } from "../../../../generated/web-texts/admin.ts";
import type { Organization } from "../../../contract/organizations.ts";
import { paths } from "../../foundation/paths.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { EmptyState } from "../../ui/message-state.tsx";
import { withNames } from "../../ui/verbatim.tsx";
import { OrganizationDialog } from "./organization-dialog.tsx";
import styles from "./organizations.module.css";

/** Adds and edits organizations. */
export function OrganizationsTable({ organizations }: { organizations: readonly Organization[] }) {
  const [editing, setEditing] = useState<Organization | "new">();
  const [notice, setNotice] = useState<ReactNode>();
  return (
    <>
      <div className="cluster center between gap-12">
        <h2>{t("admin.organizations")}</h2>
        <Button
          icon={<Plus aria-hidden="true" />}
          onClick={() => {
            setNotice(undefined);
            setEditing("new");
          }}
        >
          {t("admin.organizations.add")}
        </Button>
      </div>
      <Banner tone="ok" onClose={() => setNotice(undefined)}>
        {notice}
      </Banner>
      {organizations.length === 0 ? (
        <EmptyState>{t("admin.organizations.none")}</EmptyState>
      ) : (
        <DataTable
          label={t("admin.organizations")}
          rows={organizations}
          rowKey={({ id }) => id}
          columns={[
            {
              key: "name",
              label: t("admin.organizations.name"),
              kind: "name",
              sortBy: ({ organization_name }) => organization_name,
              isVerbatim: true,
              cell: ({ id, organization_name }) => <Link to={paths.organization(id)}>{organization_name}</Link>,
            },
            {
              key: "email",
              label: t("admin.organizations.email"),
              sortBy: ({ organization_email }) => organization_email,
              cell: ({ organization_email }) => (
                <a href={`mailto:${organization_email}`} translate="no">
                  {organization_email}
                </a>
              ),
            },
            {
              key: "edit",
              label: t("admin.organizations.edit"),
              kind: "action",
              className: styles.action,
              cell: (organization) => (
                <Button
                  small
                  icon={<Pencil aria-hidden="true" />}
                  aria-label={t("admin.organizations.editOne", {
                    organizationName: organization.organization_name,
                  })}
                  onClick={() => {
                    setNotice(undefined);
                    setEditing(organization);
                  }}
                >
                  {t("admin.organizations.edit")}
                </Button>
              ),
            },
          ]}
        />
      )}
      {editing ? (
        <OrganizationDialog
          id={editing === "new" ? undefined : editing.id}
          onClose={() => setEditing(undefined)}
          onSaved={(organizationName) => {
            setEditing(undefined);
            setNotice(
              withNames((name) => t("admin.organizations.saved", { organizationName: name(organizationName) })),
            );
          }}
        />
      ) : null}
    </>
  );
}
