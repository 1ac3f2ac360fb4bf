import Share2 from "lucide-react/icons/share-2";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { t } from "../../../../generated/web-texts/quest.ts";
import { treeTask } from "../../../contract/limits.ts";
import type { Quest } from "../../../contract/quests.ts";
import { Button } from "../../ui/button.tsx";
import { announce } from "../../ui/live-region.tsx";
import { formatNumber } from "../../ui/numbers.ts";
import styles from "./quest-panel.module.css";
import { asksForTreeTask } from "./tree-task.ts";

/** What is asked of a volunteer, how far they are, the next step, and what else they can do. */
export function QuestPanel({
  quest,
  progress,
  tools,
  canShare,
  children,
}: {
  quest: Quest;
  /** The volunteer's own; it says how many are asked for. */
  progress?: ReactNode;
  /** Controls beside the one that shares; what isn't a control stands below them. */
  tools?: ReactNode;
  canShare: boolean;
  children: ReactNode;
}) {
  return (
    <aside className={`stack card gap-16 ${styles.panel}`} aria-label={t("quest.panel")}>
      <div className={`cluster if-any ${styles.asked}`}>
        {progress}
        <Asked quest={quest} hasCount={progress === undefined} />
      </div>
      {children}
      {canShare ? (
        <div className={`grid gap-8 ${styles.tools}`}>
          {tools}
          <ShareButton title={quest.quest_name} />
        </div>
      ) : null}
    </aside>
  );
}

/** How many data points, and how far apart, in the quest's own unit. */
function Asked({ quest, hasCount }: { quest: Quest; hasCount: boolean }) {
  const { count, spacing } = askedOf(quest);
  if (spacing === undefined && !(hasCount && count)) return null;
  return (
    <dl className={`grid gap-12 terms ${styles.terms}`}>
      {hasCount && count ? (
        <div>
          <dt>{t("quest.protocol.count")}</dt>
          <dd className="strong">{count}</dd>
        </div>
      ) : null}
      {spacing === undefined ? null : (
        <div>
          <dt>{t("quest.protocol.spacing")}</dt>
          <dd className="strong">{spacing}</dd>
        </div>
      )}
    </dl>
  );
}

function askedOf(quest: Quest): { count?: string; spacing?: string } {
  if (asksForTreeTask(quest)) {
    const { minTrees, minYardsBetweenTrees: minYards } = treeTask;
    return { count: t("quest.trees.count", { minTrees }), spacing: t("quest.trees.spacing", { minYards }) };
  }
  const { target_count: count, spacing_meters: distance } = quest.protocol ?? {};
  const meters = distance && formatNumber(distance, 2, { atMost: true });
  return {
    ...(count !== undefined && { count: t("quest.protocol.count.text", { count }) }),
    ...(meters && { spacing: t("quest.protocol.spacing.text", { meters }) }),
  };
}

/** Opens the device's share sheet, or copies the URL. */
function ShareButton({ title }: { title: string }) {
  const [note, setNote] = useState("");
  const noteElement = useRef<HTMLParagraphElement>(null);
  const tell = (text: string) => {
    setNote(text);
    announce(text);
  };
  // It may appear outside the window.
  useEffect(() => {
    if (note) noteElement.current?.scrollIntoView?.({ block: "nearest" });
  }, [note]);

  const share = async () => {
    const url = `${window.location.origin}${window.location.pathname}`;
    if (typeof navigator.share === "function") {
      try {
        await navigator.share({ title, url });
      } catch (error) {
        if (!(error instanceof DOMException && error.name === "AbortError")) await copy(url);
      }
    } else {
      await copy(url);
    }
  };
  const copy = async (url: string) => {
    try {
      await navigator.clipboard.writeText(url);
      tell(t("quest.share.copied"));
    } catch {
      tell(t("quest.share.copyThis", { address: url }));
    }
  };

  return (
    <>
      <Button onClick={() => void share()} icon={<Share2 aria-hidden="true" />}>
        {t("quest.share")}
      </Button>
      <p ref={noteElement} className={`if-any strong breaks ${styles.note}`}>
        {note}
      </p>
    </>
  );
}
