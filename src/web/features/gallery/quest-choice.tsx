import ChevronRight from "lucide-react/icons/chevron-right";
import { useState } from "react";
import { t } from "../../../../generated/web-texts/gallery.ts";
import { t as joinedText } from "../../../../generated/web-texts/joined.ts";
import { t as loadText } from "../../../../generated/web-texts/quest-load.ts";
import type { AdventurerQuest } from "../../../contract/participations.ts";
import { type Begun, beginFromGallery, chosenQuest, photoKeyOf } from "../../capture/measuring/begin-from-gallery.ts";
import { outboxFailure } from "../../capture/measuring/outbox-failure.ts";
import { hasNoAnswer } from "../../foundation/api/api-error.ts";
import { useAdventurerQuests } from "../../foundation/api/quests.ts";
import { callAsRead } from "../../foundation/api/use-call.ts";
import { paths } from "../../foundation/paths.ts";
import { inItsLanguage } from "../../foundation/texts/reader-language.ts";
import { isUndelivered, type OutboxRecord } from "../../outbox/record.ts";
import { useOutbox } from "../../outbox/use-outbox.ts";
import { Banner } from "../../ui/banner.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { EmptyState, FailedState } from "../../ui/message-state.tsx";
import { Loading } from "../../ui/skeleton.tsx";
import styles from "./gallery.module.css";

/** The volunteer's quests that take data now, also offline. One press starts a draft. */
export function QuestChoice({ username, onBegun }: { username: string; onBegun: (begun: Begun) => void }) {
  const own = useAdventurerQuests(username);
  const { records } = useOutbox(username);
  const [chosenId, setChosenId] = useState<number>();
  const [failure, setFailure] = useState<string>();

  if (!own.data) {
    if (own.error === undefined) return <Loading height="14rem" />;
    return <FailedState message={joinedText("joined.failed")} onRetry={() => void own.mutate()} />;
  }
  const open = own.data.filter((record) => takesData(record, records));
  if (open.length === 0) {
    return (
      <EmptyState
        action={
          <ButtonLink tone="next" to={paths.home}>
            {t("app.findQuest")}
          </ButtonLink>
        }
      >
        {t("gallery.noQuests")}
      </EmptyState>
    );
  }
  const choose = async (id: number) => {
    setChosenId(id);
    setFailure(undefined);
    const outcome = await begin(username, id);
    setChosenId(undefined);
    if (typeof outcome === "string") setFailure(outcome);
    else onBegun(outcome);
  };
  return (
    <section className="stack gap-12" aria-labelledby="gallery-quests">
      <h2 id="gallery-quests">{t("gallery.choose")}</h2>
      <p className="muted">{t("gallery.choose.hint")}</p>
      <Banner tone="danger">{failure}</Banner>
      <ul className="stack gap-8">
        {open.map(({ quest_id: id, quest }) => (
          <li key={id}>
            <button
              type="button"
              className={`grid card center across-12 wide breaks ${styles.quest}`}
              disabled={chosenId !== undefined}
              aria-busy={chosenId === id || undefined}
              onClick={() => void choose(id)}
            >
              <strong {...inItsLanguage(quest)}>{quest.quest_name}</strong>
              <span className="muted">{quest.locations[0]?.locality}</span>
              <ChevronRight aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function takesData({ quest, quest_id: id, status }: AdventurerQuest, records: readonly OutboxRecord[]): boolean {
  const isCollecting = quest.quest_status === "ACCEPTING_APPLICATIONS" || quest.quest_status === "IN_PROGRESS";
  const isSubmitted = records.some(
    (record) => record.kind === "completion" && record.questId === id && isUndelivered(record),
  );
  return isCollecting && status === "in_progress" && !isSubmitted;
}

/** @returns why not, in words */
async function begin(username: string, id: number): Promise<Begun | string> {
  let quest: AdventurerQuest["quest"];
  try {
    ({ quest } = await callAsRead("getAdventurerQuest", { params: { username, id } }));
  } catch (error) {
    return loadText(hasNoAnswer(error) ? "quest.load.notSaved" : "quest.load.failed");
  }
  const chosen = chosenQuest(quest);
  const key = photoKeyOf(chosen);
  if (key === undefined) return t("gallery.takesNone");
  try {
    return await beginFromGallery(username, chosen, key);
  } catch (error) {
    return outboxFailure(error);
  }
}
