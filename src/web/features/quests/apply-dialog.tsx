import { useEffect, useEffectEvent, useState } from "react";
import { t } from "../../../../generated/web-texts/quest.ts";
import type { Quest } from "../../../contract/quests.ts";
import { sentenceOf } from "../../foundation/api/api-error.ts";
import { ActionDialog } from "../../ui/action-dialog.tsx";
import styles from "./apply-dialog.module.css";
import { EquipmentList } from "./equipment-list.tsx";

/** Confirms location and gear, then joins. Shows failures. */
export function ApplyDialog({
  quest,
  open,
  joinsAtOnce,
  onClose,
  onJoin,
}: {
  quest: Quest;
  open: boolean;
  /** Set for those who signed up to join: they have answered already. */
  joinsAtOnce: boolean;
  onClose: () => void;
  /** Joins. The parent closes the dialog on success. */
  onJoin: () => Promise<void>;
}) {
  const [isJoining, setIsJoining] = useState(false);
  const [problem, setProblem] = useState("");

  const close = () => {
    setProblem("");
    onClose();
  };
  const join = async () => {
    setIsJoining(true);
    setProblem("");
    try {
      await onJoin();
    } catch (error) {
      console.log(t("quest.apply.failed"), error);
      setProblem(sentenceOf(error));
    } finally {
      setIsJoining(false);
    }
  };

  const joinNow = useEffectEvent(join);
  useEffect(() => {
    if (open && joinsAtOnce) void joinNow();
  }, [open, joinsAtOnce]);

  return (
    <ActionDialog
      open={open}
      title={t("quest.apply.title")}
      onClose={close}
      back={t("quest.apply.no")}
      act={t("quest.apply.yes")}
      tone="next"
      isBusy={isJoining}
      problem={problem ? t("quest.apply.failedBecause", { reason: problem }) : undefined}
      onAct={join}
    >
      <p>{t("quest.apply.confirm")}</p>
      <div>
        <h3 className={styles.heading}>{t("quest.apply.location")}</h3>
        <ul className={styles.places}>
          {quest.locations.map((place) => (
            <li key={place.id}>{[place.locality, place.administrative_area, place.country].join(", ")}</li>
          ))}
        </ul>
      </div>
      <div>
        <h3 className={styles.heading}>{t("quest.apply.gear")}</h3>
        <EquipmentList quest={quest} />
      </div>
    </ActionDialog>
  );
}

const key = "cairn.join";

/** Remembers, in this tab, that the visitor who signs up now wants to join a quest. An address alone never joins. */
export function intendToJoin(questId: number): void {
  sessionStorage.setItem(key, String(questId));
}

/** True once after `intendToJoin`. */
export function takeIntentionToJoin(questId: number): boolean {
  if (sessionStorage.getItem(key) !== String(questId)) return false;
  sessionStorage.removeItem(key);
  return true;
}

/** The history state of the form's page right after joining. */
export const justJoined = { hasJustJoined: true };
