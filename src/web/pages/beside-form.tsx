import type { ComponentProps } from "react";
import { QuestStatusPanel } from "../features/data-points/quest-status-panel.tsx";
import { OwnPoints } from "../features/own-points/own-points.tsx";
import { Part } from "../ui/part.tsx";

/** Beside the form: the volunteer's data points of the quest, and how far it is. */
export function BesideForm({
  own,
  ...status
}: ComponentProps<typeof QuestStatusPanel> & Pick<ComponentProps<typeof OwnPoints>, "own" | "outbox">) {
  const { username, record, outbox } = status;
  return (
    <>
      <Part>
        <OwnPoints username={username} quest={record.quest} own={own} outbox={outbox} />
      </Part>
      <Part>
        <QuestStatusPanel {...status} />
      </Part>
    </>
  );
}
