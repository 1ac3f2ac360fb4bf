import { useState } from "react";
import { t } from "../../../../generated/web-texts/field.ts";
import { lazily } from "../../foundation/texts/lazily.ts";
import { WhenFetched } from "../../ui/when-fetched.tsx";
import styles from "./answer-overview.module.css";
import type { OverviewEntry } from "./read-upload.ts";

const AnswerList = lazily("AnswerList", () => import("./around-questions.tsx"));

/** If there are more marks, each is too thin to see. */
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
  const [wasOpened, setWasOpened] = useState(false);
  const answered = entries.filter(({ state }) => state === "answered").length;
  const wrong = entries.filter(({ state }) => state === "wrong").length;
  const words = t("field.overview", { answered, count: entries.length });
  return (
    <>
      <button
        type="button"
        className={`stack gap-4 shrinks ${styles.sketch}`}
        aria-haspopup="dialog"
        onClick={() => {
          setWasOpened(true);
          setIsOpen(true);
        }}
      >
        <span className={`strong figures ${styles.words}`} data-wrong={wrong > 0 || undefined}>
          {wrong > 0 ? t("field.form.wrong", { count: wrong }) : words}
        </span>
        {entries.length > marksMax ? (
          <span className={`row wide ${styles.marks}`} aria-hidden="true">
            <span data-state="answered" style={{ flex: answered }} />
            <span style={{ flex: entries.length - answered }} />
          </span>
        ) : (
          <span className={`row wide ${styles.marks}`} aria-hidden="true">
            {entries.map(({ key, state }) => (
              <span key={key} data-state={state} />
            ))}
          </span>
        )}
      </button>
      {wasOpened ? (
        <WhenFetched>
          <AnswerList
            isOpen={isOpen}
            title={words}
            entries={entries}
            onOpen={onOpen}
            onClose={() => setIsOpen(false)}
          />
        </WhenFetched>
      ) : null}
    </>
  );
}
