import ChevronDown from "lucide-react/icons/chevron-down";
import type { ReactNode } from "react";
import type { Quest } from "../../../contract/quests.ts";
import { questTypeLooks } from "../../components/quest-type.tsx";
import { EquipmentList } from "./equipment-list.tsx";
import { compensation } from "./quest-panel.tsx";
import styles from "./quest-sections.module.css";
import { generalGuide, treeGuide } from "./tree-guide.ts";

/** All that a quest's page says in words: overview, description, what to bring and know, procedure and risks. */
export function QuestSections({ quest }: { quest: Quest }) {
  const guide = quest.quest_type === "TREES" ? treeGuide : generalGuide;
  return (
    <div className={styles.sections}>
      <section aria-labelledby="overview">
        <h2 id="overview">Overview</h2>
        <dl className={styles.facts}>
          {[
            { label: "Category", value: questTypeLooks[quest.quest_type].label },
            { label: "Organization", value: quest.organization.organization_name },
            { label: "Locations", value: `${quest.locations.length}` },
            ...guide.facts,
          ].map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </section>
      <section aria-labelledby="description">
        <h2 id="description">Description</h2>
        <FreeText text={quest.quest_description} otherwise="The organization has not described this quest yet." />
        {quest.study_motivation ? (
          <>
            <h3>Why it matters</h3>
            <FreeText text={quest.study_motivation} otherwise="" />
          </>
        ) : null}
      </section>
      <section aria-label="What to know before you go" className={styles.details}>
        <Details title="Qualifications" isOpen>
          <p>{guide.qualifications}</p>
        </Details>
        <Details title="Equipment">
          <EquipmentList equipment={quest.equipment} />
        </Details>
        <Details title="Compensation">
          <p>{compensation}. Your time is a gift to the study.</p>
        </Details>
        <Details title="Training">
          <FreeText text={quest.training_requirement} otherwise="No training is required." />
        </Details>
        <Details title="Safety Information">
          <FreeText text={quest.safety} otherwise="The organization gives no safety information." />
        </Details>
      </section>
      <section aria-labelledby="procedure">
        <h2 id="procedure">Data-Collection Procedure</h2>
        <ol>
          {guide.procedure.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </section>
      <section aria-labelledby="risks">
        <h2 id="risks">Risk Management</h2>
        <ul>
          {guide.risks.map((risk) => (
            <li key={risk}>{risk}</li>
          ))}
        </ul>
      </section>
    </div>
  );
}

/** One of a group of which one is open at a time. */
function Details({ title, isOpen = false, children }: { title: string; isOpen?: boolean; children: ReactNode }) {
  return (
    <details name="quest-sections" open={isOpen}>
      <summary>
        <h3>{title}</h3>
        <ChevronDown aria-hidden="true" />
      </summary>
      <div className={styles.content}>{children}</div>
    </details>
  );
}

function FreeText({ text, otherwise }: { text: string | null; otherwise: string }) {
  const paragraphs = text?.split(/\n{2,}/).filter((paragraph) => paragraph.trim() !== "") ?? [];
  if (paragraphs.length === 0) return <p className={styles.absent}>{otherwise}</p>;
  return paragraphs.map((paragraph) => (
    <p key={paragraph} className={styles.text}>
      {paragraph}
    </p>
  ));
}
