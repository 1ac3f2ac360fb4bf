import { type ReactNode, useState } from "react";
import { t } from "../../../../generated/web-texts/organizations.ts";
import type { OrganizationRequest } from "../../../contract/organizations.ts";
import { refetch } from "../../foundation/api/answers-by-call.ts";
import { call } from "../../foundation/api/client.ts";
import { useAction } from "../../foundation/api/use-action.ts";
import { useCall } from "../../foundation/api/use-call.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { formatMoment } from "../../ui/dates.ts";
import { Field } from "../../ui/field.tsx";
import { FailedState } from "../../ui/message-state.tsx";
import { withNames } from "../../ui/verbatim.tsx";
import styles from "./organizations.module.css";

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
      {notice === undefined ? null : (
        <Banner tone="ok" onClose={() => setNotice(undefined)}>
          {notice}
        </Banner>
      )}
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
      {problem === undefined ? null : <Banner tone="danger">{problem}</Banner>}
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
