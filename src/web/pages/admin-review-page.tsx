import { useState } from "react";
import { useSearchParams } from "react-router";
import { t } from "../../../generated/web-texts/team.ts";
import { reviewFiguresDays } from "../../contract/desk-limits.ts";
import { Assignments } from "../features/review-team/assignments.tsx";
import { Reasons } from "../features/review-team/reasons.tsx";
import { Agreement, FiguresTable } from "../features/review-team/review-figures.tsx";
import { useCall } from "../foundation/api/use-call.ts";
import { useTeams } from "../foundation/auth/use-teams.ts";
import { Loaded } from "../ui/fetched.tsx";
import { SelectField } from "../ui/select-field.tsx";
import styles from "./admin-page.module.css";
import { AdminOnly } from "./desk/admin-only.tsx";
import { chosenOrganization } from "./desk/organization-switch.tsx";
import { PagePart } from "./page-part.tsx";

const periodsDays = [7, reviewFiguresDays, 365];
const dayMs = 24 * 60 * 60_000;

/** Reviewers' figures, agreement, assignments and frequent reasons. */
export function AdminReviewPage() {
  return (
    <AdminOnly title={t("team.title")} leastRole="viewer">
      <h1>{t("team.title")}</h1>
      <p className="muted">{t("team.lead")}</p>
      <Team />
    </AdminOnly>
  );
}

function Team() {
  const { may } = useTeams();
  const [search] = useSearchParams();
  const [now] = useState(Date.now);
  const [days, setDays] = useState(reviewFiguresDays);
  const figures = useCall(
    "getReviewFigures",
    { query: { from: new Date(now - days * dayMs).toISOString() } },
    { keepPreviousData: true },
  );
  const organizations = useCall("listOrganizations", {});
  return (
    <>
      <PagePart title={t("team.figures")}>
        <SelectField
          label={t("team.period")}
          className={styles.period}
          value={String(days)}
          options={periodsDays.map((each) => [String(each), t("team.period.days", { days: each })])}
          onChoose={(chosen) => setDays(Number(chosen))}
        />
        <Loaded of={figures} height="10rem">
          {({ reviewers }) => <FiguresTable reviewers={reviewers} />}
        </Loaded>
      </PagePart>
      {figures.data ? (
        <PagePart title={t("team.agreement")}>
          <Agreement figures={figures.data} />
        </PagePart>
      ) : null}
      <PagePart title={t("team.assignments")}>
        <Assignments
          mayChange={may("coordinator")}
          known={figures.data?.reviewers.map(({ reviewer }) => reviewer) ?? []}
        />
      </PagePart>
      <PagePart title={t("team.reasons")}>
        <Loaded of={organizations} height="10rem">
          {(data) => <Reasons organizations={data} chosenAtFirst={chosenOrganization(search).organization_id} />}
        </Loaded>
      </PagePart>
    </>
  );
}
