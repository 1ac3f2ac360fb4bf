import { type ComponentProps, useEffect, useState } from "react";
import { Link } from "react-router";
import { t as statusText } from "../../../generated/web-texts/field-status.ts";
import { t } from "../../../generated/web-texts/outbox.ts";
import { t as questText } from "../../../generated/web-texts/quest.ts";
import type { AdventurerQuest } from "../../contract/participations.ts";
import type { Quest } from "../../contract/quests.ts";
import { QuestStatusPanel } from "../features/data-points/quest-status-panel.tsx";
import { OwnPoints } from "../features/own-points/own-points.tsx";
import { EquipmentList } from "../features/quests/equipment-list.tsx";
import { closedWords } from "../features/quests/quest-availability.tsx";
import { paths } from "../foundation/paths.ts";
import type { OutboxRecord } from "../outbox/record.ts";
import { onChange } from "../outbox/storage.ts";
import { isStorageFull } from "../outbox/storage-room.ts";
import type { QuestOutbox } from "../outbox/use-outbox.ts";
import { Banner } from "../ui/banner.tsx";
import { Part } from "../ui/part.tsx";
import styles from "./beside-form.module.css";

export { TargetReached } from "../features/data-points/quest-status-panel.tsx";

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

/** What becomes of data points that are begun and not added when the quest takes no new ones. */
export function AfterEnd({
  record: { quest, status },
  isSubmitted,
  outbox: { drafts },
  opened,
}: {
  record: AdventurerQuest;
  isSubmitted: boolean;
  outbox: QuestOutbox;
  /** The one in the form. */
  opened: OutboxRecord | undefined;
}) {
  const [draft] = drafts;
  if (!isSubmitted) {
    return closedWords(quest, true) ? <Banner tone="warning">{questText("quest.submitData.closed")}</Banner> : null;
  }
  if (opened) {
    const isCompleted = status === "completed";
    return (
      <Banner tone="warning">{statusText(isCompleted ? "field.status.draftAfter" : "field.status.draftBefore")}</Banner>
    );
  }
  if (!draft) return null;
  return (
    <Banner tone="warning">
      {statusText("field.status.draftLeft", { count: drafts.length })}{" "}
      <Link to={paths.draft(quest.id, draft.localId)}>{statusText("field.status.openDraft")}</Link>
    </Banner>
  );
}

/** Warns before a photo is taken if the storage is full, and says how to free some. */
export function RoomWarning() {
  const [isFull, setIsFull] = useState(false);
  useEffect(() => {
    let isCurrent = true;
    const look = async () => {
      const found = await isStorageFull();
      if (isCurrent) setIsFull(found);
    };
    void look();
    const stop = onChange(() => void look());
    return () => {
      isCurrent = false;
      stop();
    };
  }, []);
  if (!isFull) return null;
  return (
    <Banner tone="danger">
      <p>
        <strong>{t("outbox.room.full")}</strong> {t("outbox.room.free")}
      </p>
      <Link to={paths.outbox}>{t("outbox.title")}</Link>
    </Banner>
  );
}

/** Shown to those who joined while signing up, and so weren't asked about their gear. */
export function JoinedNote({ quest, onClose }: { quest: Quest; onClose: () => void }) {
  return (
    <Banner tone="ok" onClose={onClose}>
      <p>{questText("quest.joined", { questName: quest.quest_name })}</p>
      <details className={styles.gear}>
        <summary>{questText("quest.joined.gear")}</summary>
        <EquipmentList quest={quest} />
      </details>
    </Banner>
  );
}
