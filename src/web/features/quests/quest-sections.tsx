import ChevronDown from "lucide-react/icons/chevron-down";
import type { ReactNode } from "react";
import { t } from "../../../../generated/web-texts/quest.ts";
import { treeTask } from "../../../contract/limits.ts";
import type { QuestText as TextName } from "../../../contract/quest-fields.ts";
import type { Quest } from "../../../contract/quests.ts";
import { photoWish } from "../../../protocol/check-values.ts";
import { metersPerYard } from "../../../protocol/tree-task.ts";
import { inItsLanguage, otherLanguage } from "../../foundation/texts/reader-language.ts";
import { Part } from "../../ui/part.tsx";
import { Verbatim } from "../../ui/verbatim.tsx";
import { EquipmentList } from "./equipment-list.tsx";
import { LanguageNote } from "./language-note.tsx";
import { QuestProtocol } from "./quest-protocol.tsx";
import styles from "./quest-sections.module.css";

/** Overview, preparation, procedure and risks of a quest. */
export function QuestSections({ quest }: { quest: Quest }) {
  const guide = guideOf(quest);
  return (
    <div className={`stack shrinks ${styles.sections}`}>
      <section className="stack gap-12" aria-labelledby="overview">
        <h2 id="overview">{t("quest.overview")}</h2>
        <dl className={`grid card terms ${styles.facts}`}>
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
      <section className="stack gap-12" aria-labelledby="procedure">
        <h2 id="procedure">{t("quest.procedure")}</h2>
        <ol>
          {guide.procedure.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </section>
      <section className="stack gap-12" aria-labelledby="risks">
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
      <summary className="row center between">
        <h3>{title}</h3>
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
  const { minTrees, minYardsBetweenTrees: minYards, minutesPerSample } = treeTask;
  const girth = asksForGirth(quest);
  const task = girth && asksForTreeTask(quest);
  return {
    facts: [
      { label: t("quest.trees.adventureType"), value: t("quest.trees.adventureType.text") },
      { label: t("quest.trees.terrain"), value: t("quest.trees.terrain.text") },
      ...(girth ? [{ label: t("quest.trees.duration"), value: t("quest.trees.duration.text", minutesPerSample) }] : []),
      ...(task ? [{ label: t("quest.trees.task"), value: t("quest.trees.task.text", { minTrees, minYards }) }] : []),
      { label: t("quest.trees.partner"), value: t("quest.trees.partner.text") },
    ],
    qualifications: girth ? t("quest.trees.qualifications") : generalGuide().qualifications,
    procedure: girth
      ? [
          t("quest.trees.procedure.1"),
          t("quest.trees.procedure.2"),
          t("quest.trees.procedure.3"),
          t("quest.trees.procedure.4"),
          ...(task ? [t("quest.trees.procedure.5", { minTrees, minYards })] : []),
        ]
      : generalGuide().procedure,
    risks: [t("quest.trees.risks.1"), t("quest.trees.risks.2"), t("quest.trees.risks.3"), t("quest.trees.risks.4")],
  };
}

/** Whether it asks for the girth in centimetres and a photo, as in the specification's form. */
function asksForGirth({ protocol, protocol_version }: Quest): boolean {
  if (protocol_version === null) return true;
  if (!protocol) return false;
  const width = protocol.fields.find(({ key }) => key === "tree_width");
  const isInCentimetres = width !== undefined && "unit" in width && width.unit === "cm";
  return isInCentimetres && photoWish(protocol) === "required";
}

function asksForTreeTask({ protocol, protocol_version }: Quest): boolean {
  if (protocol_version === null) return true;
  const yards = (protocol?.spacing_meters ?? 0) / metersPerYard;
  // 9 and 9.1 m also mean 9.144 m.
  return protocol?.target_count === treeTask.minTrees && Math.round(yards) === treeTask.minYardsBetweenTrees;
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
