import { useEffect, useMemo } from "react";
import type { DataPointSummary } from "../../../contract/data-points.ts";
import type { Quest } from "../../../contract/quests.ts";
import { specificationForm } from "../../../protocol/default-protocol.ts";
import { asProtocol } from "../../../protocol/written-protocol.ts";
import type { OwnDataPoint } from "../../api/data-points.ts";
import { useProtocolVersion } from "../../api/quests.ts";
import { Banner } from "../../components/banner.tsx";
import { Button } from "../../components/button.tsx";
import { FailedState } from "../../components/message-state.tsx";
import { Loading, Skeleton } from "../../components/skeleton.tsx";
import { isBegun, type PointRecord } from "../../outbox/record.ts";
import { t } from "../../texts/field.ts";
import { ownPlacesOf } from "./spacing.ts";
import { UploadForm } from "./upload-form.tsx";
import { usePointDraft } from "./use-point-draft.ts";

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
  const inHand = usePointDraft(username, { id: quest.id, name: quest.quest_name, newestVersion: newest }, wanted);
  const { draft, change } = inHand;
  const begunVersion = draft && isBegun(draft.point) ? draft.point.protocolVersion : undefined;
  const version = begunVersion ?? newest;
  useEffect(() => {
    if (draft && begunVersion === undefined && draft.point.protocolVersion !== newest) {
      change((point) => ({ ...point, protocolVersion: newest }), "some-time");
    }
  }, [draft, begunVersion, newest, change]);
  const isOlder = version !== newest;
  const older = useProtocolVersion(quest.id, isOlder && version > 0 ? version : undefined);
  const written = isOlder ? older.data : quest.protocol;
  const protocol = useMemo(
    () => (version === 0 ? specificationForm(quest.quest_type) : written ? asProtocol(written) : undefined),
    [version, written, quest.quest_type],
  );
  const ownPlaces = useMemo(() => ownPlacesOf(ownPoints, waiting, summary), [ownPoints, waiting, summary]);
  const near = useMemo(() => {
    const [latitude, longitude] = quest.locations[0]?.coordinates ?? [];
    return latitude === undefined || longitude === undefined ? undefined : { latitude, longitude };
  }, [quest.locations]);

  const takeNewest = () => change((point) => ({ ...point, protocolVersion: newest }), "soon");
  const takeButton = <Button onClick={takeNewest}>{t("field.version.takeNew")}</Button>;

  return (
    <>
      {isOlder && protocol && draft ? (
        <Banner tone="info" action={takeButton}>
          {t("field.version.older")}
        </Banner>
      ) : null}
      {protocol && draft ? (
        <UploadForm
          inHand={inHand}
          draft={draft}
          protocol={protocol}
          protocolVersion={version}
          ownPlaces={ownPlaces}
          near={near}
        />
      ) : older.error === undefined ? (
        <Loading label={t("app.loading")}>
          <Skeleton height="100dvh" radius="10px" />
        </Loading>
      ) : (
        <>
          <FailedState message={t("field.version.failed")} onRetry={() => void older.mutate()} />
          {takeButton}
        </>
      )}
    </>
  );
}
