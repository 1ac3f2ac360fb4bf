import ChartColumn from "lucide-react/icons/chart-column";
import { t } from "../../../../generated/web-texts/progress.ts";
import type { Quest } from "../../../contract/quests.ts";
import { DraftNote } from "../../features/admin/draft-note.tsx";
import { useAuth } from "../../foundation/auth/auth-context.ts";
import { useTeams } from "../../foundation/auth/use-teams.ts";
import { deskPaths } from "../../foundation/desk-paths.ts";
import { ButtonLink } from "../../ui/button.tsx";

/** Tells those who can publish the quest that it is a draft. */
export function NoteForTeam({ quest }: { quest: Quest }) {
  const { mayFor } = useTeams();
  return mayFor(quest.organization_id, "coordinator") ? <DraftNote quest={quest} /> : null;
}

/** Shown to the team on a quest's page. */
export function ProgressLink({ quest }: { quest: Quest }) {
  const { isAdmin } = useAuth();
  const { teams } = useTeams();
  if (!isAdmin && !teams.some((team) => team.organization_id === quest.organization_id)) return null;
  return (
    <ButtonLink to={deskPaths.questProgress(quest.id)} icon={<ChartColumn aria-hidden="true" />}>
      {t("progress.title")}
    </ButtonLink>
  );
}
