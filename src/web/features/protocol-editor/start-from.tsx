import ClipboardList from "lucide-react/icons/clipboard-list";
import FileSpreadsheet from "lucide-react/icons/file-spreadsheet";
import PenLine from "lucide-react/icons/pen-line";
import ScrollText from "lucide-react/icons/scroll-text";
import { useId, useState } from "react";
import { t } from "../../../../generated/web-texts/editor.ts";
import { t as templateText } from "../../../../generated/web-texts/protocol-template.ts";
import type { QuestType } from "../../../contract/enums.ts";
import type { Protocol } from "../../../protocol/field.ts";
import { templates } from "../../../protocol/templates/templates.ts";
import { sentenceOf } from "../../foundation/api/api-error.ts";
import { call } from "../../foundation/api/client.ts";
import { useQuestSummaries } from "../../foundation/api/quest-administration.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { FailedState } from "../../ui/message-state.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useSettled } from "../../ui/use-settled.ts";
import styles from "./start-from.module.css";
import { XlsFormImport } from "./xlsform-import.tsx";

const sources = [
  ["nothing", PenLine],
  ["template", ScrollText],
  ["quest", ClipboardList],
  ["xlsform", FileSpreadsheet],
] as const;
type Source = (typeof sources)[number][0];

/** Starts with an empty protocol, a template, another quest's protocol or a spreadsheet. */
export function StartFrom({
  questType,
  questId,
  replaces,
  onTake,
}: {
  questType: QuestType;
  /** The edited quest, which isn't offered as a source; undefined for a new one. */
  questId: number | undefined;
  /** Whether this would replace something. */
  replaces: boolean;
  onTake: (protocol: Protocol) => void;
}) {
  const [source, setSource] = useState<Source>();
  const id = useId();
  return (
    <section className="stack gap-12" aria-labelledby={id}>
      <h4 id={id}>{t("editor.start")}</h4>
      {replaces ? <p className={styles.replaces}>{t("editor.start.replaces")}</p> : null}
      <ul className={`grid gap-8 ${styles.sources}`}>
        {sources.map(([name, Icon]) => (
          <li key={name}>
            <button
              type="button"
              className={`grid card gap-4 across-12 wide ${styles.source}`}
              aria-expanded={name === "nothing" ? undefined : name === source}
              onClick={() =>
                name === "nothing" ? onTake({ fields: [] }) : setSource(name === source ? undefined : name)
              }
            >
              <Icon aria-hidden="true" />
              <span className={styles.name}>{t(`editor.start.${name}`)}</span>
              <span className={`muted small ${styles.hint}`}>{t(`editor.start.${name}.hint`)}</span>
            </button>
          </li>
        ))}
      </ul>
      {source === "template" ? <TemplateList questType={questType} onTake={onTake} /> : null}
      {source === "quest" ? <OtherQuest questId={questId} onTake={onTake} /> : null}
      {source === "xlsform" ? <XlsFormImport onTake={onTake} /> : null}
    </section>
  );
}

function OtherQuest({ questId, onTake }: { questId: number | undefined; onTake: (protocol: Protocol) => void }) {
  const [words, setWords] = useState("");
  const q = useSettled(words.trim());
  const { data, error, mutate } = useQuestSummaries({ protocol: "own", ...(q !== "" && { q }) });
  const having = data?.data.filter(({ id }) => id !== questId);
  const [chosen, setChosen] = useState("");
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  async function take() {
    setIsBusy(true);
    setProblem(undefined);
    try {
      const { protocol } = await call("getQuest", { params: { id: Number(chosen) } });
      onTake(protocol ?? { fields: [] });
    } catch (error) {
      setProblem(sentenceOf(error));
    } finally {
      setIsBusy(false);
    }
  }

  if (error !== undefined)
    return <FailedState message={t("editor.start.quest.listFailed")} onRetry={() => void mutate()} />;
  if (!having) return <Skeleton height="3rem" radius="8px" />;
  if (having.length === 0 && q === "")
    return <p className={`muted small ${styles.hint}`}>{t("editor.start.quest.none")}</p>;
  return (
    <div className="stack gap-12">
      {problem === undefined ? null : (
        <Banner tone="danger">
          <p>{t("editor.start.quest.failed")}</p>
          <p>{problem}</p>
        </Banner>
      )}
      <div className={`grid gap-12 ${styles.quest}`}>
        <Field label={t("editor.start.quest.search")}>
          {(control) => (
            <input
              {...control}
              type="search"
              value={words}
              onChange={(event) => {
                setWords(event.currentTarget.value);
                setChosen("");
              }}
            />
          )}
        </Field>
        <Field label={t("editor.start.quest")}>
          {(control) => (
            <select {...control} value={chosen} onChange={(event) => setChosen(event.currentTarget.value)}>
              <option value="">{t("editor.start.choose")}</option>
              {having.map(({ id, quest_name }) => (
                <option key={id} value={id}>
                  {quest_name}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Button tone="primary" disabled={chosen === ""} busy={isBusy} onClick={() => void take()}>
          {t("editor.start.quest.take")}
        </Button>
      </div>
    </div>
  );
}

/** Templates; those for the quest's type come first. */
function TemplateList({ questType, onTake }: { questType: QuestType; onTake: (protocol: Protocol) => void }) {
  const suits = (questTypes: readonly string[]) => questTypes.includes(questType);
  const inOrder = [
    ...templates.filter(({ questTypes }) => suits(questTypes)),
    ...templates.filter(({ questTypes }) => !suits(questTypes)),
  ];
  return (
    <ul className={`grid gap-12 ${styles.templates}`}>
      {inOrder.map(({ id, name, description, questTypes, protocol, sources }) => {
        const title = templateText(name);
        return (
          <li key={id} className="stack card gap-8 pad-16">
            <div className="cluster baseline between across-12">
              <h5 className={styles.templateName}>{title}</h5>
              <span className="muted small">{t("editor.template.questions", { count: protocol.fields.length })}</span>
            </div>
            {suits(questTypes) ? <p className={`small strong ${styles.suits}`}>{t("editor.template.suits")}</p> : null}
            <p>{templateText(description)}</p>
            {sources.length > 0 ? (
              <details className={styles.sourcesOf}>
                <summary>{t("editor.template.sources")}</summary>
                <ul lang="en">
                  {sources.map(({ title: source, url, says }) => (
                    <li key={`${url}/${says}`}>
                      <a href={url} target="_blank" rel="noreferrer">
                        {source}
                      </a>
                      <p className="muted">{says}</p>
                    </li>
                  ))}
                </ul>
              </details>
            ) : null}
            <Button
              small
              tone="primary"
              className={styles.use}
              aria-label={t("editor.template.useNamed", { name: title })}
              onClick={() => onTake(protocol)}
            >
              {t("editor.template.use")}
            </Button>
          </li>
        );
      })}
    </ul>
  );
}
