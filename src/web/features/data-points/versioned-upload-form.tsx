import { useEffect, useMemo } from "react";
import type { DataPointSummary } from "../../../contract/data-points.ts";
import type { Quest } from "../../../contract/quests.ts";
import type { DraftSource } from "../../capture/measuring/measurement-state.ts";
import { useMeasurement, useMeasurementState } from "../../capture/measuring/use-measurement.ts";
import type { OwnDataPoint } from "../../foundation/api/data-points.ts";
import { usePointProtocol } from "../../foundation/api/point-protocol.ts";
import { lazily } from "../../foundation/texts/lazily.ts";
import { holdDraft, letDraftGo } from "../../outbox/draft-locks.ts";
import { newDraft } from "../../outbox/new-records.ts";
import { findRecord, listRecords, reopen } from "../../outbox/outbox.ts";
import { isBegun, type PointRecord } from "../../outbox/record.ts";
import { findUnwritten } from "../../outbox/unsaved-edits.ts";
import { Loading } from "../../ui/skeleton.tsx";
import { WhenFetched } from "../../ui/when-fetched.tsx";
import type { SoFar } from "./collected.ts";
import { ownPlacesOf } from "./spacing.ts";
import { UploadForm } from "./upload-form.tsx";

const FormVersion = lazily("FormVersion", () => import("./form-version.tsx"));

const none: readonly never[] = [];

/** The form of a quest's newest protocol. A started draft keeps its version, until the volunteer takes the new one. */
export function VersionedUploadForm({
  quest,
  username,
  ownPoints = none,
  summary,
  waiting = none,
  wanted,
  hasStations,
  collected,
  accuracyPlace,
}: {
  quest: Quest;
  username: string;
  /** The newest ones. */
  ownPoints?: readonly OwnDataPoint[] | undefined;
  summary?: DataPointSummary | undefined;
  /** Those on this phone that the list lacks. */
  waiting?: readonly PointRecord[] | undefined;
  /** The record to edit; undefined: this tab's draft. */
  wanted?: string | undefined;
  /** Whether the quest has any to measure at. */
  hasStations?: boolean | undefined;
  collected?: SoFar | undefined;
  /** Where the page says how accurate the position is. */
  accuracyPlace?: Element | null | undefined;
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
  const { protocol, hasFailed, reload } = usePointProtocol(quest, version === 0 ? null : version);
  useEffect(() => {
    if (!protocol) return;
    void import("../../offline/keep-form.ts")
      .then(({ keepForm }) => keepForm(username, id, protocol, begunVersion))
      .catch((error: unknown) => console.warn(error));
  }, [protocol, begunVersion, username, id]);
  const ownPlaces = useMemo(() => ownPlacesOf(ownPoints, waiting, summary), [ownPoints, waiting, summary]);
  const near = useMemo(() => {
    const [latitude, longitude] = quest.locations[0]?.coordinates ?? [];
    return latitude === undefined || longitude === undefined ? undefined : { latitude, longitude };
  }, [quest.locations]);

  const hasVersions = version !== newest || point?.left !== undefined;
  return (
    <>
      {point && hasVersions ? (
        <WhenFetched>
          <FormVersion
            measurement={measurement}
            quest={quest}
            version={version}
            protocol={protocol}
            hasFailed={hasFailed}
            reload={reload}
          />
        </WhenFetched>
      ) : null}
      {protocol && point ? (
        <UploadForm
          measurement={measurement}
          protocol={protocol}
          protocolVersion={version}
          ownPoints={ownPoints}
          waiting={waiting}
          ownPlaces={ownPlaces}
          near={near}
          hasStations={hasStations}
          collected={collected}
          isOfTree={quest.quest_type === "TREES"}
          accuracyPlace={accuracyPlace}
        />
      ) : !hasFailed ? (
        <Loading height="100dvh" />
      ) : null}
    </>
  );
}

/** The draft to continue: the `wanted` record, the newest draft that no other tab has, or a new one. */
function pointDrafts(
  account: string,
  quest: { id: number; name: string },
  wanted: string | undefined,
): DraftSource<PointRecord> {
  return {
    highAccuracy: false,
    // The form sets the version.
    begin: () => newDraft(account, quest, 0),
    find: async () =>
      (wanted === undefined ? undefined : await takeWanted(account, wanted)) ?? (await takeNewest(account, quest.id)),
  };
}

/** A waiting or rejected record becomes a draft again. */
async function takeWanted(account: string, localId: string): Promise<PointRecord | undefined> {
  const record = await findRecord(localId);
  if (record?.kind !== "point" || record.account !== account || record.state === "delivered") return undefined;
  if (!(await holdDraft(localId))) return undefined;
  if (record.state === "draft") return record;
  const draft = await reopen(localId).catch(() => undefined);
  return draft?.kind === "point" ? draft : undefined;
}

async function takeNewest(account: string, questId: number): Promise<PointRecord | undefined> {
  for (const { localId } of await listDrafts(account, questId)) {
    if (!(await holdDraft(localId))) continue;
    // Another tab may have saved or discarded it in the meantime.
    const held = (await listDrafts(account, questId)).find((draft) => draft.localId === localId);
    if (held) return held;
    letDraftGo(localId);
  }
  return undefined;
}

/** Newest first, with those that are not in the database yet. */
async function listDrafts(account: string, questId: number): Promise<PointRecord[]> {
  const records = await listRecords(account);
  return [...records, ...findUnwritten(account, records)]
    .filter(
      (record): record is PointRecord =>
        record.kind === "point" && record.state === "draft" && record.questId === questId,
    )
    .sort((one, other) => other.createdAtMs - one.createdAtMs);
}
