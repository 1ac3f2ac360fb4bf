import ChevronDown from "lucide-react/icons/chevron-down";
import ChevronLeft from "lucide-react/icons/chevron-left";
import ChevronUp from "lucide-react/icons/chevron-up";
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { Link, useLocation, useNavigate, useParams } from "react-router";
import { t } from "../../../generated/web-texts/map.ts";
import type { Quest } from "../../contract/quests.ts";
import { useWalkingPosition, type WalkingPosition } from "../capture/fixes/use-walking-position.ts";
import styles from "../features/field-map/field-map.module.css";
import { FieldMap } from "../features/field-map/field-map.tsx";
import { ownPlacesOf, placesOf } from "../features/field-map/field-places.ts";
import { PlaceList } from "../features/field-map/place-list.tsx";
import { TrackNote, TrackPanel } from "../features/field-map/track-panel.tsx";
import { currentTrack, onTrack, openTrack } from "../features/field-map/track-recorder.ts";
import { useKeptMap } from "../features/field-map/use-kept-map.ts";
import { WalkPanel } from "../features/field-map/walk-panel.tsx";
import { useStations } from "../features/stations/use-stations.ts";
import { hasNoAnswer, sentenceOf } from "../foundation/api/api-error.ts";
import { parseId, useAdventurerQuest } from "../foundation/api/quests.ts";
import { useCall } from "../foundation/api/use-call.ts";
import { useAuth } from "../foundation/auth/auth-context.ts";
import { paths } from "../foundation/paths.ts";
import { TakeAlongPanel } from "../offline/take-along-panel.tsx";
import { useOutbox } from "../outbox/use-outbox.ts";
import { Banner } from "../ui/banner.tsx";
import { Button } from "../ui/button.tsx";
import { PageTitle } from "../ui/live-region.tsx";
import type { LatLon } from "../ui/map/map-view.ts";
import { EmptyState, FailedState } from "../ui/message-state.tsx";
import { Part } from "../ui/part.tsx";
import { formatAccuracy } from "../ui/position-words.tsx";
import { Loading } from "../ui/skeleton.tsx";
import { useMediaQuery } from "../ui/use-media-query.ts";

/** Where to go in the field: the quest's places on the map that is on this phone. */
export function FieldMapPage() {
  const questId = parseId(useParams().id);
  const { status, username } = useAuth();
  const isKnown = status !== "unknown";
  const { quest, record, error, isMissing, reload } = useAdventurerQuest(username, isKnown ? questId : undefined);
  const title = quest ? t("map.titleOf", { questName: quest.quest_name }) : t("map.title");
  return (
    <div className={styles.page}>
      <PageTitle>{title}</PageTitle>
      <header className={`row center card ${styles.head}`}>
        <BackWhereOneWas to={questId === undefined ? paths.home : paths.quest(questId)} />
        <h1 className="text-16">{title}</h1>
      </header>
      {quest && record !== undefined ? (
        <Screen
          key={quest.id}
          quest={quest}
          account={record ? username : undefined}
          stationCount={record?.station_count ?? 0}
        />
      ) : questId === undefined || isMissing ? (
        <div className={styles.state}>
          <EmptyState>{t("map.notFound")}</EmptyState>
        </div>
      ) : error === undefined ? (
        <Loading height="100%" className={styles.map} />
      ) : (
        <div className={styles.state}>
          <FailedState message={t("map.failed")} onRetry={() => void reload()}>
            {hasNoAnswer(error) ? t("map.notSaved") : sentenceOf(error)}
          </FailedState>
        </div>
      )}
    </div>
  );
}

/** To the page of the app that led here, the quest or its form; from elsewhere, to the quest. */
function BackWhereOneWas({ to }: { to: string }) {
  const { key } = useLocation();
  const navigate = useNavigate();
  return (
    <Link
      to={to}
      className={`middle ${styles.back}`}
      aria-label={t("map.back")}
      onClick={(event) => {
        if (key === "default" || event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        void navigate(-1);
      }}
    >
      <ChevronLeft aria-hidden="true" />
    </Link>
  );
}

/** As in the style sheet: the list is beside the map, and always open. */
const besideMap = "(min-width: 60rem), (min-width: 40rem) and (max-height: 30rem)";

const ignore = () => {};

function Screen({
  quest,
  account,
  stationCount,
}: {
  quest: Quest;
  /** Undefined unless they have joined the quest. */
  account: string | undefined;
  stationCount: number;
}) {
  const position = useWalkingPosition(ignore, 0);
  const own = useOwnPlaces(account, quest.id);
  const { stations } = useStations(stationCount > 0 ? account : undefined, quest.id, undefined);
  const places = useMemo(() => placesOf(quest, stations ?? [], own), [quest, stations, own]);
  const [chosenId, setChosenId] = useState<number>();
  const map = useKeptMap(account, quest.id);
  const track = useSyncExternalStore(onTrack, currentTrack);
  const of = useMemo(() => (account === undefined ? undefined : { account, questId: quest.id }), [account, quest.id]);
  useEffect(() => {
    if (of) void openTrack(of);
  }, [of]);
  const chosen = places.find(({ id }) => id === chosenId);
  const { fix } = position;
  const isBeside = useMediaQuery(besideMap);
  const [isPulledUp, setIsPulledUp] = useState(false);
  const isOpen = isBeside || isPulledUp;
  const sheet = useRef<HTMLHeadingElement>(null);
  const choose = (id: number | undefined) => {
    setChosenId(id);
    setIsPulledUp(false);
  };
  const head = (
    <>
      <span>{t("map.places")}</span>
      <span className={`muted ${styles.sheetCount}`}>
        {t("map.places.due", { count: places.filter(({ due }) => due).length })}
      </span>
    </>
  );
  return (
    <>
      {map === undefined ? (
        <Loading height="100%" className={styles.map} />
      ) : (
        <Part>
          <FieldMap
            places={places}
            chosenId={chosenId}
            onChoose={choose}
            here={fix}
            own={own}
            track={of ? track.fixes : []}
            map={map ?? undefined}
          />
        </Part>
      )}
      <section className={`stack ${styles.sheet}`} aria-labelledby="field-places">
        <h2 id="field-places" ref={sheet} tabIndex={-1}>
          {isBeside ? (
            <span className="row center gap-8">{head}</span>
          ) : (
            <button
              type="button"
              className={`row center gap-8 ${styles.opener}`}
              aria-expanded={isPulledUp}
              onClick={() => setIsPulledUp(!isPulledUp)}
            >
              {head}
              {isPulledUp ? <ChevronDown aria-hidden="true" /> : <ChevronUp aria-hidden="true" />}
            </button>
          )}
        </h2>
        <div className={`stack gap-12 ${styles.sheetBody}`}>
          {chosen ? (
            <Part of={chosen}>
              <WalkPanel
                key={chosen.id}
                place={chosen}
                questId={quest.id}
                here={fix}
                onStop={() => {
                  choose(undefined);
                  sheet.current?.focus();
                }}
              />
            </Part>
          ) : null}
          <PositionNote position={position} />
          {chosen && !isOpen ? null : (
            <Part>
              <PlaceList places={places} chosenId={chosenId} here={fix} onChoose={choose} isBrief={!isOpen} />
            </Part>
          )}
          {!of ? null : isOpen ? (
            <>
              <p className="muted">{t("map.own", { count: own.length })}</p>
              <Part>
                <TrackPanel of={of} track={track} />
              </Part>
              <Part>
                <TakeAlongPanel username={of.account} questId={of.questId} />
              </Part>
            </>
          ) : (
            <TrackNote track={track} />
          )}
        </div>
      </section>
    </>
  );
}

function PositionNote({ position: { status, fix, tryAgain } }: { position: WalkingPosition }) {
  if (fix) return <p>{t("map.position", { accuracy: formatAccuracy(fix.accuracyMeters) })}</p>;
  if (status === "searching" || status === "found") return <p role="status">{t("map.position.searching")}</p>;
  const again = status === "unavailable" ? undefined : <Button onClick={tryAgain}>{t("app.tryAgain")}</Button>;
  return (
    <Banner tone="warning" action={again}>
      {t(`map.position.${status}`)}
    </Banner>
  );
}

/** The volunteer's data points, with those that are only on this phone. */
function useOwnPlaces(account: string | undefined, questId: number): readonly LatLon[] {
  const params = { username: account ?? "", id: questId };
  const { data: summary } = useCall("summarizeDataPoints", account === undefined ? undefined : { params });
  const { records } = useOutbox(account);
  return useMemo(() => ownPlacesOf(summary?.places ?? [], records, questId), [summary, records, questId]);
}
