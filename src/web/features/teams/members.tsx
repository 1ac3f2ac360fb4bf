import LogOut from "lucide-react/icons/log-out";
import Pencil from "lucide-react/icons/pencil";
import UserMinus from "lucide-react/icons/user-minus";
import { type ReactNode, useState } from "react";
import { t } from "../../../../generated/web-texts/members.ts";
import type { Organization } from "../../../contract/organizations.ts";
import { type TeamRole, teamRoles } from "../../../contract/roles.ts";
import type { Member } from "../../../contract/teams.ts";
import { call } from "../../foundation/api/client.ts";
import { useAction } from "../../foundation/api/use-action.ts";
import { ActionDialog } from "../../ui/action-dialog.tsx";
import { Button } from "../../ui/button.tsx";
import { type Column, DataTable } from "../../ui/data-table.tsx";
import { Choice, Field } from "../../ui/field.tsx";
import { Instant } from "../../ui/instant.tsx";
import { EmptyState } from "../../ui/message-state.tsx";
import { Pill } from "../../ui/pill.tsx";
import { withNames } from "../../ui/verbatim.tsx";

type Open = { what: "role" | "remove"; member: Member };

/** Who is in the team, and what owners do with them. */
export function Members({
  team,
  members,
  onChanged,
  onLeft,
}: {
  team: TeamInSight;
  members: readonly Member[];
  onChanged: (notice: ReactNode) => void;
  onLeft: () => void;
}) {
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const changed = (notice: ReactNode) => {
    close();
    onChanged(notice);
  };
  const { mayChange, self } = team;
  const isOwner = members.some(({ username, role, from }) => username === self && role === "owner" && from === "team");
  const hasActions = mayChange || members.some(({ username, from }) => username === self && from === "team");
  if (members.length === 0) return <EmptyState>{t("members.none")}</EmptyState>;
  return (
    <>
      <DataTable
        label={t("members.list.of", { organizationName: team.organization_name })}
        rows={members}
        rowKey={({ from, username }) => `${from} ${username}`}
        columns={[...shownColumns(self), ...(hasActions ? [actions(team, setOpen)] : [])]}
      />
      {members.some(({ from }) => from === "group") ? <p className="muted">{t("members.groupHint")}</p> : null}
      {open?.what === "role" ? (
        <RoleDialog
          organizationId={team.organization_id}
          member={open.member}
          self={isOwner ? self : undefined}
          onClose={close}
          onSaved={changed}
        />
      ) : null}
      {open?.what === "remove" ? (
        <RemoveDialog
          team={team}
          username={open.member.username}
          isSelf={open.member.username === self}
          onClose={close}
          onRemoved={() => {
            if (open.member.username === self) onLeft();
            else changed(withNames((name) => t("members.removeDialog.done", { username: name(open.member.username) })));
          }}
        />
      ) : null}
    </>
  );
}

const shownColumns = (self: string | undefined): Column<Member>[] => [
  {
    key: "name",
    label: t("members.column.name"),
    kind: "name",
    cell: ({ username }) =>
      withNames((name) => (username === self ? t("members.you", { username: name(username) }) : name(username))),
  },
  {
    key: "role",
    label: t("members.column.role"),
    cell: ({ role }) => <Pill tone={role === "owner" ? "ok" : "neutral"}>{t(`members.role.${role}`)}</Pill>,
  },
  { key: "from", label: t("members.column.from"), cell: ({ from }) => t(`members.from.${from}`) },
  { key: "since", label: t("members.column.since"), cell: ({ since }) => <Instant of={since} /> },
];

const actions = ({ mayChange, self }: TeamInSight, onOpen: (open: Open) => void): Column<Member> => ({
  key: "actions",
  label: t("members.column.actions"),
  kind: "action",
  cell: (member) => {
    const { username, from } = member;
    const isSelf = username === self;
    if (from === "group" || !(mayChange || isSelf)) return null;
    return (
      <div className="cluster gap-8">
        {mayChange ? (
          <Button
            small
            icon={<Pencil aria-hidden="true" />}
            aria-label={t("members.changeOf", { username })}
            onClick={() => onOpen({ what: "role", member })}
          >
            {t("members.change")}
          </Button>
        ) : null}
        <Button
          small
          icon={isSelf ? <LogOut aria-hidden="true" /> : <UserMinus aria-hidden="true" />}
          {...(!isSelf && { "aria-label": t("members.removeOf", { username }) })}
          onClick={() => onOpen({ what: "remove", member })}
        >
          {t(isSelf ? "members.leave" : "members.remove")}
        </Button>
      </div>
    );
  },
});

/** Asks before somebody is removed from the team, or leaves it. */
function RemoveDialog({
  team: { organization_id, organization_name },
  username,
  isSelf,
  onClose,
  onRemoved,
}: {
  team: TeamInSight;
  username: string;
  isSelf: boolean;
  onClose: () => void;
  onRemoved: () => void;
}) {
  const action = useAction((reason) =>
    isSelf
      ? t("members.leaveDialog.failed", { reason })
      : withNames((name) => t("members.removeDialog.failed", { username: name(username), reason })),
  );
  const remove = async () => {
    await call("removeMember", { params: { id: organization_id, username } });
    onRemoved();
  };
  return (
    <ActionDialog
      title={
        isSelf
          ? withNames((name) => t("members.leaveDialog.title", { organizationName: name(organization_name) }))
          : withNames((name) => t("members.removeDialog.title", { username: name(username) }))
      }
      onClose={onClose}
      back={t("members.cancel")}
      act={t(isSelf ? "members.leave" : "members.remove")}
      tone="danger"
      action={action}
      onAct={remove}
    >
      <p>
        {isSelf
          ? t("members.leaveDialog.text")
          : withNames((name) => t("members.removeDialog.text", { username: name(username) }))}
      </p>
    </ActionDialog>
  );
}

/** Changes a member's role. `self`: an owner who may hand over. */
function RoleDialog({
  organizationId,
  member: { username, role: before },
  self,
  onClose,
  onSaved,
}: {
  organizationId: number;
  member: Member;
  self: string | undefined;
  onClose: () => void;
  onSaved: (notice: ReactNode) => void;
}) {
  const [role, setRole] = useState(before);
  const [handsOver, setHandsOver] = useState(false);
  const action = useAction((reason) => t("members.roleDialog.failed", { reason }));
  const canHandOver = role === "owner" && self !== undefined && self !== username;
  const set = (whom: string, body: { role: Member["role"] }) =>
    call("setMember", { params: { id: organizationId, username: whom }, body });
  const save = async () => {
    await set(username, { role });
    if (canHandOver && handsOver) await set(self, { role: "coordinator" });
    onSaved(
      withNames((name) => t("members.roleDialog.saved", { username: name(username), role: t(`members.role.${role}`) })),
    );
  };
  return (
    <ActionDialog
      title={withNames((name) => t("members.roleDialog.title", { username: name(username) }))}
      onClose={onClose}
      back={t("members.cancel")}
      act={t("members.roleDialog.save")}
      isBlocked={role === before && !handsOver}
      action={action}
      onAct={save}
    >
      <RoleField role={role} onChoose={setRole} />
      {canHandOver ? (
        <Choice>
          <input type="checkbox" checked={handsOver} onChange={(event) => setHandsOver(event.currentTarget.checked)} />
          {t("members.roleDialog.handOver")}
        </Choice>
      ) : null}
    </ActionDialog>
  );
}

/** A role to choose, and what it may do. */
export function RoleField({ role, onChoose }: { role: TeamRole; onChoose: (role: TeamRole) => void }) {
  return (
    <Field label={t("members.roleDialog.role")} hint={t(`members.role.${role}.may`)}>
      {(control) => (
        <select {...control} value={role} onChange={(event) => onChoose(event.currentTarget.value as TeamRole)}>
          {teamRoles.map((each) => (
            <option key={each} value={each}>
              {t(`members.role.${each}`)}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** The organization whose team is shown, and what the person may do there. */
export type TeamInSight = {
  organization_id: Organization["id"];
  organization_name: Organization["organization_name"];
  mayChange: boolean;
  self: string | undefined;
};
