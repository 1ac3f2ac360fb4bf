import { useEffect, useEffectEvent, useState } from "react";
import type { Quest } from "../../../contract/quests.ts";
import { sentenceOf } from "../../foundation/api/api-error.ts";
import { t } from "../../foundation/texts/quest.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
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
    <Dialog
      open={open}
      title={t("quest.apply.title")}
      onClose={close}
      footer={
        <>
          <Button onClick={close} disabled={isJoining}>
            {t("quest.apply.no")}
          </Button>
          <Button tone="next" onClick={() => void join()} busy={isJoining}>
            {t("quest.apply.yes")}
          </Button>
        </>
      }
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
      {problem ? <Banner tone="danger">{t("quest.apply.failedBecause", { reason: problem })}</Banner> : null}
    </Dialog>
  );
}
