import Building2 from "lucide-react/icons/building-2";
import MapPin from "lucide-react/icons/map-pin";
import { type ReactNode, useDeferredValue } from "react";
import { Link } from "react-router";
import { t } from "../../../../generated/web-texts/quest.ts";
import type { Quest } from "../../../contract/quests.ts";
import { paths } from "../../foundation/paths.ts";
import { inItsLanguage, otherLanguage } from "../../foundation/texts/reader-language.ts";
import { QuestTypePill } from "../../ui/quest-type.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { CutText } from "./cut-text.tsx";
import { LanguageNote } from "./language-note.tsx";
import { QuestFacts } from "./quest-facts.tsx";
import { QuestPanel } from "./quest-panel.tsx";
import { QuestPicture } from "./quest-picture.tsx";
import { QuestPlaces } from "./quest-places.tsx";
import { QuestSections, QuestText } from "./quest-sections.tsx";
import styles from "./quest-view.module.css";

/** A quest as volunteers see it. */
export function QuestView({
  quest,
  pill,
  progress,
  tools,
  canShare,
  children,
}: {
  quest: Quest;
  /** Beside its type. */
  pill?: ReactNode;
  /** The volunteer's own. */
  progress?: ReactNode;
  /** What else they can do. */
  tools?: ReactNode;
  /** Whether it leads elsewhere; a preview doesn't. */
  canShare: boolean;
  /** The next step. */
  children: ReactNode;
}) {
  const other = otherLanguage(quest);
  const place = quest.locations[0];
  // Paints the name and the next step first.
  const isNamed = useDeferredValue(true, false);
  return (
    <>
      <div className={`grid gap-24 ${styles.top}`} data-joined={progress !== undefined}>
        <header className={`stack card ${styles.hero}`}>
          <QuestPicture quest={quest} drawing={{ width: 480, height: 240 }} className={styles.cover} />
          <div className={`stack gap-8 pad-16 ${styles.heading}`}>
            <div className="cluster gap-8">
              <QuestTypePill type={quest.quest_type} />
              {pill}
              {other ? <LanguageNote code={other} /> : null}
            </div>
            <h1 {...inItsLanguage(quest)}>{quest.quest_name}</h1>
            <p className={`cluster muted ${styles.byline}`}>
              <span className="center">
                <Building2 aria-hidden="true" />
                {canShare ? (
                  <Link to={paths.organization(quest.organization.id)} translate="no">
                    {quest.organization.organization_name}
                  </Link>
                ) : (
                  quest.organization.organization_name
                )}
              </span>
              {place ? (
                <span className="center">
                  <MapPin aria-hidden="true" />
                  {[place.locality, place.administrative_area].join(", ")}
                </span>
              ) : null}
            </p>
            <QuestFacts quest={quest} />
          </div>
        </header>
        <section className={`stack gap-8 shrinks ${styles.description}`} aria-labelledby="description">
          <h2 id="description">{t("quest.description")}</h2>
          <CutText label={t("quest.description")}>
            <QuestText quest={quest} name="quest_description" otherwise={t("quest.description.none")} />
          </CutText>
        </section>
        <QuestPanel quest={quest} progress={progress} tools={tools} canShare={canShare}>
          {children}
        </QuestPanel>
      </div>
      {isNamed ? (
        <div className={`grid gap-24 ${styles.body}`}>
          <QuestSections quest={quest} />
          <section className={`stack gap-12 shrinks ${styles.places}`} aria-labelledby="locations">
            <h2 id="locations">{t("quest.locations")}</h2>
            <QuestPlaces places={quest.locations} />
          </section>
        </div>
      ) : (
        <BodySkeleton />
      )}
    </>
  );
}

export function BodySkeleton() {
  return (
    <div className={`grid gap-24 ${styles.body}`}>
      <Skeleton height="30rem" radius="10px" />
      <Skeleton height="22rem" radius="10px" />
    </div>
  );
}
