import Undo2 from "lucide-react/icons/undo-2";
import { t } from "../../texts/answers.ts";
import { Button } from "../button.tsx";
import { announce } from "../live-region.tsx";
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
    <p className={styles.same}>
      <span>{t(path.includes(".") ? "answers.same.row" : "answers.same")}</span>
      <Button
        small
        tone="plain"
        icon={<Undo2 aria-hidden="true" />}
        disabled={disabled}
        aria-describedby={labelId}
        onClick={() => {
          onUndo();
          announce(t("answers.same.undone"));
          setTimeout(() => focusField(document.body, path));
        }}
      >
        {t("answers.same.undo")}
      </Button>
    </p>
  );
}
