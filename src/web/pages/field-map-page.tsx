import { useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { useParams } from "react-router";
import { t } from "../../../generated/web-texts/map.ts";
import type { Quest } from "../../contract/quests.ts";
import { useWalkingPosition, type WalkingPosition } from "../capture/fixes/use-walking-position.ts";
import styles from "../features/field-map/field-map.module.css";
import { FieldMap } from "../features/field-map/field-map.tsx";
import { ownPlacesOf, placesOf } from "../features/field-map/field-places.ts";
import { PlaceList } from "../features/field-map/place-list.tsx";
import { TrackPanel } from "../features/field-map/track-panel.tsx";
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
import { BackLink } from "../ui/back-link.tsx";
import { Banner } from "../ui/banner.tsx";
import { Button } from "../ui/button.tsx";
import { PageTitle } from "../ui/live-region.tsx";
import type { LatLon } from "../ui/map/map-view.ts";
import { EmptyState, FailedState } from "../ui/message-state.tsx";
import { Part } from "../ui/part.tsx";
import { formatAccuracy } from "../ui/position-words.tsx";
import { Loading } from "../ui/skeleton.tsx";

/** Where to go in the field: the quest's places on the map that is on this phone. */
export function FieldMapPage() {
  const questId = parseId(useParams().id);
  const { status, username } = useAuth();
  const isKnown = status !== "unknown";
  const { quest, record, error, isMissing, reload } = useAdventurerQuest(username, isKnown ? questId : undefined);
  const title = quest ? t("map.titleOf", { questName: quest.quest_name }) : t("map.title");
  return (
    <div className={`stack gap-16 ${styles.page}`}>
      <PageTitle>{title}</PageTitle>
      {questId === undefined ? null : <BackLink to={paths.quest(questId)}>{t("map.back")}</BackLink>}
      <h1 className="text-22">{title}</h1>
      {quest && record !== undefined ? (
        <Screen
          key={quest.id}
          quest={quest}
          account={record ? username : undefined}
          stationCount={record?.station_count ?? 0}
        />
      ) : questId === undefined || isMissing ? (
        <EmptyState>{t("map.notFound")}</EmptyState>
      ) : error === undefined ? (
        <Loading height="60dvh" />
      ) : (
        <FailedState message={t("map.failed")} onRetry={() => void reload()}>
          {hasNoAnswer(error) ? t("map.notSaved") : sentenceOf(error)}
        </FailedState>
      )}
    </div>
  );
}

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
  return (
    <div className={`stack gap-12 shrinks ${styles.screen}`}>
      {map === undefined ? (
        <Loading height="56dvh" />
      ) : (
        <Part>
          <FieldMap
            places={places}
            chosenId={chosenId}
            onChoose={setChosenId}
            here={fix}
            own={own}
            track={of ? track.fixes : []}
            map={map ?? undefined}
          />
        </Part>
      )}
      <div className="stack gap-12 shrinks">
        {chosen ? (
          <Part of={chosen}>
            <WalkPanel place={chosen} questId={quest.id} here={fix} onStop={() => setChosenId(undefined)} />
          </Part>
        ) : null}
        <PositionNote position={position} />
        <Part>
          <PlaceList places={places} chosenId={chosenId} here={fix} onChoose={setChosenId} />
        </Part>
        {of ? (
          <>
            <p className="muted">{t("map.own", { count: own.length })}</p>
            <Part>
              <TrackPanel of={of} track={track} />
            </Part>
            <Part>
              <TakeAlongPanel username={of.account} questId={of.questId} />
            </Part>
          </>
        ) : null}
      </div>
    </div>
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
