import ArrowRight from "lucide-react/icons/arrow-right";
import Maximize from "lucide-react/icons/maximize";
import { type RefObject, useEffect, useMemo, useRef, useState } from "react";
import { Link } from "react-router";
import { t } from "../../../../generated/web-texts/quests-map.ts";
import { listMap } from "../../../contract/limits.ts";
import type { Quest, QuestSpot } from "../../../contract/quests.ts";
import { useQuest } from "../../foundation/api/quests.ts";
import { useCall } from "../../foundation/api/use-call.ts";
import { paths } from "../../foundation/paths.ts";
import { inItsLanguage } from "../../foundation/texts/reader-language.ts";
import { Button } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { MapCanvas } from "../../ui/map/map.tsx";
import { MapCluster, MapHere, MapMarker } from "../../ui/map/map-marker.tsx";
import { MapPopup } from "../../ui/map/map-popup.tsx";
import {
  isSameView,
  type LatLon,
  type MapView,
  measureMap,
  pixelOf,
  viewOf,
  viewOfCluster,
} from "../../ui/map/map-view.ts";
import { spreadPins } from "../../ui/map/spread-pins.ts";
import { useMapLook } from "../../ui/map/use-map-look.ts";
import { lookOfType, questTypeIcons } from "../../ui/quest-type.tsx";
import { Loading, Skeleton } from "../../ui/skeleton.tsx";
import { useMediaQuery, wideScreen } from "../../ui/use-media-query.ts";
import { QuestCard } from "./quest-card.tsx";
import styles from "./quest-popup.module.css";
import { isNarrowed, type QuestSearch } from "./use-home-view.ts";

const firstView: MapView = { center: listMap.center, zoom: listMap.zoom };
const world = "-180,-90,180,90";
/** All quests at one place aren't shown closer than their village. */
const fittedZoomMax = 12;

const countOf = (spots: readonly QuestSpot[]) =>
  spots.reduce((sum, spot) => sum + ("count" in spot ? spot.count : 1), 0);

/** Corners of all that is at these spots. */
const placesOf = (spots: readonly QuestSpot[]): LatLon[] =>
  spots.flatMap((spot): LatLon[] => {
    if (!("box" in spot)) return [spot.coordinates];
    const [west, south, east, north] = spot.box;
    return [
      [south, west],
      [north, east],
    ];
  });

/** The listed quests on a map, with clusters for overlapping markers. */
export function QuestMap({
  search,
  liftedId,
  view: keptView,
  onViewChange,
  openId,
  onOpen,
  here,
  distanceOf,
  statusOf,
}: {
  search: QuestSearch;
  /** The quest whose card is hovered or focused. */
  liftedId?: number | undefined;
  /** Undefined: the default view. */
  view: MapView | undefined;
  onViewChange: (view: MapView) => void;
  /** The quest whose popup is open. */
  openId: number | undefined;
  onOpen: (id: number | undefined) => void;
  /** The user's position, if known. */
  here: LatLon | undefined;
  /** Formatted; undefined if unknown. */
  distanceOf: (quest: Quest) => string | undefined;
  /** The user's status, by quest. */
  statusOf: ReadonlyMap<number, string>;
}) {
  const view = keptView ?? firstView;
  const latestView = useRef(view);
  useEffect(() => {
    latestView.current = view;
  });
  const changeView = (next: MapView) => {
    if (!isSameView(next, latestView.current)) onViewChange(next);
  };
  const [isRestored, setIsRestored] = useState(openId !== undefined);
  const opener = useRef<HTMLButtonElement>(null);
  const { look, see, inSight } = useMapLook();
  const filter = { q: search.q.trim() || undefined, type: search.type, status: search.status };
  const kept = { keepPreviousData: true };
  const seen = useCall(
    "listQuestClusters",
    look && { query: { ...filter, bbox: look.bbox.join(","), zoom: look.zoom } },
    kept,
  );
  const { data: everywhere, isLoading: isSearching } = useCall(
    "listQuestClusters",
    { query: { ...filter, bbox: world, zoom: listMap.zoom } },
    kept,
  );
  const spots = seen.data ?? [];
  const spread = useMemo(
    () =>
      spreadPins(
        (seen.data ?? []).map(({ coordinates }) => coordinates),
        view.zoom,
      ),
    [seen.data, view.zoom],
  );
  const outside = seen.data && everywhere ? countOf(everywhere) - countOf(spots.filter(isInSight)) : 0;

  function isInSight({ coordinates }: QuestSpot): boolean {
    return inSight(coordinates) !== undefined;
  }

  const showAll = (inside: Element | null) => {
    const measured = inside && measureMap(inside);
    if (!measured || !everywhere?.length) return;
    const { size, box } = measured;
    const viewOfAll = (chosen: readonly QuestSpot[]) => viewOf(placesOf(chosen), size, box, fittedZoomMax);
    const whole = viewOfAll(everywhere);
    const isWhole = placesOf(everywhere).every((place) => {
      const [x, y] = pixelOf(place, whole, size);
      return x >= 0 && x <= size.width && y >= 0 && y <= size.height;
    });
    const hidden = everywhere.filter((spot) => !isInSight(spot));
    // A narrow map can't show the whole world: it goes to what it hid.
    changeView(isWhole || hidden.length === 0 ? whole : viewOfAll(hidden));
  };

  const toFit = useSearchToFit(search, keptView === undefined);
  useEffect(() => {
    if (!toFit.current || isSearching || !everywhere || !look) return;
    toFit.current = false;
    onOpen(undefined);
    showAll(document.querySelector("[data-map]"));
  });

  const close = () => {
    onOpen(undefined);
    opener.current?.focus();
  };

  return (
    <MapCanvas
      label={t("quests.map.label")}
      view={view}
      onViewChange={(next, nextBounds) => {
        changeView(next);
        see(nextBounds, next.zoom);
      }}
    >
      {here ? <MapHere anchor={here} label={t("quests.map.here")} /> : null}
      {outside > 0 ? <Outside count={outside} onPress={showAll} /> : null}
      {spots.flatMap((spot, index) => {
        const anchor = inSight(spread[index] ?? spot.coordinates);
        if (!anchor) return [];
        if ("count" in spot) {
          return [
            <MapCluster
              key={`cluster-${anchor}`}
              anchor={anchor}
              count={spot.count}
              label={t("quests.map.cluster", { count: spot.count })}
              onPress={(button) => {
                const next = viewOfCluster(button, spot.box, view.zoom);
                if (next) changeView(next);
              }}
            />,
          ];
        }
        const { id, quest_name: name, quest_type: type } = spot;
        const Icon = questTypeIcons[lookOfType(type)];
        const isOpen = openId === id;
        const pin = (
          <MapMarker
            key={id}
            anchor={anchor}
            label={`${name}, ${t(`app.questType.${type}`)}`}
            type={type}
            isLifted={isOpen || liftedId === id}
            isExpanded={isOpen}
            onPress={(button) => {
              opener.current = button;
              setIsRestored(false);
              onOpen(isOpen ? undefined : id);
            }}
            onReach={() => {
              if (!inSight(anchor)) changeView({ ...view, center: anchor });
            }}
            {...(isOpen && { onEscape: close })}
          >
            <Icon aria-hidden="true" />
          </MapMarker>
        );
        if (!isOpen) return [pin];
        return [
          pin,
          <MapPopup
            key={`popup-${id}`}
            anchor={anchor}
            label={name}
            view={view}
            isRestored={isRestored}
            onPan={changeView}
            onClose={close}
          >
            <QuestPopup id={id} name={name} status={statusOf.get(id)} distanceOf={distanceOf} />
          </MapPopup>,
        ];
      })}
    </MapCanvas>
  );
}

/** What the map was last shown for. */
let shownSearch: QuestSearch | undefined;

/**
 * Whether the map still has to show what a search found: on a phone, if it opens after a new search, or if other words
 * are sought in it. A wide window has the list beside it, so there the map stays where it is.
 */
function useSearchToFit(search: QuestSearch, isUnmoved: boolean): RefObject<boolean> {
  const isWide = useMediaQuery(wideScreen);
  const toFit = useRef(false);
  const isOpen = useRef(false);
  useEffect(() => {
    const before = shownSearch;
    shownSearch = search;
    const isNew = isOpen.current
      ? before?.q !== search.q
      : // Without one before, the page was loaded again, and a moved map stays.
        before
        ? JSON.stringify(before) !== JSON.stringify(search)
        : isUnmoved;
    isOpen.current = true;
    toFit.current = !isWide && isNarrowed(search) && (isNew || toFit.current);
  }, [search, isWide, isUnmoved]);
  return toFit;
}

/** Over the map's lower edge. The map gives each child a place; it keeps its own. */
function Outside({ count, onPress }: { count: number; onPress: (button: HTMLButtonElement) => void }) {
  return (
    <Button
      small
      className={classNames(styles.outside, "pigeon-drag-block", "pigeon-click-block")}
      icon={<Maximize aria-hidden="true" />}
      onClick={(event) => onPress(event.currentTarget)}
    >
      {t("quests.map.outside", { count })}
    </Button>
  );
}

/** The list's card in small, in a marker's popup. Fetches everything but the name. */
function QuestPopup({
  id,
  name,
  status,
  distanceOf,
}: {
  id: number;
  name: string;
  /** The user's status. */
  status: string | undefined;
  distanceOf: (quest: Quest) => string | undefined;
}) {
  const { data: quest, error } = useQuest(id);
  const more = (
    <Link to={paths.quest(id)} className={`center strong ${styles.link}`}>
      {t("quests.map.moreDetail")}
      <span className="visually-hidden"> {t("quests.map.moreDetailAbout", { questName: name })}</span>
      <ArrowRight className="flips" aria-hidden="true" />
    </Link>
  );
  if (!quest) {
    return (
      <div className={`stack start gap-8 ${styles.arriving}`}>
        <h3>{name}</h3>
        {error ? (
          <p role="alert">{t("quests.map.questFailed")}</p>
        ) : (
          <Loading>
            <Skeleton height="9rem" />
          </Loading>
        )}
        {more}
      </div>
    );
  }
  return (
    <div className={styles.popup}>
      <QuestCard quest={quest} status={status} distance={distanceOf(quest)}>
        {quest.quest_description ? (
          <p className={`muted ${styles.description}`} {...inItsLanguage(quest, "quest_description")}>
            {quest.quest_description}
          </p>
        ) : null}
        {more}
      </QuestCard>
    </div>
  );
}
