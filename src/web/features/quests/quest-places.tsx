import Navigation from "lucide-react/icons/navigation";
import { useState } from "react";
import { t } from "../../../../generated/web-texts/quest.ts";
import { noPostalCode } from "../../../contract/desk-limits.ts";
import { detailMap } from "../../../contract/limits.ts";
import type { QuestLocation } from "../../../contract/quests.ts";
import { Button } from "../../ui/button.tsx";
import { directionsAddress } from "../../ui/directions.ts";
import { MapPinMark } from "../../ui/map/map-marker.tsx";
import type { MapView } from "../../ui/map/map-view.ts";
import { MapWhenNear } from "../../ui/map/map-when-near.tsx";
import styles from "./quest-places.module.css";

/** A quest's locations as a numbered list and on a map. */
export function QuestPlaces({ places }: { places: readonly QuestLocation[] }) {
  const [view, setView] = useState<MapView>({ center: places[0]?.coordinates ?? [0, 0], zoom: detailMap.zoom });
  const [pointedId, setPointedId] = useState<number>();
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll || places.length <= fewPlaces + 2 ? places : places.slice(0, fewPlaces);
  return (
    <div className="stack gap-12">
      <MapWhenNear label={t("quest.locations.map")} view={view} onViewChange={setView} className={styles.map}>
        {places.map((place, index) => (
          <MapPinMark
            key={place.id}
            anchor={place.coordinates}
            label={`${index + 1}: ${place.locality}, ${place.administrative_area}`}
            isLifted={pointedId === place.id}
          >
            {index + 1}
          </MapPinMark>
        ))}
      </MapWhenNear>
      <ol className={`stack ruled ${styles.list}`}>
        {shown.map((place, index) => (
          <li
            className="cluster across-12"
            key={place.id}
            onPointerEnter={() => setPointedId(place.id)}
            onPointerLeave={() => setPointedId(undefined)}
          >
            <span className={`middle strong figures ${styles.number}`} aria-hidden="true">
              {index + 1}
            </span>
            <button
              type="button"
              className={`stack shrinks breaks ${styles.place}`}
              onClick={() => {
                setView({ center: place.coordinates, zoom: Math.max(view.zoom, closeZoom) });
                setPointedId(place.id);
              }}
            >
              <strong>{[place.locality, place.administrative_area].join(", ")}</strong>
              <span className="muted">
                {[place.address_line1, place.address_line2, place.postal_code, place.country]
                  .filter((part) => part && part !== noPostalCode)
                  .join(", ")}
              </span>
              <span className="visually-hidden"> {t("quest.locations.show")}</span>
            </button>
            <Directions place={place} />
          </li>
        ))}
      </ol>
      {shown.length < places.length ? (
        <Button onClick={() => setShowsAll(true)}>{t("quest.locations.showAll", { count: places.length })}</Button>
      ) : null}
    </div>
  );
}

function Directions({ place }: { place: QuestLocation }) {
  const address = directionsAddress(place.coordinates, navigator);
  return (
    <a
      className={`center strong ${styles.directions}`}
      href={address}
      aria-label={t("quest.locations.directionsTo", { place: place.locality })}
      rel="noreferrer"
      // Map apps open over the page.
      target={address.startsWith("https:") ? "_blank" : undefined}
    >
      <Navigation aria-hidden="true" />
      {t("quest.locations.directions")}
    </a>
  );
}

const closeZoom = 9;
/** Number shown at first. */
const fewPlaces = 8;
