import Undo2 from "lucide-react/icons/undo-2";
import { t } from "../../../../generated/web-texts/kinds.ts";
import { Button } from "../../ui/button.tsx";
import { announce } from "../../ui/live-region.tsx";
import { focusField } from "./focus-field.ts";
import styles from "./same-mark.module.css";

/** Says that an answer is filled in as last time, and takes it out. */
export function SameMark({
  path,
  labelId,
  disabled,
  onUndo,
}: {
  path: string;
  labelId: string;
  disabled: boolean;
  onUndo: () => void;
}) {
  return (
    <p className={`cluster center between across-12 ${styles.same}`}>
      <span>{t(path.includes(".") ? "kinds.same.row" : "kinds.same")}</span>
      <Button
        small
        tone="plain"
        icon={<Undo2 aria-hidden="true" />}
        disabled={disabled}
        aria-describedby={labelId}
        onClick={() => {
          onUndo();
          announce(t("kinds.same.undone"));
          setTimeout(() => focusField(document.body, path));
        }}
      >
        {t("kinds.same.undo")}
      </Button>
    </p>
  );
}
