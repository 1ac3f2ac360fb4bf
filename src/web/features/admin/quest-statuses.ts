import type { QuestStatus } from "../../../contract/enums.ts";
import type { PillTone } from "../../components/pill.tsx";

/** The statuses of a quest in words, in the order of its life. */
export const questStatusWords: Record<QuestStatus, { label: string; tone: PillTone }> = {
  INACTIVE: { label: "Inactive", tone: "neutral" },
  ACCEPTING_APPLICATIONS: { label: "Accepting applications", tone: "info" },
  IN_PROGRESS: { label: "In progress", tone: "ok" },
  DATA_PROCESSING: { label: "Data processing", tone: "warning" },
  COMPLETED: { label: "Completed", tone: "neutral" },
};
