import MapPinned from "lucide-react/icons/map-pinned";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { t } from "../../../../generated/web-texts/stations.ts";
import { isFarFromStation } from "../../../contract/station-rules.ts";
import type { Measuring } from "../../capture/measuring/measurement.ts";
import { useMeasured } from "../../capture/measuring/use-measurement.ts";
import { paths } from "../../foundation/paths.ts";
import type { PointRecord } from "../../outbox/record.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { metersWords } from "../../ui/position-words.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { nameOf } from "../../ui/station-name.ts";
import { Verbatim, withNames } from "../../ui/verbatim.tsx";
import type { ShownStation } from "./due-stations.ts";
import { StationList } from "./station-list.tsx";
import styles from "./stations.module.css";
import { useStations } from "./use-stations.ts";

/** The station that a data point belongs to: chosen from a list, or suggested when it is in reach. */
export function StationStep({ measurement }: { measurement: Measuring<PointRecord> }) {
  const { point, device } = useMeasured(measurement);
  const here = point.position ?? device.fix;
  const { stations, error, by, setBy } = useStations(point.account, point.questId, here);
  const [isOpen, setIsOpen] = useState(false);
  const choose = (station: PointRecord["station"]) => {
    measurement.change((draft) => ({ ...draft, station }));
    setIsOpen(false);
  };
  useWantedStation(stations, ({ id, code, name }) => choose({ id, code, name }));
  if (!stations) return error === undefined ? <Skeleton height="6rem" radius="10px" /> : <p>{t("stations.failed")}</p>;

  const chosen = point.station;
  const place = stations.find(({ id }) => id === chosen?.id);
  const accuracy = here?.accuracyMeters ?? null;
  const isFar = (station: ShownStation) => station.meters === undefined || isFarFromStation(station.meters, accuracy);
  const nearest = stations[0];
  const inReach = !chosen && nearest && !isFar(nearest) ? nearest : undefined;
  return (
    <section className="stack card gap-12 pad-16 shrinks wide" aria-labelledby="station-title">
      <h3 id="station-title" className="row center gap-8">
        <MapPinned aria-hidden="true" />
        {t("stations.step")}
      </h3>
      {chosen ? <p>{withNames((name) => t("stations.chosen", { station: name(nameOf(chosen)) }))}</p> : null}
      {place?.meters !== undefined && isFar(place) ? (
        <p className={`row center gap-8 ${styles.far}`} role="status">
          <TriangleAlert aria-hidden="true" />
          <span>{t("stations.far", { distance: metersWords(place.meters) })}</span>
        </p>
      ) : null}
      {inReach ? (
        <p className="cluster center gap-8">
          <span>{t("stations.here")}</span>
          <Button tone="primary" onClick={() => choose(asChosen(inReach))}>
            {withNames((name) => t("stations.here.choose", { station: name(nameOf(inReach)) }))}
          </Button>
        </p>
      ) : null}
      <p className="cluster center gap-8">
        <Button aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {t(chosen ? "stations.change" : "stations.choose")}
        </Button>
        <ButtonLink tone="plain" to={paths.questMap(point.questId)}>
          {t("stations.map")}
        </ButtonLink>
        {chosen ? (
          <Button tone="plain" onClick={() => choose(undefined)}>
            {t("stations.remove")}
          </Button>
        ) : null}
      </p>
      {isOpen ? (
        <StationList stations={stations} here={here} by={by} onBy={setBy}>
          {(station, name) => (
            <Button wide onClick={() => choose(asChosen(station))}>
              <Verbatim>{name}</Verbatim>
            </Button>
          )}
        </StationList>
      ) : null}
    </section>
  );
}

const asChosen = ({ id, code, name }: ShownStation): PointRecord["station"] => ({ id, code, name });

/** The station in the address, chosen once it is known. */
function useWantedStation(stations: readonly ShownStation[] | undefined, onWanted: (station: ShownStation) => void) {
  const [search, setSearch] = useSearchParams();
  const id = search.get("station");
  const wanted = stations?.find((each) => String(each.id) === id);
  const isKnown = id !== null && stations !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once.
  useEffect(() => {
    if (!isKnown) return;
    if (wanted) onWanted(wanted);
    setSearch({}, { replace: true });
  }, [isKnown]);
}
