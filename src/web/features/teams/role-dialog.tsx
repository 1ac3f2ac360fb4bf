import { type ReactNode, useState } from "react";
import type { Member } from "../../../contract/teams.ts";
import { call } from "../../foundation/api/client.ts";
import { useAction } from "../../foundation/api/use-action.ts";
import { t } from "../../foundation/texts/members.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Choice } from "../../ui/field.tsx";
import { withNames } from "../../ui/verbatim.tsx";
import { RoleField } from "./role-field.tsx";
import styles from "./teams.module.css";

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
    <Dialog
      open
      title={withNames((name) => t("members.roleDialog.title", { username: name(username) }))}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t("members.cancel")}</Button>
          <Button tone="primary" busy={isBusy} disabled={role === before && !handsOver} onClick={() => void save()}>
            {t("members.roleDialog.save")}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        {problem ? <Banner tone="danger">{problem}</Banner> : null}
        <RoleField role={role} onChoose={setRole} />
        {canHandOver ? (
          <Choice>
            <input
              type="checkbox"
              checked={handsOver}
              onChange={(event) => setHandsOver(event.currentTarget.checked)}
            />
            {t("members.roleDialog.handOver")}
          </Choice>
        ) : null}
      </div>
    </Dialog>
  );
}
