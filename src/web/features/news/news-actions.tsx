import { t } from "../../../../generated/web-texts/news.ts";
import type { News } from "../../../contract/news.ts";
import { call } from "../../foundation/api/client.ts";
import { useAction } from "../../foundation/api/use-action.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { announce } from "../../ui/live-region.tsx";
import styles from "./news-actions.module.css";

/** Mutes the quest of a message, or reports the message. */
export function NewsActions({ entry, onChanged }: { entry: News; onChanged: () => Promise<unknown> }) {
  const { isBusy, problem, run, dismiss } = useAction((reason) => t("news.actionFailed", { reason }));
  const change = (work: () => Promise<unknown>, words: string) =>
    run(async () => {
      await work();
      announce(words);
      await onChanged();
    });
  const muted = !entry.is_muted;
  const mute = () => call("muteQuest", { params: { id: entry.quest_id }, body: { muted } });
  const report = () => call("reportNews", { params: { id: entry.id } });
  return (
    <footer className={`cluster center ${styles.actions}`}>
      {/* A muted quest answers questions as well. */}
      {entry.question === undefined ? (
        <>
          {entry.is_muted ? <p className={`muted small ${styles.note}`}>{t("news.muted")}</p> : null}
          <Button
            small
            tone="plain"
            disabled={isBusy}
            onClick={() => void change(mute, t(muted ? "news.muted" : "news.unmuted"))}
          >
            {t(muted ? "news.mute" : "news.unmute")}
          </Button>
        </>
      ) : null}
      <Button
        small
        tone="plain"
        disabled={isBusy || entry.is_reported === true}
        onClick={() => void change(report, t("news.report.done"))}
      >
        {t(entry.is_reported ? "news.reported" : "news.report")}
      </Button>
      {problem ? (
        <Banner tone="danger" onClose={dismiss}>
          {problem}
        </Banner>
      ) : null}
    </footer>
  );
}
