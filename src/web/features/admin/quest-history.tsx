import { useEffect, useRef, useState } from "react";
import { useWatch } from "react-hook-form";
import { t } from "../../../../generated/web-texts/life.ts";
import { questTexts } from "../../../contract/quest-fields.ts";
import type { QuestHistoryEntry } from "../../../contract/quest-history.ts";
import type { Quest } from "../../../contract/quests.ts";
import { Button } from "../../ui/button.tsx";
import { emptyTranslation, type QuestFormControl } from "./quest-form-values.ts";
import styles from "./quest-history.module.css";
import { HistoryEntries, type TextChange, useQuestHistory } from "./quest-history-entries.tsx";

/** Who changed what of the saved quest. Earlier texts can be put into the form again, where they are saved or not. */
export function QuestHistory({ quest, form, asked }: { quest: Quest; form: QuestFormControl; asked: number }) {
  const [isOpen, setIsOpen] = useState(false);
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (asked === 0) return;
    setIsOpen(true);
    details.current?.querySelector("summary")?.focus({ preventScroll: true });
    details.current?.scrollIntoView?.({ block: "start" });
  }, [asked]);
  return (
    <details
      ref={details}
      className={styles.history}
      open={isOpen}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary className={styles.summary}>
        <h3 className={`text-16 ${styles.title}`}>{t("life.history")}</h3>
      </summary>
      {isOpen ? <Entries key={asked} quest={quest} form={form} /> : null}
    </details>
  );
}

function Entries({ quest, form }: { quest: Quest; form: QuestFormControl }) {
  const list = useQuestHistory(quest.id);
  const typed = useWatch({ control: form.control, name: questTexts });
  const translations = useWatch({ control: form.control, name: "translations" });
  const typedText = ({ text, language }: TextPlace) =>
    language === undefined ? (typed[questTexts.indexOf(text)] ?? "") : (translations[language]?.[text] ?? "");
  const isTyped = (change: TextChange) => typedText(change) === (change.before ?? "");
  /** What restored texts replaced in the form, by change. */
  const [replaced, setReplaced] = useState<ReadonlyMap<string, string>>(new Map());

  const { refresh } = list;
  const shown = useRef(quest);
  useEffect(() => {
    if (shown.current === quest) return;
    shown.current = quest;
    void refresh();
  }, [quest, refresh]);

  function put(texts: readonly (TextPlace & { words: string })[]) {
    const changed = { ...translations };
    for (const { language, text, words } of texts) {
      if (language === undefined) form.setValue(text, words, { shouldDirty: true, shouldValidate: true });
      else changed[language] = { ...emptyTranslation, ...changed[language], [text]: words };
    }
    form.setValue("translations", changed, { shouldDirty: true, shouldValidate: true });
    const own = texts.find(({ language }) => language === undefined);
    if (own) form.setFocus(own.text);
  }
  function restore(entry: QuestHistoryEntry, changes: readonly TextChange[]) {
    const next = new Map(replaced);
    for (const change of changes) next.set(placeIn(entry, change), typedText(change));
    setReplaced(next);
    put(changes.map(({ before, ...place }) => ({ ...place, words: before ?? "" })));
  }

  return (
    <div className={styles.body}>
      <HistoryEntries
        list={list}
        Heading="h4"
        underText={(entry, change, headingId) => (
          <RestoreText
            before={change.before}
            headingId={headingId}
            isTyped={isTyped(change)}
            replaced={replaced.get(placeIn(entry, change))}
            onRestore={() => restore(entry, [change])}
            onUndo={(words) => put([{ ...change, words }])}
          />
        )}
        underTexts={(entry, texts) =>
          texts.length > 1 && !texts.every(isTyped) ? (
            <Button small onClick={() => restore(entry, texts)}>
              {t("life.history.restoreAll", { count: texts.length })}
            </Button>
          ) : null
        }
      />
    </div>
  );
}

type TextPlace = Pick<TextChange, "text" | "language">;

const placeIn = (entry: QuestHistoryEntry, { text, language = "" }: TextPlace) => `${entry.id} ${language} ${text}`;

function RestoreText({
  before,
  headingId,
  isTyped,
  replaced,
  onRestore,
  onUndo,
}: {
  before: string | null;
  headingId: string;
  /** Whether the form has the earlier text. */
  isTyped: boolean;
  /** What the form had before it was restored. */
  replaced: string | undefined;
  onRestore: () => void;
  onUndo: (text: string) => void;
}) {
  if (isTyped) {
    return (
      <p className="cluster center gap-8 muted">
        {t("life.history.typed")}
        {replaced === undefined ? null : (
          <Button small tone="plain" aria-describedby={headingId} onClick={() => onUndo(replaced)}>
            {t("life.history.undo")}
          </Button>
        )}
      </p>
    );
  }
  if (!before) return null;
  return (
    <Button small aria-describedby={headingId} onClick={onRestore}>
      {t("life.history.restore")}
    </Button>
  );
}
