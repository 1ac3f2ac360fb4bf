import { type ReactNode, useId, useState } from "react";
import { t } from "../../../../generated/web-texts/admin.ts";
import { t as lifeText } from "../../../../generated/web-texts/life.ts";
import type { QuestStatus, QuestType } from "../../../contract/enums.ts";
import { type QuestField, type QuestText, questTexts, type TypedField } from "../../../contract/quest-fields.ts";
import type { FieldChange, LocationChanges, QuestHistoryEntry } from "../../../contract/quest-history.ts";
import { type ListInParts, useListInParts } from "../../foundation/api/list-parts.ts";
import { Button } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { formatDate } from "../../ui/dates.ts";
import { FetchedInParts } from "../../ui/fetched.tsx";
import { WordsAndInstant } from "../../ui/instant.tsx";
import { languageName } from "../../ui/language-names.ts";
import { formatList } from "../../ui/numbers.ts";
import { fieldName } from "./field-name.ts";
import styles from "./quest-history.module.css";

const entriesPerPart = 10;

/** A change of one of the quest's own texts, or of one in another language. */
export type TextChange = {
  text: QuestText;
  language: string | undefined;
  before: string | null;
  after: string | null;
};

export const useQuestHistory = (questId: number) =>
  useListInParts("listQuestHistory", { params: { id: questId }, query: { limit: entriesPerPart } });

/** Who changed what of a quest, to read. */
export function QuestHistoryToRead({ questId }: { questId: number }) {
  return <HistoryEntries list={useQuestHistory(questId)} Heading="h3" />;
}

/** The entries, newest first, with what can be done about an earlier text and about all of an entry. */
export function HistoryEntries({
  list,
  Heading,
  underText,
  underTexts,
}: {
  list: ListInParts<QuestHistoryEntry>;
  /** Level of each text's heading. */
  Heading: "h3" | "h4";
  underText?: (entry: QuestHistoryEntry, change: TextChange, headingId: string) => ReactNode;
  underTexts?: (entry: QuestHistoryEntry, changes: readonly TextChange[]) => ReactNode;
}) {
  return (
    <FetchedInParts list={list} empty={lifeText("life.history.none")}>
      {(entries) => (
        <ol className="stack">
          {entries.map((entry) => {
            const texts = entry.changes.flatMap(textChangeOf);
            return (
              <Entry key={entry.id} entry={entry}>
                {texts.map((change) => (
                  <TextOfEntry key={`${change.language} ${change.text}`} Heading={Heading} change={change}>
                    {(headingId) => underText?.(entry, change, headingId)}
                  </TextOfEntry>
                ))}
                {underTexts?.(entry, texts)}
              </Entry>
            );
          })}
        </ol>
      )}
    </FetchedInParts>
  );
}

function Entry({ entry, children }: { entry: QuestHistoryEntry; children: ReactNode }) {
  const { person, at, kind, changes, locations, stations } = entry;
  const plain = changes.filter((change) => textChangeOf(change).length === 0);
  const words = [
    ...plain.map(wordsOf),
    ...(locations ? wordsOfLocations(locations) : []),
    ...(stations ? wordsOfStations(stations) : []),
  ];
  return (
    <li className={`stack start gap-8 ${styles.entry}`}>
      <p className="muted small">
        <WordsAndInstant words={person} of={at} />
      </p>
      {kind === "created" ? <p>{lifeText("life.history.created")}</p> : null}
      {words.length > 0 ? (
        <ul className={styles.plain}>
          {words.map((each) => (
            <li key={each} dir="auto">
              {each}
            </li>
          ))}
        </ul>
      ) : null}
      {[locations, stations].map((places) =>
        places ? (
          <p key={places.names.join()} className="muted small" dir="auto">
            {formatList(places.names)}
          </p>
        ) : null,
      )}
      {children}
    </li>
  );
}

function TextOfEntry({
  Heading,
  change: { text, language, before, after },
  children,
}: {
  Heading: "h3" | "h4";
  change: TextChange;
  children: (headingId: string) => ReactNode;
}) {
  const id = useId();
  return (
    <div className="stack start gap-8 wide">
      <Heading id={id} className="text-16">
        {language === undefined
          ? fieldName(text)
          : t("admin.questForm.languages.text", { field: fieldName(text), language: languageName(language) })}
      </Heading>
      <div className={`grid wide ${styles.pair}`}>
        <Text label={lifeText("life.history.before")} text={before} />
        <Text label={lifeText("life.history.after")} text={after} />
      </div>
      {children(id)}
    </div>
  );
}

/** Longer texts are folded. */
const shownLengthMax = 240;
const shownLinesMax = 4;

function Text({ label, text }: { label: string; text: string | null }) {
  const [isWhole, setIsWhole] = useState(false);
  const isLong = text !== null && (text.length > shownLengthMax || text.split("\n").length > shownLinesMax);
  return (
    <div className="shrinks">
      <p className="muted small">{label}</p>
      {text ? (
        <p className={classNames(styles.words, isLong && !isWhole && styles.folded)} dir="auto">
          {text}
        </p>
      ) : (
        <p className="muted small">{lifeText("life.history.empty")}</p>
      )}
      {isLong ? (
        <Button small tone="plain" aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
          {lifeText("life.history.whole")}
        </Button>
      ) : null}
    </div>
  );
}

/** Empty for a change of something else. */
function textChangeOf({ field, language, text: translated, before, after }: FieldChange): TextChange[] {
  const text = field === "translation" ? translated : questTexts.find((name) => name === field);
  if (text === undefined) return [];
  return [{ text, language, before: before as string | null, after: after as string | null }];
}

function wordsOf({ field, before, after }: FieldChange): string {
  if (field === "archived") return lifeText(after ? "life.history.archived" : "life.history.unarchived");
  if (field === "quest_image") {
    return lifeText(
      !before ? "life.history.coverAdded" : after ? "life.history.coverReplaced" : "life.history.coverRemoved",
    );
  }
  const inWords = (value: FieldChange["before"]) => {
    if (value !== null) return valuesInWords[field as QuestField]?.(value) ?? String(value);
    return lifeText(field === "protocol_version" ? "life.history.standardForm" : "life.history.noValue");
  };
  return lifeText("life.history.changed", {
    field: fieldName(field),
    before: inWords(before),
    after: inWords(after),
  });
}

function wordsOfLocations({ added, changed, removed }: LocationChanges): string[] {
  return [
    ...(added > 0 ? [lifeText("life.history.locationsAdded", { count: added })] : []),
    ...(changed > 0 ? [lifeText("life.history.locationsChanged", { count: changed })] : []),
    ...(removed > 0 ? [lifeText("life.history.locationsRemoved", { count: removed })] : []),
  ];
}

function wordsOfStations({ added, changed, removed }: LocationChanges): string[] {
  return [
    ...(added > 0 ? [lifeText("life.history.stationsAdded", { count: added })] : []),
    ...(changed > 0 ? [lifeText("life.history.stationsChanged", { count: changed })] : []),
    ...(removed > 0 ? [lifeText("life.history.stationsRemoved", { count: removed })] : []),
  ];
}

type Value = NonNullable<FieldChange["before"]>;
type InWords = (value: Value) => string;
const inVersions: InWords = (version) => lifeText("life.history.version", { version: Number(version) });

/** Values that aren't shown as they are stored. */
const valuesInWords: Record<TypedField<"choice" | "day" | "language">, InWords> & Partial<Record<QuestField, InWords>> =
  {
    language: (code) => languageName(String(code)),
    quest_type: (type) => t(`app.questType.${type as QuestType}`),
    quest_status: (status) => t(`admin.status.${status as QuestStatus}`),
    quest_deadline: (day) => formatDate(String(day)),
    results_visibility: (visibility) =>
      lifeText(visibility === "public" ? "life.results.public" : "life.results.hidden"),
    results_positions: positionsInWords,
    protocol_version: inVersions,
    lesson_version: inVersions,
  };

function positionsInWords(stored: Value): string {
  if (stored === "exact" || stored === "hidden") return lifeText(`life.results.positions.${stored}`);
  return lifeText("life.results.positions.rounded", { degrees: Number(stored) });
}
