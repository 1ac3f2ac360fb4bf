import UserPlus from "lucide-react/icons/user-plus";
import { type ReactNode, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { t } from "../../../generated/web-texts/members.ts";
import type { Organization } from "../../contract/organizations.ts";
import { includesRole } from "../../contract/roles.ts";
import { InviteDialog, OpenInvitations } from "../features/teams/invitations.tsx";
import { Members, type TeamInSight } from "../features/teams/members.tsx";
import { TeamLog } from "../features/teams/team-log.tsx";
import { refetch } from "../foundation/api/answers-by-call.ts";
import { useCall } from "../foundation/api/use-call.ts";
import { useAuth } from "../foundation/auth/auth-context.ts";
import { useTeams } from "../foundation/auth/use-teams.ts";
import { paths } from "../foundation/paths.ts";
import { Banner } from "../ui/banner.tsx";
import { Button } from "../ui/button.tsx";
import { Loaded } from "../ui/fetched.tsx";
import { EmptyState } from "../ui/message-state.tsx";
import { AdminOnly } from "./desk/admin-only.tsx";
import { chosenOrganization } from "./desk/organization-switch.tsx";
import { PagePart } from "./page-part.tsx";

/** An organization's members, invitations and log. */
export function AdminTeamPage() {
  return (
    <AdminOnly title={t("members.title")} leastRole="viewer">
      <h1>{t("members.title")}</h1>
      <p className="muted">{t("members.lead")}</p>
      <ChosenTeam />
    </AdminOnly>
  );
}

function ChosenTeam() {
  const [search] = useSearchParams();
  const organizations = useCall("listOrganizations", {});
  const chosenId = chosenOrganization(search).organization_id;
  return (
    <Loaded of={organizations} height="10rem">
      {(all) => {
        const chosen = all.length === 1 ? all[0] : all.find(({ id }) => id === chosenId);
        if (!chosen)
          return <EmptyState>{t(all.length === 0 ? "members.noOrganization" : "members.choose")}</EmptyState>;
        return <TeamOf key={chosen.id} organization={chosen} />;
      }}
    </Loaded>
  );
}

function TeamOf({ organization }: { organization: Organization }) {
  const { isAdmin, username } = useAuth();
  const { teams } = useTeams();
  const navigate = useNavigate();
  const [notice, setNotice] = useState<ReactNode>();
  const [isInviting, setIsInviting] = useState(false);
  const { id, organization_name } = organization;
  const role = teams.find(({ organization_id }) => organization_id === id)?.role;
  const mayChange = isAdmin || (role !== undefined && includesRole(role, "owner"));
  const members = useCall("listMembers", { params: { id } });
  const invitations = useCall("listInvitations", mayChange ? { params: { id } } : undefined);
  const team: TeamInSight = { organization_id: id, organization_name, mayChange, self: username };
  const [changes, setChanges] = useState(0);
  const reload = () => {
    setChanges((count) => count + 1);
    void refetch(["listMembers", "listInvitations", "listOwnTeams"]);
  };
  const tell = (text: ReactNode) => {
    setNotice(text);
    reload();
  };
  return (
    <>
      <p className="text-18 strong breaks" translate="no">
        {organization_name}
      </p>
      <Banner tone="ok" onClose={() => setNotice(undefined)}>
        {notice}
      </Banner>
      <PagePart
        title={t("members.list")}
        action={
          mayChange ? (
            <Button
              tone="primary"
              icon={<UserPlus aria-hidden="true" />}
              onClick={() => {
                setNotice(undefined);
                setIsInviting(true);
              }}
            >
              {t("members.invite")}
            </Button>
          ) : null
        }
      >
        <Loaded of={members} height="10rem">
          {(data) => (
            <Members
              team={team}
              members={data}
              onChanged={tell}
              onLeft={() => {
                reload();
                void navigate(paths.home);
              }}
            />
          )}
        </Loaded>
      </PagePart>
      {mayChange ? (
        <>
          <PagePart title={t("members.invitations")}>
            <Loaded of={invitations} height="6rem">
              {(data) => <OpenInvitations team={team} invitations={data} onRevoked={tell} />}
            </Loaded>
          </PagePart>
          <PagePart title={t("members.log")}>
            <TeamLog organizationId={id} changes={changes} />
          </PagePart>
        </>
      ) : null}
      {isInviting ? (
        <InviteDialog
          team={team}
          onClose={() => setIsInviting(false)}
          onInvited={reload}
          onAdded={(text) => {
            setIsInviting(false);
            tell(text);
          }}
        />
      ) : null}
    </>
  );
}
