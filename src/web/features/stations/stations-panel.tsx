import { useState } from "react";
import { t } from "../../../../generated/web-texts/stations.ts";
import type { Place } from "../../../protocol/distance.ts";
import { useWalkingPosition } from "../../capture/fixes/use-walking-position.ts";
import { paths } from "../../foundation/paths.ts";
import { ButtonLink } from "../../ui/button.tsx";
import plain from "../../ui/plain-section.module.css";
import { Verbatim } from "../../ui/verbatim.tsx";
import { StationList } from "./station-list.tsx";
import styles from "./stations.module.css";
import { useStations } from "./use-stations.ts";

/** What is still to be measured of a quest that one has joined. */
export function StationsPanel({ username, questId }: { username: string; questId: number }) {
  const [isOpen, setIsOpen] = useState(false);
  const { stations, repeatDays } = useStations(username, questId, undefined);
  if (!stations || stations.length === 0) return null;
  const due = stations.filter((station) => station.due).length;
  return (
    <section className={plain.section} aria-labelledby="stations-title">
      <h2 id="stations-title">{t("stations.title")}</h2>
      <details
        className={`stack gap-12 shrinks wide ${styles.panel}`}
        onToggle={(event) => setIsOpen(event.currentTarget.open)}
      >
        <summary>{t("stations.due", { due, total: stations.length })}</summary>
        {repeatDays === null ? null : <p>{t("stations.everyDays", { days: repeatDays })}</p>}
        {isOpen ? <WhereToGo username={username} questId={questId} /> : null}
      </details>
    </section>
  );
}

/** Asks for the phone's position once it is open. */
function WhereToGo({ username, questId }: { username: string; questId: number }) {
  const [here, setHere] = useState<Place>();
  useWalkingPosition(({ latitude, longitude }) => setHere({ latitude, longitude }));
  const { stations = [], by, setBy } = useStations(username, questId, here);
  return (
    <StationList stations={stations} here={here} by={by} onBy={setBy}>
      {({ id }, name) => (
        <ButtonLink wide to={`${paths.questData(questId)}?station=${id}`}>
          <Verbatim>{name}</Verbatim>
        </ButtonLink>
      )}
    </StationList>
  );
}
