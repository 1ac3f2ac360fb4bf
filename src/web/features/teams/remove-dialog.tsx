import { t } from "../../../../generated/web-texts/members.ts";
import { call } from "../../foundation/api/client.ts";
import { useAction } from "../../foundation/api/use-action.ts";
import { ActionDialog } from "../../ui/action-dialog.tsx";
import { withNames } from "../../ui/verbatim.tsx";
import type { TeamInSight } from "./team-in-sight.ts";

/** Asks before somebody is removed from the team, or leaves it. */
export function RemoveDialog({
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
  const { isBusy, problem, run } = useAction((reason) =>
    isSelf
      ? t("members.leaveDialog.failed", { reason })
      : withNames((name) => t("members.removeDialog.failed", { username: name(username), reason })),
  );
  const remove = () =>
    run(async () => {
      await call("removeMember", { params: { id: organization_id, username } });
      onRemoved();
    });
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
      isBusy={isBusy}
      problem={problem}
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
