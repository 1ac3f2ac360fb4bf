import { useRef, useState } from "react";
import { t } from "../../../../generated/web-texts/results.ts";
import type { PointSpot, QuestResults } from "../../../contract/results.ts";
import { useCall } from "../../foundation/api/use-call.ts";
import { asFigures } from "../../foundation/texts/area-texts.ts";
import { MapCluster, MapMarker } from "../../ui/map/map-marker.tsx";
import { MapPopup } from "../../ui/map/map-popup.tsx";
import {
  type LatLon,
  type MapSize,
  type MapView,
  maxZoom,
  pixelOf,
  viewOfArea,
  viewOfCluster,
} from "../../ui/map/map-view.ts";
import { MapWhenNear } from "../../ui/map/map-when-near.tsx";
import { useMapLook } from "../../ui/map/use-map-look.ts";
import { formatNumber } from "../../ui/numbers.ts";
import { Loading, Skeleton } from "../../ui/skeleton.tsx";
import { Thumbnail } from "../../ui/thumbnail.tsx";
import { photosOf, photoWords, WhoAndWhen } from "./public-point-words.tsx";
import styles from "./results.module.css";

/** Near enough for all sizes of the map: it has about this height, and phones are narrower. */
const mapHeightPx = 400;
/** Markers that are closer would overlap. */
const overlapPx = 52;

type Box = NonNullable<QuestResults["box"]>;

/** Where a quest's public data points were measured, all in view at first. */
export function PointsMap({
  questId,
  box,
  className,
  hasPhotos = true,
  closestZoom = 13,
}: {
  questId: number;
  box: Box;
  /** Sets its size. */
  className: string | undefined;
  /** Whether the data points of a spot are shown with photos, which may come from another origin. */
  hasPhotos?: boolean;
  /** The closest zoom of the first view. */
  closestZoom?: number;
}) {
  const [view, setView] = useState(() => viewOfBox(box, closestZoom));
  const [open, setOpen] = useState<PointSpot>();
  const opener = useRef<HTMLButtonElement>(null);
  const { look, see, inSight } = useMapLook();
  const { data: spots = [] } = useCall(
    "listPublicPointClusters",
    look && { params: { id: questId }, query: { bbox: look.bbox.join(","), zoom: look.zoom } },
    { keepPreviousData: true },
  );
  const toggle = (spot: PointSpot) => (button: HTMLButtonElement) => {
    opener.current = button;
    setOpen(open && isSame(open, spot) ? undefined : spot);
  };
  const close = () => {
    setOpen(undefined);
    opener.current?.focus();
  };
  const openAt = open && inSight(open.coordinates);
  return (
    <MapWhenNear
      label={t("results.map.where")}
      view={view}
      onViewChange={(next, bounds) => {
        setView(next);
        see(bounds, next.zoom);
      }}
      className={className}
    >
      {spots.map((spot) => {
        const anchor = inSight(spot.coordinates);
        if (!anchor) return null;
        const key = `${spot.coordinates}`;
        if (spot.count > 1) {
          return (
            <MapCluster
              key={key}
              anchor={anchor}
              count={spot.count}
              label={t("results.map.here", { count: spot.count })}
              onPress={(button) => {
                const closer = isOnePlace(spot, view.zoom) ? undefined : viewOfCluster(button, spot.box, view.zoom);
                if (closer) setView(closer);
                else toggle(spot)(button);
              }}
            />
          );
        }
        const isOpen = open !== undefined && isSame(open, spot);
        return (
          <MapMarker
            key={key}
            anchor={anchor}
            label={t("results.map.point", { position: positionWords(spot.coordinates) })}
            isLifted={isOpen}
            isExpanded={isOpen}
            onPress={toggle(spot)}
            {...(isOpen && { onEscape: close })}
          />
        );
      })}
      {open && openAt ? (
        <MapPopup
          key={`popup ${open.coordinates}`}
          anchor={openAt}
          label={t("results.map.here", { count: open.count })}
          view={view}
          onPan={setView}
          onClose={close}
        >
          <PointsHere questId={questId} spot={open} hasPhotos={hasPhotos} />
        </MapPopup>
      ) : null}
    </MapWhenNear>
  );
}

const isSame = (one: PointSpot, other: PointSpot) => one.box.join() === other.box.join();

const positionWords = (position: LatLon) =>
  asFigures(position.map((degrees) => formatNumber(degrees, 5, { atMost: true })).join(" / "));

/** No zoom would separate its data points: rounded positions are often the same. */
function isOnePlace({ box: [west, south, east, north] }: PointSpot, zoom: number): boolean {
  if (Math.round(zoom) >= maxZoom) return true;
  const closest = { center: [north, west] as LatLon, zoom: maxZoom };
  const [x, y] = pixelOf([south, east], closest, { width: 0, height: 0 });
  return Math.max(Math.abs(x), y) < overlapPx;
}

function viewOfBox(box: Box, closestZoom: number): MapView {
  const size: MapSize = { width: Math.min(900, window.innerWidth - 32), height: mapHeightPx };
  return viewOfArea(box, size, { left: 0, top: 0, right: size.width, bottom: size.height }, closestZoom);
}

const shownMax = 10;

/** The data points of a spot of the map: who measured them, when, with a photo. */
function PointsHere({
  questId,
  spot: { box, count },
  hasPhotos,
}: {
  questId: number;
  spot: PointSpot;
  hasPhotos: boolean;
}) {
  const { data: points, error } = useCall("listPublicPoints", {
    params: { id: questId },
    query: { bbox: box.join(","), limit: shownMax },
  });
  return (
    <div className={`stack gap-8 ${styles.here}`}>
      <h3 className="text-16">{t("results.map.here", { count })}</h3>
      {points ? (
        <ul className="stack gap-8">
          {points.map((point) => {
            const [photo] = hasPhotos ? photosOf(point) : [];
            return (
              <li key={point.id} className="row center gap-12">
                {photo ? (
                  <a href={photo.address} aria-label={photoWords(point)}>
                    <Thumbnail src={photo.thumbnail} className={`middle muted ${styles.hereImage}`} />
                  </a>
                ) : null}
                <span>
                  <WhoAndWhen of={point} />
                </span>
              </li>
            );
          })}
        </ul>
      ) : error ? (
        <p role="alert">{t("results.newest.failed")}</p>
      ) : (
        <Loading>
          <Skeleton width="90%" />
          <Skeleton width="60%" />
        </Loading>
      )}
      {points && points.length < count ? (
        <p className="muted">{t("results.map.newestHere", { count: points.length })}</p>
      ) : null}
    </div>
  );
}
