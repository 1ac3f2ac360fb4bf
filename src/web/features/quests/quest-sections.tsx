import ChevronDown from "lucide-react/icons/chevron-down";
import type { ReactNode } from "react";
import { t } from "../../../../generated/web-texts/quest.ts";
import type { QuestText as TextName } from "../../../contract/quest-languages.ts";
import type { Quest } from "../../../contract/quests.ts";
import { lazily } from "../../foundation/texts/lazily.ts";
import { inItsLanguage, otherLanguage } from "../../foundation/texts/reader-language.ts";
import { Verbatim } from "../../ui/verbatim.tsx";
import { WhenFetched } from "../../ui/when-fetched.tsx";
import { EquipmentList } from "./equipment-list.tsx";
import { LanguageNote } from "./language-note.tsx";
import styles from "./quest-sections.module.css";
import { guideOf } from "./tree-guide.ts";

const QuestProtocol = lazily("QuestProtocol", () => import("./quest-protocol.tsx"));

/** Overview, preparation, procedure and risks of a quest. */
export function QuestSections({ quest }: { quest: Quest }) {
  const guide = guideOf(quest);
  return (
    <div className={`stack shrinks ${styles.sections}`}>
      <section aria-labelledby="overview">
        <h2 id="overview">{t("quest.overview")}</h2>
        <dl className={`grid card ${styles.facts}`}>
          {[
            { label: t("quest.overview.category"), value: t(`app.questType.${quest.quest_type}`) },
            {
              label: t("quest.overview.organization"),
              value: <Verbatim>{quest.organization.organization_name}</Verbatim>,
            },
            { label: t("quest.overview.locations"), value: `${quest.locations.length}` },
            ...guide.facts,
          ].map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </section>
      {quest.protocol ? (
        <WhenFetched>
          <QuestProtocol protocol={quest.protocol} />
        </WhenFetched>
      ) : null}
      {quest.study_motivation ? (
        <section aria-labelledby="motivation">
          <h2 id="motivation">{t("quest.motivation")}</h2>
          <QuestText quest={quest} name="study_motivation" otherwise="" />
        </section>
      ) : null}
      <section aria-label={t("quest.before")} className={styles.details}>
        <Details title={t("quest.before.qualifications")} isOpen>
          <p>{guide.qualifications}</p>
        </Details>
        <Details title={t("quest.before.equipment")}>
          <TextNote quest={quest} name="equipment" />
          <div {...inItsLanguage(quest, "equipment")}>
            <EquipmentList quest={quest} />
          </div>
        </Details>
        <Details title={t("quest.before.compensation")}>
          <p>{t("quest.before.compensation.text")}</p>
        </Details>
        <Details title={t("quest.before.training")}>
          <QuestText quest={quest} name="training_requirement" otherwise={t("quest.before.training.none")} />
        </Details>
        <Details title={t("quest.before.safety")}>
          <QuestText quest={quest} name="safety" otherwise={t("quest.before.safety.none")} />
        </Details>
      </section>
      <section aria-labelledby="procedure">
        <h2 id="procedure">{t("quest.procedure")}</h2>
        <ol>
          {guide.procedure.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </section>
      <section aria-labelledby="risks">
        <h2 id="risks">{t("quest.risks")}</h2>
        <ul>
          {guide.risks.map((risk) => (
            <li key={risk}>{risk}</li>
          ))}
        </ul>
      </section>
    </div>
  );
}

/** One open section closes the others. */
function Details({ title, isOpen = false, children }: { title: string; isOpen?: boolean; children: ReactNode }) {
  return (
    <details name="quest-sections" open={isOpen}>
      <summary>
        <h3>{title}</h3>
        <ChevronDown aria-hidden="true" />
      </summary>
      <div className={`stack gap-12 ${styles.content}`}>{children}</div>
    </details>
  );
}

type Attributes = { lang?: string; dir: string };

/** An organization's text in paragraphs. */
export function FreeText({
  text,
  otherwise,
  attributes = { dir: "auto" },
}: {
  text: string | null;
  otherwise: string;
  attributes?: Attributes;
}) {
  const paragraphs = text?.split(/\n{2,}/).filter((paragraph) => paragraph.trim() !== "") ?? [];
  if (paragraphs.length === 0) return <p className="muted">{otherwise}</p>;
  return paragraphs.map((paragraph) => (
    <p key={paragraph} className="keeps-lines" {...attributes}>
      {paragraph}
    </p>
  ));
}

/** A text of a quest, with its language if that isn't obvious. */
export function QuestText({ quest, name, otherwise }: { quest: Quest; name: TextName; otherwise: string }) {
  return (
    <>
      <TextNote quest={quest} name={name} />
      <FreeText text={quest[name]} otherwise={otherwise} attributes={inItsLanguage(quest, name)} />
    </>
  );
}

/** Says which language a text is in, if neither the page nor the quest's name is. */
function TextNote({ quest, name }: { quest: Quest; name: TextName }) {
  const other = otherLanguage(quest, name);
  if (!quest[name] || other === undefined || other === otherLanguage(quest)) return null;
  return (
    <p>
      <LanguageNote code={other} />
    </p>
  );
}
