import { useMemo } from "react";
import { t } from "../../../../generated/web-texts/contributions.ts";
import type { OwnPlace } from "../../../contract/contributions.ts";
import type { SampleState } from "../../../contract/enums.ts";
import { hasNoAnswer } from "../../foundation/api/api-error.ts";
import { useCall } from "../../foundation/api/use-call.ts";
import { paths } from "../../foundation/paths.ts";
import { inItsLanguage } from "../../foundation/texts/reader-language.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { PlacesMapWhenNear } from "../../ui/map/map-when-near.tsx";
import type { MapPlace } from "../../ui/map/places-map.tsx";
import { EmptyState, FailedState } from "../../ui/message-state.tsx";
import { questTypeIcons } from "../../ui/quest-type.tsx";
import { ReviewState } from "../../ui/review-state.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import styles from "./own-places-map.module.css";

type Shown = MapPlace & OwnPlace;

/** The volunteer's data points of all quests, or those in one state. */
export function OwnPlacesMap({ username, state }: { username: string; state: SampleState | undefined }) {
  const { data, error, mutate } = useCall("listOwnPlaces", { params: { username } });
  const places = useMemo(
    () =>
      data
        ?.filter((place) => state === undefined || place.state === state)
        .map((place): Shown => ({ ...place, key: place.id, label: place.quest_name, type: place.quest_type })),
    [data, state],
  );
  if (places?.length === 0) return <EmptyState>{t("contributions.map.none")}</EmptyState>;
  if (!places) {
    return error === undefined ? (
      <Skeleton height="26rem" radius="10px" />
    ) : (
      <FailedState
        message={t(hasNoAnswer(error) ? "contributions.map.offline" : "contributions.map.failed")}
        onRetry={() => void mutate()}
      />
    );
  }
  return (
    <PlacesMapWhenNear
      label={t("contributions.map")}
      clusterLabel={(count) => t("contributions.map.cluster", { count })}
      places={places}
      className={styles.map}
      markOf={({ quest_type: type }) => {
        const TypeIcon = questTypeIcons[type];
        return <TypeIcon aria-hidden="true" />;
      }}
      popupOf={(place) => (
        <div className={`stack start gap-8 breaks ${styles.popup}`}>
          <strong {...inItsLanguage(place)}>{place.quest_name}</strong>
          <ReviewState state={place.state} />
          <ButtonLink to={paths.contribution(place.id)}>{t("contributions.map.open")}</ButtonLink>
        </div>
      )}
    />
  );
}
