import Pencil from "lucide-react/icons/pencil";
import { type ReactNode, useState } from "react";
import { t } from "../../../../generated/web-texts/team.ts";
import type { Organization } from "../../../contract/organizations.ts";
import { useCall } from "../../foundation/api/use-call.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState, FailedState } from "../../ui/message-state.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { Loading } from "../../ui/skeleton.tsx";
import { withNames } from "../../ui/verbatim.tsx";
import { groups, ReasonsDialog } from "./reasons-dialog.tsx";
import styles from "./review-team.module.css";

/** Shows and edits an organization's frequent reasons. */
export function Reasons({
  organizations,
  chosenAtFirst,
}: {
  organizations: readonly Organization[];
  chosenAtFirst: number | undefined;
}) {
  const [chosenId, setChosenId] = useState(chosenAtFirst);
  const organization = organizations.find(({ id }) => id === chosenId) ?? organizations[0];
  if (!organization) return <EmptyState>{t("team.reasons.noOrganization")}</EmptyState>;
  return (
    <>
      <p className={styles.note}>{t("team.reasons.explanation")}</p>
      <SelectField
        label={t("team.reasons.organization")}
        className={styles.search}
        value={String(organization.id)}
        options={organizations.map(({ id, organization_name }) => [String(id), organization_name])}
        onChoose={(id) => setChosenId(Number(id))}
      />
      <ReasonsOf key={organization.id} organization={organization} />
    </>
  );
}

function ReasonsOf({ organization }: { organization: Organization }) {
  const { data: reasons, error, mutate } = useCall("listReviewReasons", { params: { id: organization.id } });
  const [isEditing, setIsEditing] = useState(false);
  const [notice, setNotice] = useState<ReactNode>();
  if (!reasons && error) return <FailedState message={t("app.fetchFailed")} onRetry={() => void mutate()} />;
  if (!reasons) return <Loading height="8rem" />;
  const edit = (
    <Button
      icon={<Pencil aria-hidden="true" />}
      onClick={() => {
        setNotice(undefined);
        setIsEditing(true);
      }}
    >
      {t("team.reasons.edit")}
    </Button>
  );
  return (
    <>
      {notice ? (
        <Banner tone="ok" onClose={() => setNotice(undefined)}>
          {notice}
        </Banner>
      ) : null}
      {reasons.length === 0 ? (
        <EmptyState action={edit}>{t("team.reasons.none")}</EmptyState>
      ) : (
        <div className={`stack card start gap-16 pad-16 ${styles.reasons}`}>
          {groups
            .filter((decision) => reasons.some((reason) => reason.decision === decision))
            .map((decision) => (
              <section key={decision} aria-label={t(`team.reasons.group.${decision}`)}>
                <h3>{t(`team.reasons.group.${decision}`)}</h3>
                <ol>
                  {reasons
                    .filter((reason) => reason.decision === decision)
                    .map((reason, index) => (
                      // biome-ignore lint/suspicious/noArrayIndexKey: texts can be equal
                      <li key={index} dir="auto">
                        {reason.text}
                      </li>
                    ))}
                </ol>
              </section>
            ))}
          {edit}
        </div>
      )}
      {isEditing ? (
        <ReasonsDialog
          organization={organization}
          reasons={reasons}
          onClose={() => setIsEditing(false)}
          onSaved={(saved) => {
            void mutate(saved, { revalidate: false });
            setIsEditing(false);
            setNotice(
              withNames((name) => t("team.reasons.saved", { organizationName: name(organization.organization_name) })),
            );
          }}
        />
      ) : null}
    </>
  );
}
