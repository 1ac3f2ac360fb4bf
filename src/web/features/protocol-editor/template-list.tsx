import { t } from "../../../../generated/web-texts/editor.ts";
import { t as templateText } from "../../../../generated/web-texts/protocol-template.ts";
import type { QuestType } from "../../../contract/enums.ts";
import type { Protocol } from "../../../protocol/field.ts";
import { templates } from "../../../protocol/templates/templates.ts";
import { Button } from "../../ui/button.tsx";
import styles from "./start-from.module.css";

/** Templates; those for the quest's type come first. */
export function TemplateList({ questType, onTake }: { questType: QuestType; onTake: (protocol: Protocol) => void }) {
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
