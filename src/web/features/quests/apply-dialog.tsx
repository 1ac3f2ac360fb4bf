import { useState } from "react";
import { errorMessages } from "../../../contract/messages.ts";
import type { Quest } from "../../../contract/quests.ts";
import { sentenceOf } from "../../api/api-error.ts";
import { Banner } from "../../components/banner.tsx";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import styles from "./apply-dialog.module.css";
import { EquipmentList } from "./equipment-list.tsx";

/** Asks to confirm location and gear, then joins. When that fails it stays open and says so. */
export function ApplyDialog({
  quest,
  open,
  onClose,
  onJoin,
}: {
  quest: Quest;
  open: boolean;
  onClose: () => void;
  /** Joins; the dialog's owner closes it once that has succeeded. */
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
      console.log(errorMessages.joinFailedLog, error);
      setProblem(sentenceOf(error));
    } finally {
      setIsJoining(false);
    }
  };

  return (
    <Dialog
      open={open}
      title="Sign up for this quest"
      onClose={close}
      footer={
        <>
          <Button onClick={close} disabled={isJoining}>
            Actually, no...
          </Button>
          <Button tone="next" onClick={() => void join()} busy={isJoining}>
            Yes, sign me up!
          </Button>
        </>
      }
    >
      <p>Please confirm that you can get to one of the locations and that you have the gear.</p>
      <div>
        <h3 className={styles.heading}>Location</h3>
        <ul className={styles.places}>
          {quest.locations.map((place) => (
            <li key={place.id}>
              {place.locality}, {place.administrative_area}, {place.country}
            </li>
          ))}
        </ul>
      </div>
      <div>
        <h3 className={styles.heading}>Gear</h3>
        <EquipmentList equipment={quest.equipment} />
      </div>
      {problem ? (
        <Banner tone="danger">
          {errorMessages.joinFailedLog}. {problem}
        </Banner>
      ) : null}
    </Dialog>
  );
}
