import Undo2 from "lucide-react/icons/undo-2";
import { t } from "../../../../generated/web-texts/kinds.ts";
import { Button } from "../../ui/button.tsx";
import styles from "../../ui/geometry/drawing.module.css";

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
