import { type ReactNode, useState } from "react";
import { t } from "../../../../generated/web-texts/members.ts";
import type { Member } from "../../../contract/teams.ts";
import { call } from "../../foundation/api/client.ts";
import { useAction } from "../../foundation/api/use-action.ts";
import { ActionDialog } from "../../ui/action-dialog.tsx";
import { Choice } from "../../ui/field.tsx";
import { withNames } from "../../ui/verbatim.tsx";
import { RoleField } from "./role-field.tsx";

/** Changes a member's role. `self`: an owner who may hand over. */
export function RoleDialog({
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
  const { isBusy, problem, run } = useAction((reason) => t("members.roleDialog.failed", { reason }));
  const canHandOver = role === "owner" && self !== undefined && self !== username;
  const set = (whom: string, body: { role: Member["role"] }) =>
    call("setMember", { params: { id: organizationId, username: whom }, body });
  const save = () =>
    run(async () => {
      await set(username, { role });
      if (canHandOver && handsOver) await set(self, { role: "coordinator" });
      onSaved(
        withNames((name) =>
          t("members.roleDialog.saved", { username: name(username), role: t(`members.role.${role}`) }),
        ),
      );
    });
  return (
    <ActionDialog
      title={withNames((name) => t("members.roleDialog.title", { username: name(username) }))}
      onClose={onClose}
      back={t("members.cancel")}
      act={t("members.roleDialog.save")}
      isBusy={isBusy}
      isBlocked={role === before && !handsOver}
      problem={problem}
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
