import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { t } from "../../../generated/web-texts/organizations.ts";
import type { OrganizationPolicy } from "../../contract/desk-enums.ts";
import type { OrganizationRequest } from "../../contract/organizations.ts";
import { RequestForm } from "../features/organizations/organization-requests.tsx";
import { useClientConfiguration } from "../foundation/api/configuration.ts";
import { useCall } from "../foundation/api/use-call.ts";
import { useAuth } from "../foundation/auth/auth-context.ts";
import { paths } from "../foundation/paths.ts";
import { Banner } from "../ui/banner.tsx";
import { announce, PageTitle } from "../ui/live-region.tsx";
import { FailedState } from "../ui/message-state.tsx";
import { Pill } from "../ui/pill.tsx";
import { Loading } from "../ui/skeleton.tsx";
import { withNames } from "../ui/verbatim.tsx";
import styles from "./organization-page.module.css";
import { SignedOut } from "./session/signed-out.tsx";

/** Asks for a new organization, and shows the state of earlier requests. */
export function NewOrganizationPage() {
  const { status } = useAuth();
  const policy = useClientConfiguration().data?.organizations;
  return (
    <div className={`stack gap-16 pad-16 ${styles.narrow}`}>
      <PageTitle>{t("organizations.request.title")}</PageTitle>
      <h1>{t("organizations.request.title")}</h1>
      {status === "signed_out" ? (
        <SignedOut>{t("organizations.request.signedOut")}</SignedOut>
      ) : policy === undefined || status === "unknown" ? (
        <Loading />
      ) : (
        <Requests policy={policy} />
      )}
    </div>
  );
}

function Requests({ policy }: { policy: OrganizationPolicy }) {
  const own = useCall("listOwnOrganizationRequests", {});
  const navigate = useNavigate();
  const [isSent, setIsSent] = useState(false);
  const onSent = ({ organization_id: id }: OrganizationRequest) => {
    if (id !== null) {
      void navigate(paths.organization(id));
      return;
    }
    setIsSent(true);
    announce(t("organizations.request.sent"));
  };
  return (
    <>
      <p>
        {policy === "closed" ? t("organizations.request.closed") : t("organizations.request.lead")}
        {policy === "on_request" ? ` ${t("organizations.request.lead.onRequest")}` : null}
      </p>
      {isSent ? <Banner tone="ok">{t("organizations.request.sent")}</Banner> : null}
      {policy === "closed" ? null : <RequestForm policy={policy} onSent={onSent} />}
      {own.error && own.data === undefined ? (
        <FailedState message={t("app.fetchFailed")} onRetry={() => void own.mutate()} />
      ) : null}
      {own.data && own.data.length > 0 ? (
        <section aria-labelledby="own-requests">
          <h2 id="own-requests">{t("organizations.request.own")}</h2>
          <ul className={`stack gap-16 ${styles.requests}`}>
            {own.data.map((request) => (
              <li key={request.id} className="card pad-16">
                <p className="cluster center gap-8">
                  <strong translate="no">{request.organization_name}</strong>
                  <Pill tone={request.state === "approved" ? "ok" : "neutral"}>
                    {t(`organizations.request.state.${request.state}`)}
                  </Pill>
                </p>
                {request.comment ? (
                  <p className={`breaks keeps-lines ${styles.comment}`} dir="auto">
                    {request.comment}
                  </p>
                ) : null}
                {request.organization_id === null ? null : (
                  <Link to={paths.organization(request.organization_id)}>
                    {withNames((by) => t("organizations.request.open", { name: by(request.organization_name) }))}
                  </Link>
                )}
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </>
  );
}
