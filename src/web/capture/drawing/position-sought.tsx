import { t } from "../../../../generated/web-texts/kinds.ts";
import { Button } from "../../ui/button.tsx";
import styles from "../../ui/geometry/drawing.module.css";
import type { WalkingPosition } from "../fixes/use-walking-position.ts";

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
