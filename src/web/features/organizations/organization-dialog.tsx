import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { t as adminText } from "../../../../generated/web-texts/admin.ts";
import { t } from "../../../../generated/web-texts/organizations.ts";
import {
  newOrganizationSchema,
  type OrganizationDetails,
  type OrganizationPayload,
  organizationPayloadSchema,
} from "../../../contract/organizations.ts";
import { refetch } from "../../foundation/api/answers-by-call.ts";
import { ApiError, sentenceOf } from "../../foundation/api/api-error.ts";
import { call } from "../../foundation/api/client.ts";
import { useCall } from "../../foundation/api/use-call.ts";
import { ActionDialog } from "../../ui/action-dialog.tsx";
import { Banner } from "../../ui/banner.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { Loading } from "../../ui/skeleton.tsx";
import { Verbatim } from "../../ui/verbatim.tsx";
import "../../foundation/texts/validation-messages.ts";
import ImagePlus from "lucide-react/icons/image-plus";
import Trash from "lucide-react/icons/trash-2";
import { pictureAddress } from "../../foundation/media/media-addresses.ts";
import { Button } from "../../ui/button.tsx";
import { useMediumUpload } from "../media/use-medium-upload.tsx";
import styles from "./organizations.module.css";

type Props = { onClose: () => void; onSaved: (name: string) => void };

/** Edits an organization; without an id adds one. */
export function OrganizationDialog({ id, ...props }: Props & { id: number | undefined }) {
  const details = useCall("getOrganizationDetails", id === undefined ? undefined : { params: { id } }, {
    revalidateOnFocus: false,
  });
  if (id === undefined) return <FormDialog organization={undefined} {...props} />;
  if (details.data) return <FormDialog organization={details.data} {...props} />;
  return (
    <Dialog open title={t("organizations.page.title")} onClose={props.onClose}>
      {details.error ? (
        <Banner tone="danger">{t("organizations.form.loadFailed", { reason: sentenceOf(details.error) })}</Banner>
      ) : (
        <Loading />
      )}
    </Dialog>
  );
}

function FormDialog({ organization, onClose, onSaved }: Props & { organization: OrganizationDetails | undefined }) {
  const [problem, setProblem] = useState<string>();
  const { register, handleSubmit, setError, setValue, watch, formState } = useForm<OrganizationPayload>({
    resolver: zodResolver(organization ? organizationPayloadSchema : newOrganizationSchema),
    defaultValues: {
      organization_name: organization?.organization_name ?? "",
      organization_email: organization?.organization_email ?? "",
      about: organization?.about ?? null,
      web_site: organization?.web_site ?? null,
      contact: organization?.contact ?? null,
      logo: organization?.logo ?? null,
    },
  });
  const { errors, isDirty, isSubmitting } = formState;
  const orNull = { setValueAs: (text: string | null) => text?.trim() || null };

  const submit = handleSubmit(async (payload) => {
    setProblem(undefined);
    try {
      const saved = organization
        ? await call("updateOrganization", { params: { id: organization.id }, body: payload })
        : await call("createOrganization", { body: payload });
      await refetch(["listOrganizations", "listOwnTeams", "getOrganization", "getOrganizationDetails"]);
      onSaved(saved.organization_name);
    } catch (error) {
      if (error instanceof ApiError && error.code === "organization_name_taken") {
        setError("organization_name", { message: sentenceOf(error) }, { shouldFocus: true });
      } else {
        setProblem(adminText("admin.organizations.saveFailed", { reason: sentenceOf(error) }));
      }
    }
  });

  return (
    <ActionDialog
      title={
        organization ? (
          <Verbatim>{organization.organization_name}</Verbatim>
        ) : (
          adminText("admin.organizations.newOrganization")
        )
      }
      onClose={onClose}
      keepOnOutsideClick={isDirty}
      back={adminText("admin.organizations.cancel")}
      act={adminText("admin.organizations.save")}
      isBusy={isSubmitting}
      problem={problem}
      form
      onAct={submit}
    >
      <Field label={adminText("admin.organizations.name")} required error={errors.organization_name?.message}>
        {(control) => <input {...control} {...register("organization_name")} autoComplete="off" />}
      </Field>
      <Field
        label={adminText("admin.organizations.email")}
        hint={t("organizations.form.email.hint")}
        required
        error={errors.organization_email?.message}
      >
        {(control) => <input {...control} {...register("organization_email")} type="email" autoComplete="off" />}
      </Field>
      {organization ? (
        <>
          <Field label={t("organizations.form.about")} error={errors.about?.message}>
            {(control) => <textarea {...control} {...register("about", orNull)} rows={5} />}
          </Field>
          <Field label={t("organizations.form.webSite")} error={errors.web_site?.message}>
            {(control) => (
              <input
                {...control}
                {...register("web_site", orNull)}
                type="url"
                placeholder="https://"
                autoComplete="off"
              />
            )}
          </Field>
          <Field
            label={t("organizations.form.contact")}
            hint={t("organizations.form.contact.hint")}
            error={errors.contact?.message}
          >
            {(control) => <input {...control} {...register("contact", orNull)} type="email" autoComplete="off" />}
          </Field>
          <LogoField
            organizationId={organization.id}
            logo={watch("logo") ?? null}
            onChange={(logo) => setValue("logo", logo, { shouldDirty: true })}
          />
        </>
      ) : null}
    </ActionDialog>
  );
}

/** The logo of an organization. A chosen file is uploaded at once, and shown to others once the form is saved. */
function LogoField({
  organizationId,
  logo,
  onChange,
}: {
  organizationId: number;
  logo: string | null;
  onChange: (logo: string | null) => void;
}) {
  const upload = useMediumUpload("picture", organizationId, ({ id }) => onChange(id));
  return (
    <fieldset className={`cluster center gap-12 ${styles.logo}`}>
      <legend className="strong">{t("organizations.form.logo")}</legend>
      {logo === null ? null : <img className={styles.logoPicture} src={pictureAddress({ id: logo })} alt="" />}
      <Button small busy={upload.isBusy} icon={<ImagePlus aria-hidden="true" />} onClick={upload.choose}>
        {t(logo === null ? "organizations.form.logo.choose" : "organizations.form.logo.change")}
      </Button>
      {logo === null ? null : (
        <Button small tone="plain" icon={<Trash aria-hidden="true" />} onClick={() => onChange(null)}>
          {t("organizations.form.logo.remove")}
        </Button>
      )}
      {upload.input}
      <Banner tone="danger">{upload.problem}</Banner>
    </fieldset>
  );
}
