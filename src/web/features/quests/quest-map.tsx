import ArrowRight from "lucide-react/icons/arrow-right";
import Clock from "lucide-react/icons/clock";
import { useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { t as questsText } from "../../../../generated/web-texts/quests.ts";
import { t } from "../../../../generated/web-texts/quests-map.ts";
import type { QuestType } from "../../../contract/enums.ts";
import { listMap } from "../../../contract/limits.ts";
import { useQuest } from "../../foundation/api/quests.ts";
import { useCall } from "../../foundation/api/use-call.ts";
import { paths } from "../../foundation/paths.ts";
import { inItsLanguage } from "../../foundation/texts/reader-language.ts";
import { formatDate } from "../../ui/dates.ts";
import { MapCanvas } from "../../ui/map/map.tsx";
import { MapCluster, MapHere, MapMarker } from "../../ui/map/map-marker.tsx";
import { MapPopup } from "../../ui/map/map-popup.tsx";
import { type LatLon, type MapView, viewOfCluster } from "../../ui/map/map-view.ts";
import { useMapLook } from "../../ui/map/use-map-look.ts";
import { lookOfType, QuestTypePill, questTypeIcons } from "../../ui/quest-type.tsx";
import { Loading, Skeleton } from "../../ui/skeleton.tsx";
import { ClosedPill, closedWords } from "./quest-availability.tsx";
import { QuestPicture } from "./quest-picture.tsx";
import styles from "./quest-popup.module.css";
import type { QuestSearch } from "./use-home-view.ts";

const firstView: MapView = { center: listMap.center, zoom: listMap.zoom };

/** The listed quests on a map, with clusters for overlapping markers. */
export function QuestMap({
  search,
  liftedId,
  view: keptView,
  onViewChange,
  openId,
  onOpen,
  here,
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
  const { type, status } = search;
  const { data: spots = [] } = useCall(
    "listQuestClusters",
    look && { query: { q: search.q.trim() || undefined, type, status, bbox: look.bbox.join(","), zoom: look.zoom } },
    { keepPreviousData: true },
  );

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
      {spots.flatMap((spot) => {
        const anchor = inSight(spot.coordinates);
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
            <QuestPopup id={id} name={name} type={type} status={statusOf.get(id)} />
          </MapPopup>,
        ];
      })}
    </MapCanvas>
  );
}

/** Tolerates the map's rounding. */
const samePlaceDegrees = 1e-7;

function isSameView(one: MapView, other: MapView): boolean {
  return (
    Math.abs(one.zoom - other.zoom) < 1e-6 &&
    Math.abs(one.center[0] - other.center[0]) < samePlaceDegrees &&
    Math.abs(one.center[1] - other.center[1]) < samePlaceDegrees
  );
}

/** A small card in a marker's popup. Fetches everything but the name and type. */
function QuestPopup({
  id,
  name,
  type,
  status,
}: {
  id: number;
  name: string;
  type: QuestType;
  /** The user's status. */
  status: string | undefined;
}) {
  const { data: quest, error } = useQuest(id);
  const closed = quest && status !== "completed" ? closedWords(quest, status !== undefined) : undefined;
  return (
    <div>
      <div className={styles.picture}>
        <QuestPicture
          quest={quest ?? { id, quest_image: null, quest_type: type }}
          drawing={{ width: 288, height: 88 }}
        />
      </div>
      <div className={`stack start gap-8 ${styles.body}`}>
        <div className={`cluster gap-4 ${styles.pills}`}>
          <QuestTypePill type={type} />
          {closed ? <ClosedPill>{closed}</ClosedPill> : null}
        </div>
        <h3 {...(quest && inItsLanguage(quest))}>{quest?.quest_name ?? name}</h3>
        {quest ? (
          <>
            {quest.quest_description ? (
              <p className={`muted ${styles.description}`} {...inItsLanguage(quest, "quest_description")}>
                {quest.quest_description}
              </p>
            ) : null}
            <p className={`row center muted ${styles.deadline}`}>
              <Clock aria-hidden="true" />
              {t("quests.map.deadline", {
                day: quest.quest_deadline ? formatDate(quest.quest_deadline) : questsText("quests.card.noDeadline"),
              })}
            </p>
          </>
        ) : error ? (
          <p role="alert">{t("quests.map.questFailed")}</p>
        ) : (
          <Loading>
            <Skeleton width="90%" />
            <Skeleton width="60%" />
          </Loading>
        )}
        <Link to={paths.quest(id)} className={`center strong ${styles.link}`}>
          {t("quests.map.moreDetail")}
          <span className="visually-hidden"> {t("quests.map.moreDetailAbout", { questName: name })}</span>
          <ArrowRight aria-hidden="true" />
        </Link>
      </div>
    </div>
  );
}
