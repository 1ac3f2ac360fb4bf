import { zodResolver } from "@hookform/resolvers/zod";
import { type ReactNode, useState } from "react";
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
import { useAction } from "../../foundation/api/use-action.ts";
import { useCall } from "../../foundation/api/use-call.ts";
import { formatMoment } from "../../ui/dates.ts";
import { FailedState } from "../../ui/message-state.tsx";
import { withNames } from "../../ui/verbatim.tsx";
import styles from "./organizations.module.css";

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
      <Banner tone="danger">{problem}</Banner>
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

/** Requests for organizations that wait for an administrator; nothing if there are none. */
export function PendingRequests() {
  const { data: requests = [], error, mutate } = useCall("listOrganizationRequests", {});
  const [notice, setNotice] = useState<ReactNode>();
  if (error && requests.length === 0) {
    return <FailedState message={t("organizations.pending.loadFailed")} onRetry={() => void mutate()} />;
  }
  if (requests.length === 0 && notice === undefined) return null;
  return (
    <section className="stack gap-12" aria-labelledby="organization-requests">
      <h2 id="organization-requests">{t("organizations.pending.title")}</h2>
      <Banner tone="ok" onClose={() => setNotice(undefined)}>
        {notice}
      </Banner>
      <ul className="stack gap-16">
        {requests.map((request) => (
          <li key={request.id} className={`stack card gap-12 pad-16 ${styles.request}`}>
            <PendingRequest request={request} onDecided={setNotice} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function PendingRequest({
  request,
  onDecided,
}: {
  request: OrganizationRequest;
  onDecided: (notice: ReactNode) => void;
}) {
  const { id, organization_name: name, organization_email: email, requested_by: username } = request;
  const [comment, setComment] = useState("");
  const { run, isBusy, problem } = useAction((reason) => t("organizations.pending.failed", { reason }));
  const [decision, setDecision] = useState<"approved" | "declined">();
  const decide = (state: "approved" | "declined") => {
    setDecision(state);
    return run(async () => {
      await call("decideOrganizationRequest", { params: { id }, body: { state, comment: comment.trim() || null } });
      onDecided(withNames((by) => t(`organizations.pending.${state}`, { name: by(name), username: by(username) })));
      await refetch(["listOrganizationRequests", "listOrganizations", "countWaiting"]);
    });
  };
  return (
    <>
      <h3 translate="no">{name}</h3>
      <p className="muted">
        {withNames((by) =>
          t("organizations.pending.by", { username: by(username), date: formatMoment(request.requested_at) }),
        )}
        {" · "}
        <a href={`mailto:${email}`} translate="no">
          {email}
        </a>
      </p>
      <p dir="auto">{request.reason}</p>
      <Field label={withNames((name) => t("organizations.pending.comment", { username: name(username) }))}>
        {(control) => (
          <textarea {...control} rows={2} value={comment} onChange={(event) => setComment(event.target.value)} />
        )}
      </Field>
      <Banner tone="danger">{problem}</Banner>
      <div className="cluster gap-12">
        <Button
          tone="primary"
          busy={isBusy && decision === "approved"}
          disabled={isBusy}
          aria-label={t("organizations.pending.approve", { name })}
          onClick={() => void decide("approved")}
        >
          {t("organizations.pending.approve.short")}
        </Button>
        <Button
          busy={isBusy && decision === "declined"}
          disabled={isBusy}
          aria-label={t("organizations.pending.decline", { name })}
          onClick={() => void decide("declined")}
        >
          {t("organizations.pending.decline.short")}
        </Button>
      </div>
    </>
  );
}
