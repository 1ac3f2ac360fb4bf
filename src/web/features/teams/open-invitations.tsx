import { type ReactNode, useState } from "react";
import { t } from "../../../../generated/web-texts/members.ts";
import type { Invitation } from "../../../contract/teams.ts";
import { call } from "../../foundation/api/client.ts";
import { useAction } from "../../foundation/api/use-action.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { Instant } from "../../ui/instant.tsx";
import { EmptyState } from "../../ui/message-state.tsx";
import { Verbatim } from "../../ui/verbatim.tsx";
import type { TeamInSight } from "./team-in-sight.ts";

/** What owners have sent and nobody has used. */
export function OpenInvitations({
  team,
  invitations,
  onRevoked,
}: {
  team: TeamInSight;
  invitations: readonly Invitation[];
  onRevoked: (notice: ReactNode) => void;
}) {
  const { isBusy, problem, run, dismiss } = useAction((reason) => t("members.invitations.revokeFailed", { reason }));
  const [revoking, setRevoking] = useState<number>();
  const revoke = (id: number) => {
    setRevoking(id);
    return run(async () => {
      await call("revokeInvitation", { params: { id: team.organization_id, invitation_id: id } });
      onRevoked(t("members.invitations.revoked"));
    });
  };
  return (
    <>
      {problem ? (
        <Banner tone="danger" onClose={dismiss}>
          {problem}
        </Banner>
      ) : null}
      {invitations.length === 0 ? (
        <EmptyState>{t("members.invitations.none")}</EmptyState>
      ) : (
        <DataTable
          label={t("members.invitations.to", { organizationName: team.organization_name })}
          rows={invitations}
          rowKey={({ id }) => id}
          columns={[
            { key: "for", label: t("members.invitations.for"), kind: "name", cell: Whom },
            { key: "role", label: t("members.column.role"), cell: ({ role }) => t(`members.role.${role}`) },
            {
              key: "mail",
              label: t("members.invitations.mail"),
              cell: ({ mail }) => t(`members.invitations.mail.${mail}`),
            },
            { key: "by", label: t("members.invitations.by"), isVerbatim: true, cell: ({ invited_by }) => invited_by },
            {
              key: "until",
              label: t("members.invitations.until"),
              cell: ({ expires_at }) => <Instant of={expires_at} />,
            },
            {
              key: "actions",
              label: t("members.column.actions"),
              kind: "action",
              cell: (invitation) => (
                <Button
                  small
                  busy={isBusy && revoking === invitation.id}
                  aria-label={t("members.invitations.revokeOf", { who: whom(invitation) })}
                  onClick={() => void revoke(invitation.id)}
                >
                  {t("members.invitations.revoke")}
                </Button>
              ),
            },
          ]}
        />
      )}
    </>
  );
}

const Whom = (invitation: Invitation) =>
  invitation.email === null ? whom(invitation) : <Verbatim>{invitation.email}</Verbatim>;
const whom = ({ email }: Invitation): string => email ?? t("members.invitations.anyone");
