import Mountain from "lucide-react/icons/mountain";
import { useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import type { AdventurerQuest } from "../../../contract/participations.ts";
import { sentenceOf } from "../../api/api-error.ts";
import { completeQuest } from "../../api/quests.ts";
import { Banner } from "../../components/banner.tsx";
import { Button, ButtonLink } from "../../components/button.tsx";
import { daysUntil } from "../../components/dates.ts";
import { Dialog } from "../../components/dialog.tsx";
import { announce } from "../../components/live-region.tsx";
import { paths } from "../../paths.ts";
import { rich, t } from "../../texts/field.ts";
import styles from "./quest-status-panel.module.css";

/** Collecting, with the way to finish; or finished. */
export function QuestStatusPanel({
  record,
  username,
  isCompleted,
  dataPointCount,
}: {
  record: AdventurerQuest;
  username: string;
  isCompleted: boolean;
  /** Undefined while that is not known. */
  dataPointCount: number | undefined;
}) {
  const title = useRef<HTMLHeadingElement>(null);
  const wasCompleted = useRef(isCompleted);
  useEffect(() => {
    // The dialog is gone, and what it was opened from: the reader goes on here.
    if (isCompleted && !wasCompleted.current) title.current?.focus();
    wasCompleted.current = isCompleted;
  }, [isCompleted]);
  return (
    <section className={styles.panel} aria-labelledby="quest-status-title">
      <h2 id="quest-status-title" ref={title} tabIndex={-1}>
        {t("field.status.title")}
      </h2>
      {isCompleted ? (
        <Completed deadline={record.quest.quest_deadline} />
      ) : (
        <Collecting record={record} username={username} dataPointCount={dataPointCount} />
      )}
    </section>
  );
}

function Completed({ deadline }: { deadline: string | null }) {
  const daysLeft = deadline === null ? -1 : daysUntil(deadline);
  return (
    <>
      <p className={styles.congratulations}>
        <Mountain aria-hidden="true" />
        {t("field.status.congratulations")}
      </p>
      <p>{t("field.status.compensation")}</p>
      {daysLeft > 0 ? <p>{t("field.status.moreDays", { days: daysLeft })}</p> : null}
      <ButtonLink to={paths.home} tone="primary">
        {t("field.status.done")}
      </ButtonLink>
    </>
  );
}

function Collecting({
  record,
  username,
  dataPointCount,
}: {
  record: AdventurerQuest;
  username: string;
  dataPointCount: number | undefined;
}) {
  const { quest } = record;
  const [isAsking, setIsAsking] = useState(false);
  const [isSending, setIsSending] = useState(false);
  const [problem, setProblem] = useState<string>();
  const wanted = quest.target_count ?? 0;
  const isTrees = quest.quest_type === "TREES";
  const isShort = dataPointCount !== undefined && dataPointCount < wanted;

  async function submit() {
    setIsSending(true);
    setProblem(undefined);
    try {
      await completeQuest(username, record);
      announce(t("field.status.completed"));
    } catch (error) {
      setProblem(sentenceOf(error));
      setIsSending(false);
    }
  }

  return (
    <>
      <p>{rich("field.status.collecting", { link: (words) => <Link to={paths.quest(quest.id)}>{words}</Link> })}</p>
      <Button tone="quiet" onClick={() => setIsAsking(true)}>
        {t("field.status.complete")}
      </Button>
      <Dialog
        open={isAsking}
        title={t("field.status.ask")}
        onClose={() => setIsAsking(false)}
        footer={
          <>
            <Button onClick={() => setIsAsking(false)} disabled={isSending}>
              {t("field.status.goBack")}
            </Button>
            <Button tone="next" busy={isSending} onClick={() => void submit()}>
              {t("field.status.submit")}
            </Button>
          </>
        }
      >
        <p>{t("field.status.final")}</p>
        {isShort ? (
          <Banner tone="warning">
            {t(isTrees ? "field.status.fewTrees" : "field.status.fewPoints", { wanted, count: dataPointCount })}
          </Banner>
        ) : null}
        {dataPointCount === 0 && !isShort ? <Banner tone="warning">{t("field.status.noPoints")}</Banner> : null}
        {problem ? <Banner tone="danger">{t("field.status.notCompleted", { reason: problem })}</Banner> : null}
      </Dialog>
    </>
  );
}
