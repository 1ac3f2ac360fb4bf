import Check from "lucide-react/icons/check";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useState } from "react";
import { Dialog } from "../../components/dialog.tsx";
import { t } from "../../texts/field.ts";
import styles from "./answer-overview.module.css";

export type OverviewEntry = { key: string; label: string; state: "open" | "answered" | "wrong" };

/** With more marks, each is too thin to see. */
const marksMax = 40;

/** "3 of 7 answered", with a mark per question. Opens a list with links to the questions. */
export function AnswerOverview({
  entries,
  onOpen,
}: {
  entries: readonly OverviewEntry[];
  onOpen: (key: string) => void;
}) {
  const [isOpen, setIsOpen] = useState(false);
  const answered = entries.filter(({ state }) => state === "answered").length;
  const wrong = entries.filter(({ state }) => state === "wrong").length;
  const words = t("field.overview", { answered, count: entries.length });
  return (
    <>
      <button type="button" className={styles.sketch} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        <span className={styles.words} data-wrong={wrong > 0 || undefined}>
          {wrong > 0 ? t("field.form.wrong", { count: wrong }) : words}
        </span>
        {entries.length > marksMax ? (
          <span className={styles.marks} aria-hidden="true">
            <span data-state="answered" style={{ flex: answered }} />
            <span style={{ flex: entries.length - answered }} />
          </span>
        ) : (
          <span className={styles.marks} aria-hidden="true">
            {entries.map(({ key, state }) => (
              <span key={key} data-state={state} />
            ))}
          </span>
        )}
      </button>
      <Dialog open={isOpen} title={words} onClose={() => setIsOpen(false)}>
        <ol className={styles.list}>
          {entries.map(({ key, label, state }, index) => (
            <li key={key}>
              <button
                type="button"
                className={styles.entry}
                onClick={() => {
                  setIsOpen(false);
                  // After the dialog has returned the focus.
                  setTimeout(() => onOpen(key));
                }}
              >
                <span className={styles.state} data-state={state} aria-hidden="true">
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
    </>
  );
}
