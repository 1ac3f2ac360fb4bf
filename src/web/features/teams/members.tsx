import LogOut from "lucide-react/icons/log-out";
import Pencil from "lucide-react/icons/pencil";
import UserMinus from "lucide-react/icons/user-minus";
import { type ReactNode, useState } from "react";
import { t } from "../../../../generated/web-texts/members.ts";
import type { Member } from "../../../contract/teams.ts";
import { Button } from "../../ui/button.tsx";
import { type Column, DataTable } from "../../ui/data-table.tsx";
import { Instant } from "../../ui/instant.tsx";
import { EmptyState } from "../../ui/message-state.tsx";
import { Pill } from "../../ui/pill.tsx";
import { withNames } from "../../ui/verbatim.tsx";
import { RemoveDialog } from "./remove-dialog.tsx";
import { RoleDialog } from "./role-dialog.tsx";
import type { TeamInSight } from "./team-in-sight.ts";
import styles from "./teams.module.css";

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
      {members.some(({ from }) => from === "group") ? <p className={styles.note}>{t("members.groupHint")}</p> : null}
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
