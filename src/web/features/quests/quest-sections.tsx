import ChevronDown from "lucide-react/icons/chevron-down";
import type { ReactNode } from "react";
import { t } from "../../../../generated/web-texts/quest.ts";
import type { QuestText as TextName } from "../../../contract/quest-fields.ts";
import type { Quest } from "../../../contract/quests.ts";
import { isPast } from "../../foundation/api/server-clock.ts";
import { inItsLanguage, otherLanguage } from "../../foundation/texts/reader-language.ts";
import { formatMoment } from "../../ui/dates.ts";
import { Part } from "../../ui/part.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { EquipmentList } from "./equipment-list.tsx";
import { LanguageNote } from "./language-note.tsx";
import { statusWords } from "./quest-availability.tsx";
import { QuestProtocol } from "./quest-protocol.tsx";
import styles from "./quest-sections.module.css";
import { asksForGirth, asksForTreeTask } from "./tree-task.ts";

/** Overview, preparation, procedure and risks of a quest. */
export function QuestSections({ quest }: { quest: Quest }) {
  const guide = guideOf(quest);
  const accepted = quest.accepted_total ?? 0;
  return (
    <div className={`stack shrinks ${styles.sections}`}>
      <section className="stack gap-12" aria-labelledby="overview">
        <h2 id="overview">{t("quest.overview")}</h2>
        <dl className={`grid card terms ${styles.facts}`}>
          <div>
            <dt>{t("quest.panel.status")}</dt>
            <dd className="figures">
              <strong>{statusWords(quest)}</strong>
              {quest.quest_deadline === null || isPast(quest.quest_deadline) ? null : (
                <p className="muted small">
                  {t("quest.panel.deadline.until", { moment: formatMoment(endOfDeadline(quest.quest_deadline)) })}
                </p>
              )}
            </dd>
          </div>
          {quest.target_total ? (
            <div>
              <dt>{t("quest.panel.target")}</dt>
              <dd className="strong figures">
                {t(accepted > quest.target_total ? "quest.panel.target.over" : "quest.panel.target.accepted", {
                  count: accepted,
                  target: quest.target_total,
                })}
                <ProgressBar label={t("quest.panel.target.meter")} value={accepted} max={quest.target_total} />
              </dd>
            </div>
          ) : null}
          {guide.facts.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd className="strong">{value}</dd>
            </div>
          ))}
        </dl>
      </section>
      {quest.protocol ? (
        <Part>
          <QuestProtocol protocol={quest.protocol} />
        </Part>
      ) : null}
      {quest.study_motivation ? (
        <section className="stack gap-12" aria-labelledby="motivation">
          <h2 id="motivation">{t("quest.motivation")}</h2>
          <QuestText quest={quest} name="study_motivation" otherwise="" />
        </section>
      ) : null}
      <section aria-label={t("quest.before")} className={`ruled ${styles.details}`}>
        <Details title={t("quest.before.qualifications")}>
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
        <Details title={t("quest.procedure")} level="h2">
          <ol>
            {guide.procedure.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </Details>
        <Details title={t("quest.risks")} level="h2">
          <ul>
            {guide.risks.map((risk) => (
              <li key={risk}>{risk}</li>
            ))}
          </ul>
        </Details>
      </section>
    </div>
  );
}

/** One open section closes the others. */
function Details({
  title,
  level: Heading = "h3",
  children,
}: {
  title: string;
  level?: "h2" | "h3";
  children: ReactNode;
}) {
  return (
    <details name="quest-sections">
      <summary className="row center between">
        <Heading className="text-18">{title}</Heading>
        <ChevronDown className="muted" aria-hidden="true" />
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

/** The fixed text of a quest type. */
type QuestGuide = {
  facts: readonly { label: string; value: string }[];
  qualifications: string;
  procedure: readonly string[];
  risks: readonly string[];
};

function guideOf(quest: Quest): QuestGuide {
  return quest.quest_type === "TREES" ? treeGuide(quest) : generalGuide();
}

/** The text of tree quests, adapted to the quest's protocol. */
function treeGuide(quest: Quest): QuestGuide {
  const girth = asksForGirth(quest);
  return {
    facts: [
      { label: t("quest.trees.adventureType"), value: t("quest.trees.adventureType.text") },
      { label: t("quest.trees.terrain"), value: t("quest.trees.terrain.text") },
      { label: t("quest.trees.partner"), value: t("quest.trees.partner.text") },
    ],
    qualifications: girth ? t("quest.trees.qualifications") : generalGuide().qualifications,
    procedure: girth
      ? [
          t("quest.trees.procedure.1"),
          t("quest.trees.procedure.2"),
          t("quest.trees.procedure.3"),
          t("quest.trees.procedure.4"),
          ...(asksForTreeTask(quest) ? [t("quest.trees.procedure.5")] : []),
        ]
      : generalGuide().procedure,
    risks: [t("quest.trees.risks.1"), t("quest.trees.risks.2"), t("quest.trees.risks.3"), t("quest.trees.risks.4")],
  };
}

/** The text of all other quests. */
function generalGuide(): QuestGuide {
  return {
    facts: [],
    qualifications: t("quest.general.qualifications"),
    procedure: [
      t("quest.general.procedure.1"),
      t("quest.general.procedure.2"),
      t("quest.general.procedure.3"),
      t("quest.general.procedure.4"),
    ],
    risks: [t("quest.general.risks.1"), t("quest.general.risks.2"), t("quest.general.risks.3")],
  };
}

/** The moment from which nobody can join a quest with this deadline: its day is over everywhere on Earth (UTC−12). */
export function endOfDeadline(deadline: string): string {
  const start = Date.parse(`${deadline.slice(0, 10)}T00:00:00Z`);
  return new Date(start + (24 + 12) * 60 * 60_000).toISOString();
}
