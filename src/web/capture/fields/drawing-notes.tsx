import Undo2 from "lucide-react/icons/undo-2";
import { t } from "../../../../generated/web-texts/kinds.ts";
import { Button } from "../../ui/button.tsx";
import styles from "../../ui/geometry/drawing.module.css";
import type { WalkingPosition } from "../fixes/use-walking-position.ts";

/** Brings a removed geometry back. */
export function Removed({ disabled, onRestore }: { disabled: boolean; onRestore: () => void }) {
  return (
    <div className={styles.warning}>
      <span>{t("kinds.drawing.removed")}</span>{" "}
      <Button small icon={<Undo2 aria-hidden="true" />} disabled={disabled} onClick={onRestore}>
        {t("kinds.drawing.restore")}
      </Button>
    </div>
  );
}

/** Why the device's position isn't there yet. */
export function PositionSought({ status, onTryAgain }: { status: WalkingPosition["status"]; onTryAgain: () => void }) {
  return (
    <div className={styles.warning} role="status">
      {t(`kinds.drawing.position.${status === "found" ? "searching" : status}`)}
      {status === "refused" || status === "failed" ? (
        <Button small onClick={onTryAgain}>
          {t("kinds.drawing.tryAgain")}
        </Button>
      ) : null}
    </div>
  );
}
