import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { t } from "../../../../generated/web-texts/organizations.ts";
import type { OrganizationPolicy } from "../../../contract/desk-enums.ts";
import {
  type OrganizationRequest,
  type OrganizationRequestPayload,
  organizationRequestPayloadSchema,
} from "../../../contract/organizations.ts";
import { refetch } from "../../foundation/api/answers-by-call.ts";
import { ApiError, sentenceOf } from "../../foundation/api/api-error.ts";
import { call } from "../../foundation/api/client.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import "../../foundation/texts/validation-messages.ts";

/** Asks for a new organization, or creates it where everybody may. */
export function RequestForm({
  policy,
  onSent,
}: {
  policy: OrganizationPolicy;
  onSent: (request: OrganizationRequest) => void;
}) {
  const [problem, setProblem] = useState<string>();
  const { register, handleSubmit, setError, reset, formState } = useForm<OrganizationRequestPayload>({
    resolver: zodResolver(organizationRequestPayloadSchema),
    defaultValues: { organization_name: "", organization_email: "", reason: "" },
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async (payload) => {
    setProblem(undefined);
    try {
      const request = await call("requestOrganization", { body: payload });
      reset();
      onSent(request);
      await refetch(["listOwnOrganizationRequests", "listOwnTeams"]);
    } catch (error) {
      if (error instanceof ApiError && error.code === "organization_name_taken") {
        setError("organization_name", { message: sentenceOf(error) }, { shouldFocus: true });
      } else {
        setProblem(t("organizations.request.failed", { reason: sentenceOf(error) }));
      }
    }
  });

  return (
    <form className="stack gap-16" noValidate onSubmit={(event) => void submit(event)}>
      {problem === undefined ? null : <Banner tone="danger">{problem}</Banner>}
      <Field label={t("organizations.request.name")} required error={errors.organization_name?.message}>
        {(control) => <input {...control} {...register("organization_name")} autoComplete="organization" />}
      </Field>
      <Field label={t("organizations.request.email")} required error={errors.organization_email?.message}>
        {(control) => <input {...control} {...register("organization_email")} type="email" autoComplete="email" />}
      </Field>
      <Field label={t("organizations.request.reason")} required error={errors.reason?.message}>
        {(control) => <textarea {...control} {...register("reason")} rows={4} />}
      </Field>
      <div className="cluster gap-12">
        <Button type="submit" tone="primary" busy={isSubmitting}>
          {t(policy === "open" ? "organizations.request.create" : "organizations.request.send")}
        </Button>
      </div>
    </form>
  );
}
