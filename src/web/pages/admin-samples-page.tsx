import Keyboard from "lucide-react/icons/keyboard";
import { useState } from "react";
import { Link } from "react-router";
import { t as deskText } from "../../../generated/web-texts/desk.ts";
import { rich, t } from "../../../generated/web-texts/review.ts";
import { DecisionNotices } from "../features/review/decision-notices.tsx";
import { DeskList } from "../features/review/desk-list.tsx";
import { isOwn } from "../features/review/desk-rows.ts";
import { DeskSample } from "../features/review/desk-sample.tsx";
import styles from "../features/review/review-desk.module.css";
import { without } from "../features/review/sample-filter.ts";
import { ShortcutHelp, useShortcuts } from "../features/review/shortcuts.tsx";
import { useReviewDesk } from "../features/review/use-review-desk.ts";
import { useAuth } from "../foundation/auth/auth-context.ts";
import { useTeams } from "../foundation/auth/use-teams.ts";
import { Button } from "../ui/button.tsx";
import { classNames } from "../ui/class-names.ts";
import { Part } from "../ui/part.tsx";
import { AdminOnly } from "./desk/admin-only.tsx";

export function AdminSamplesPage() {
  const { username } = useAuth();
  return (
    <AdminOnly title={t("review.title")} leastRole="viewer">
      <Samples key={username} />
    </AdminOnly>
  );
}

function Samples() {
  const { mayFor } = useTeams();
  const openDesk = useReviewDesk();
  const { id, filter, desk, state, addressOf, open } = openDesk;
  const { nextId, previousId } = state;
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  const maySelect = id !== undefined && state.index >= 0 && !isOwn(state.rows?.[state.index]) && !filter.isRecheck;

  useShortcuts({
    j: nextId === undefined ? undefined : () => open(nextId),
    k: previousId === undefined ? undefined : () => open(previousId),
    u: state.mayUndo ? () => void desk.decisions.undo() : undefined,
    x: maySelect ? () => desk.toggle(id, false) : undefined,
    escape: state.selected.size === 0 ? undefined : desk.clearSelection,
    "?": () => setIsHelpOpen(true),
  });

  return (
    <>
      <header className={`cluster baseline ${styles.head}`}>
        <h1>{t("review.title")}</h1>
        {filter.quest === undefined ? null : (
          <p>
            {rich("review.ofOneQuest", {
              link: (words) => <Link to={addressOf(undefined, without(filter, "quest"))}>{words}</Link>,
            })}
          </p>
        )}
        <Button
          small
          className={styles.help}
          icon={<Keyboard aria-hidden="true" />}
          aria-keyshortcuts="?"
          onClick={() => setIsHelpOpen(true)}
        >
          {deskText("desk.help")}
        </Button>
      </header>
      <Part>
        <DecisionNotices decisions={desk.decisions} state={state} addressOf={addressOf} />
      </Part>
      <ShortcutHelp open={isHelpOpen} onClose={() => setIsHelpOpen(false)} />
      <div className={classNames("grid start gap-24", styles.review, id !== undefined && styles.chosen)}>
        <Part>
          <DeskList openDesk={openDesk} />
        </Part>
        <Part of={id}>
          <DeskSample
            desk={desk}
            id={id}
            isSecondLook={filter.isRecheck}
            listAddress={addressOf()}
            mayTeach={(organizationId) => mayFor(organizationId, "coordinator")}
          />
        </Part>
      </div>
    </>
  );
}
