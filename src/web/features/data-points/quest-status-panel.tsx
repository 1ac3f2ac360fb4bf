import Hourglass from "lucide-react/icons/hourglass";
import Mountain from "lucide-react/icons/mountain";
import { useEffect, useId, useRef, useState } from "react";
import { Link } from "react-router";
import { t } from "../../../../generated/web-texts/field-status.ts";
import type { AdventurerQuest } from "../../../contract/participations.ts";
import type { Quest } from "../../../contract/quests.ts";
import { ApiError } from "../../foundation/api/api-error.ts";
import { completeQuest } from "../../foundation/api/participation-steps.ts";
import { useAction } from "../../foundation/api/use-action.ts";
import { paths } from "../../foundation/paths.ts";
import { backgroundSync } from "../../outbox/background-sync.ts";
import type { CompletionRecord } from "../../outbox/record.ts";
import { saveCompletion, withdrawCompletion } from "../../outbox/saved-records.ts";
import { useSending } from "../../outbox/sending.ts";
import type { QuestOutbox } from "../../outbox/use-outbox.ts";
import { ActionDialog } from "../../ui/action-dialog.tsx";
import { Banner } from "../../ui/banner.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { daysUntil } from "../../ui/dates.ts";
import { announce } from "../../ui/live-region.tsx";
import { useOnline } from "../../ui/use-online.ts";
import type { Collected } from "./collected.ts";
import styles from "./quest-status-panel.module.css";
import { useTarget } from "./target.ts";

/** The state of the volunteer's quest: collecting, completed on this phone, or completed. */
export function QuestStatusPanel({
  record,
  username,
  isCompleted,
  counts,
  outbox,
}: {
  record: AdventurerQuest;
  username: string;
  isCompleted: boolean;
  /** Undefined until they are known. */
  counts: Collected | undefined;
  outbox: QuestOutbox;
}) {
  const isSubmitted = isCompleted || outbox.completion !== undefined;
  const title = useRef<HTMLHeadingElement>(null);
  const wasSubmitted = useRef(isSubmitted);
  useEffect(() => {
    // The focused button or dialog is gone: the focus moves here.
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (isSubmitted !== wasSubmitted.current && isLost) title.current?.focus();
    wasSubmitted.current = isSubmitted;
  }, [isSubmitted]);
  return (
    <section className="stack card start gap-12 pad-16" aria-labelledby="quest-status-title">
      <h2 id="quest-status-title" ref={title} tabIndex={-1}>
        {t("field.status.title")}
      </h2>
      {isCompleted ? (
        <Completed quest={record.quest} />
      ) : outbox.completion ? (
        <WaitingToComplete completion={outbox.completion} waitingCount={waitingCountOf(outbox)} />
      ) : (
        <Collecting record={record} username={username} counts={counts} outbox={outbox} />
      )}
    </section>
  );
}

function Completed({ quest }: { quest: Quest }) {
  const { id, quest_deadline: deadline, results } = quest;
  const daysLeft = deadline === null ? 0 : daysUntil(deadline);
  return (
    <>
      <p className={`row center gap-12 ${styles.congratulations}`}>
        <Mountain aria-hidden="true" />
        {t("field.status.congratulations")}
      </p>
      <p>{t("field.status.compensation")}</p>
      {daysLeft > 0 ? <p>{t("field.status.moreDays", { days: daysLeft })}</p> : null}
      {results?.visibility === "public" ? (
        <Link to={paths.questResults(id)} className="roomy">
          {t("field.status.results")}
        </Link>
      ) : null}
      <ButtonLink to={paths.home} tone="primary">
        {t("field.status.done")}
      </ButtonLink>
    </>
  );
}

/** Rejected ones do not delay the completion. */
const waitingCountOf = ({ waiting }: QuestOutbox) => waiting.filter(({ state }) => state !== "refused").length;

/** Completed on this phone. It is sent after all data points. */
function WaitingToComplete({ completion, waitingCount }: { completion: CompletionRecord; waitingCount: number }) {
  const { problem, run } = useAction(() => t("field.status.notTakenBack"));
  const mustOpen = !backgroundSync.isAgreed;
  const isOnItsWay = useSending().localId === completion.localId;
  const isRefused = completion.state === "refused";

  const takeBack = () => run(() => withdrawCompletion(completion).then(() => announce(t("field.status.takenBack"))));

  return (
    <>
      {isRefused ? (
        <Banner tone="danger">{t("field.status.notCompleted", { reason: completion.problem?.message ?? "" })}</Banner>
      ) : (
        <p className={`row gap-8 ${styles.waiting}`}>
          <Hourglass aria-hidden="true" />
          <span>
            {t(
              waitingCount > 0
                ? "field.status.waitsForPoints"
                : `field.status.waitsForSignal.${mustOpen ? "open" : "sends"}`,
              {
                count: waitingCount,
              },
            )}
          </span>
        </p>
      )}
      <div className="cluster gap-8">
        <Button tone="quiet" disabled={isOnItsWay} onClick={() => void takeBack()}>
          {t("field.status.takeBack")}
        </Button>
        <ButtonLink to={paths.outbox}>{t("field.status.seeOutbox")}</ButtonLink>
      </div>
      <Banner tone="danger">{problem}</Banner>
    </>
  );
}

type Completing = { record: AdventurerQuest; username: string; counts: Collected | undefined; outbox: QuestOutbox };

/** Says that the volunteer has all that the quest asks for, where they are looking. */
export function TargetReached(completing: Completing) {
  const { record, counts, outbox } = completing;
  const target = useTarget(record.quest, counts?.expected, outbox);
  return target.isReached ? <Reached {...completing} isNew={target.isNew} onGoOn={target.goOn} /> : null;
}

function Reached({ isNew, onGoOn, ...completing }: Completing & { isNew: boolean; onGoOn: () => void }) {
  const { quest_type: type, target_count: wanted } = completing.record.quest;
  const titleId = useId();
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // Of several tabs, only the one that the volunteer is in.
    if (isNew && document.hasFocus()) title.current?.focus();
  }, [isNew]);
  const [isAsking, setIsAsking] = useState(false);
  return (
    <section className={`stack start gap-12 pad-16 ${styles.reached}`} aria-labelledby={titleId}>
      <h2 id={titleId} ref={title} tabIndex={-1} className="row center gap-8 text-22">
        <Mountain aria-hidden="true" />
        {t(type === "TREES" ? "field.status.reachedTrees" : "field.status.reachedPoints", { wanted: wanted ?? 0 })}
      </h2>
      <div className="cluster gap-8">
        <Button tone="primary" onClick={() => setIsAsking(true)}>
          {t("field.status.complete")}
        </Button>
        <Button
          onClick={() => {
            onGoOn();
            focusForm();
          }}
        >
          {t("field.status.goOn")}
        </Button>
      </div>
      <CompleteDialog {...completing} isOpen={isAsking} onClose={() => setIsAsking(false)} />
    </section>
  );
}

/** The button that had the focus is gone. */
function focusForm(): void {
  const form = document.getElementById("upload-title")?.closest("form");
  form?.querySelector<HTMLElement>("input, textarea, select, button")?.focus();
}

function Collecting(completing: Completing) {
  const { quest, station_count: stationCount } = completing.record;
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <p>{t("field.status.collecting")}</p>
      <Link to={paths.quest(quest.id)} className="roomy">
        {t("field.status.details")}
      </Link>
      {quest.locations.length > 0 || stationCount ? (
        <Link to={paths.questMap(quest.id)} className="roomy">
          {t("field.status.map")}
        </Link>
      ) : null}
      <Button tone="quiet" onClick={() => setIsAsking(true)}>
        {t("field.status.complete")}
      </Button>
      <CompleteDialog {...completing} isOpen={isAsking} onClose={() => setIsAsking(false)} />
    </>
  );
}

/** Asks before the quest is completed. */
function CompleteDialog({
  record,
  username,
  counts,
  outbox,
  isOpen,
  onClose,
}: Completing & { isOpen: boolean; onClose: () => void }) {
  const isOnline = useOnline();
  const mustOpen = !backgroundSync.isAgreed;
  const { quest } = record;
  const { isBusy, problem, run } = useAction((reason) => t("field.status.notCompleted", { reason }));
  const wanted = quest.target_count ?? 0;
  const isTrees = quest.quest_type === "TREES";
  const waitingCount = waitingCountOf(outbox);
  const refusedCount = outbox.waiting.length - waitingCount;
  const isShort = counts !== undefined && counts.expected < wanted;

  const submit = () => run(isOnline && waitingCount === 0 ? completeNow : completeLater);

  async function completeNow() {
    try {
      await completeQuest(username, record);
      announce(t("field.status.completed"));
    } catch (error) {
      // Without an answer, or if the server is busy, the completion waits in the outbox.
      if (error instanceof ApiError && error.status < 500 && error.status !== 429) throw error;
      await completeLater().catch(() => {
        throw error;
      });
    }
  }

  async function completeLater() {
    try {
      await saveCompletion(username, { id: quest.id, name: quest.quest_name });
    } catch (error) {
      throw new Error(t("field.status.notKept"), { cause: error });
    }
    announce(t("field.status.saved"));
  }

  return (
    <ActionDialog
      open={isOpen}
      title={t("field.status.ask")}
      onClose={onClose}
      back={t("field.status.goBack")}
      act={t("field.status.submit")}
      tone="next"
      isBusy={isBusy}
      problem={problem}
      onAct={submit}
    >
      <p>{t("field.status.final")}</p>
      {outbox.drafts.length > 0 ? <Banner tone="warning">{t("field.status.unfinished")}</Banner> : null}
      {refusedCount > 0 ? <Banner tone="warning">{t("field.status.refused", { count: refusedCount })}</Banner> : null}
      {waitingCount > 0 || !isOnline ? (
        <Banner tone="info">
          {t(
            waitingCount > 0
              ? "field.status.willWaitForPoints"
              : `field.status.willWaitForSignal.${mustOpen ? "open" : "sends"}`,
            {
              count: waitingCount,
            },
          )}
        </Banner>
      ) : null}
      {isShort ? (
        <Banner tone="warning">
          {t(isTrees ? "field.status.fewTrees" : "field.status.fewPoints", {
            wanted,
            count: counts.expected,
            left: wanted - counts.expected,
          })}
        </Banner>
      ) : null}
      {counts?.all === 0 && !isShort ? <Banner tone="warning">{t("field.status.noPoints")}</Banner> : null}
    </ActionDialog>
  );
}
