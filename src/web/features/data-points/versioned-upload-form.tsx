import { useEffect, useMemo } from "react";
import type { DataPointSummary } from "../../../contract/data-points.ts";
import type { Quest } from "../../../contract/quests.ts";
import { specificationForm } from "../../../protocol/default-protocol.ts";
import type { OwnDataPoint } from "../../api/data-points.ts";
import { useProtocolVersion } from "../../api/quests.ts";
import { Banner } from "../../components/banner.tsx";
import { Button } from "../../components/button.tsx";
import { FailedState } from "../../components/message-state.tsx";
import { Loading } from "../../components/skeleton.tsx";
import { useMeasurement, useMeasurementState } from "../../measuring/use-measurement.ts";
import { isBegun, type PointRecord } from "../../outbox/record.ts";
import { t } from "../../texts/field.ts";
import { pointDrafts } from "./point-drafts.ts";
import { ownPlacesOf } from "./spacing.ts";
import { UploadForm } from "./upload-form.tsx";

const none: readonly never[] = [];

/**
 * The form of a quest's newest protocol. Whoever has begun a data point goes on with the version that they began with, until
 * it is saved or they take the new one.
 */
export function VersionedUploadForm({
  quest,
  username,
  ownPoints = none,
  summary,
  waiting = none,
  wanted,
}: {
  quest: Quest;
  username: string;
  /** The newest of them. */
  ownPoints?: readonly OwnDataPoint[] | undefined;
  /** Of all of them. */
  summary?: DataPointSummary | undefined;
  /** Those of the quest that have not arrived. */
  waiting?: readonly PointRecord[] | undefined;
  /** The record that is to be changed; without it, the draft that this tab finds. */
  wanted?: string | undefined;
}) {
  const newest = quest.protocol_version ?? 0;
  const { id, quest_name: name } = quest;
  const measurement = useMeasurement(
    useMemo(() => pointDrafts(username, { id, name }, wanted), [username, id, name, wanted]),
  );
  const state = useMeasurementState(measurement);
  const point = state.status === "ready" ? state.point : undefined;
  const begunVersion = point && isBegun(point) ? point.protocolVersion : undefined;
  const version = begunVersion ?? newest;
  useEffect(() => {
    if (point && begunVersion === undefined && point.protocolVersion !== newest) {
      measurement.change((empty) => ({ ...empty, protocolVersion: newest }), "some-time");
    }
  }, [point, begunVersion, newest, measurement]);
  const isOlder = version !== newest;
  const older = useProtocolVersion(quest.id, isOlder && version > 0 ? version : undefined);
  const written = isOlder ? older.data : quest.protocol;
  const protocol = useMemo(
    () => (version === 0 ? specificationForm(quest.quest_type) : written ? written : undefined),
    [version, written, quest.quest_type],
  );
  const ownPlaces = useMemo(() => ownPlacesOf(ownPoints, waiting, summary), [ownPoints, waiting, summary]);
  const near = useMemo(() => {
    const [latitude, longitude] = quest.locations[0]?.coordinates ?? [];
    return latitude === undefined || longitude === undefined ? undefined : { latitude, longitude };
  }, [quest.locations]);

  const takeNewest = () => measurement.change((begun) => ({ ...begun, protocolVersion: newest }));
  const takeButton = <Button onClick={takeNewest}>{t("field.version.takeNew")}</Button>;

  return (
    <>
      {isOlder && protocol && point ? (
        <Banner tone="info" action={takeButton}>
          {t("field.version.older")}
        </Banner>
      ) : null}
      {protocol && point ? (
        <UploadForm
          measurement={measurement}
          protocol={protocol}
          protocolVersion={version}
          ownPlaces={ownPlaces}
          near={near}
        />
      ) : older.error === undefined ? (
        <Loading height="100dvh" />
      ) : (
        <>
          <FailedState message={t("field.version.failed")} onRetry={() => void older.mutate()} />
          {takeButton}
        </>
      )}
    </>
  );
}
