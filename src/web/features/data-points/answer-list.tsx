import Check from "lucide-react/icons/check";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { t } from "../../../../generated/web-texts/field.ts";
import { Dialog } from "../../ui/dialog.tsx";
import styles from "./answer-list.module.css";
import type { OverviewEntry } from "./read-upload.ts";

/** The questions of a form with their state; each leads to its question. */
export function AnswerList({
  isOpen,
  title,
  entries,
  onOpen,
  onClose,
}: {
  isOpen: boolean;
  title: string;
  entries: readonly OverviewEntry[];
  onOpen: (key: string) => void;
  onClose: () => void;
}) {
  return (
    <Dialog open={isOpen} title={title} onClose={onClose}>
      <ol className="ruled">
        {entries.map(({ key, label, state }, index) => (
          <li key={key}>
            <button
              type="button"
              className={`row center gap-12 wide breaks ${styles.entry}`}
              onClick={() => {
                onClose();
                // After the dialog has returned the focus.
                setTimeout(() => onOpen(key));
              }}
            >
              <span className={`middle muted small figures ${styles.state}`} data-state={state} aria-hidden="true">
                {state === "answered" ? <Check /> : state === "wrong" ? <TriangleAlert /> : index + 1}
              </span>
              <span>
                {label}
                <span className="visually-hidden">
                  {" "}
                  {state === "answered"
                    ? t("field.overview.answered")
                    : state === "wrong"
                      ? t("field.overview.wrong")
                      : t("field.overview.open")}
                </span>
              </span>
            </button>
          </li>
        ))}
      </ol>
    </Dialog>
  );
}
