import { zodResolver } from "@hookform/resolvers/zod";
import Pencil from "lucide-react/icons/pencil";
import Plus from "lucide-react/icons/plus";
import { useId, useState } from "react";
import { useForm } from "react-hook-form";
import {
  type Organization,
  type OrganizationPayload,
  organizationPayloadSchema,
} from "../../../contract/organizations.ts";
import { refetch } from "../../api/answers-by-call.ts";
import { ApiError, sentenceOf } from "../../api/api-error.ts";
import { call } from "../../api/client.ts";
import { Banner } from "../../components/banner.tsx";
import { Button } from "../../components/button.tsx";
import { DataTable } from "../../components/data-table.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Field } from "../../components/field.tsx";
import { EmptyState } from "../../components/message-state.tsx";
import { t } from "../../texts/admin.ts";
import styles from "./settings.module.css";
import "../../texts/validation-messages.ts";

/** Adds and edits organizations. */
export function Organizations({ organizations }: { organizations: readonly Organization[] }) {
  const [editing, setEditing] = useState<Organization | "new">();
  const [notice, setNotice] = useState<string>();
  return (
    <>
      <div className={styles.head}>
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
      {notice ? (
        <Banner tone="ok" onClose={() => setNotice(undefined)}>
          {notice}
        </Banner>
      ) : null}
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
              cell: ({ organization_name }) => organization_name,
            },
            {
              key: "email",
              label: t("admin.organizations.email"),
              sortBy: ({ organization_email }) => organization_email,
              cell: ({ organization_email }) => <a href={`mailto:${organization_email}`}>{organization_email}</a>,
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
          organization={editing === "new" ? undefined : editing}
          onClose={() => setEditing(undefined)}
          onSaved={(organizationName) => {
            setEditing(undefined);
            setNotice(t("admin.organizations.saved", { organizationName }));
          }}
        />
      ) : null}
    </>
  );
}

function OrganizationDialog({
  organization,
  onClose,
  onSaved,
}: {
  organization: Organization | undefined;
  onClose: () => void;
  onSaved: (name: string) => void;
}) {
  const formId = useId();
  const [problem, setProblem] = useState<string>();
  const { register, handleSubmit, setError, formState } = useForm<OrganizationPayload>({
    resolver: zodResolver(organizationPayloadSchema),
    defaultValues: {
      organization_name: organization?.organization_name ?? "",
      organization_email: organization?.organization_email ?? "",
    },
  });
  const { errors, isDirty, isSubmitting } = formState;

  const submit = handleSubmit(async (payload) => {
    setProblem(undefined);
    try {
      const saved = organization
        ? await call("updateOrganization", { params: { id: organization.id }, body: payload })
        : await call("createOrganization", { body: payload });
      await refetch(["listOrganizations"]);
      onSaved(saved.organization_name);
    } catch (error) {
      if (error instanceof ApiError && error.code === "organization_name_taken") {
        setError("organization_name", { message: sentenceOf(error) }, { shouldFocus: true });
      } else {
        setProblem(t("admin.organizations.saveFailed", { reason: sentenceOf(error) }));
      }
    }
  });

  return (
    <Dialog
      open
      title={organization ? organization.organization_name : t("admin.organizations.newOrganization")}
      onClose={onClose}
      keepOnOutsideClick={isDirty}
      footer={
        <>
          <Button onClick={onClose}>{t("admin.organizations.cancel")}</Button>
          <Button type="submit" form={formId} tone="primary" busy={isSubmitting}>
            {t("admin.organizations.save")}
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
        {problem ? <Banner tone="danger">{problem}</Banner> : null}
        <Field label={t("admin.organizations.name")} required error={errors.organization_name?.message}>
          {(control) => <input {...control} {...register("organization_name")} autoComplete="off" />}
        </Field>
        <Field label={t("admin.organizations.email")} required error={errors.organization_email?.message}>
          {(control) => <input {...control} {...register("organization_email")} type="email" autoComplete="off" />}
        </Field>
      </form>
    </Dialog>
  );
}
