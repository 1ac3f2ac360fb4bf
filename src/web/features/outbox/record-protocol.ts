import { specificationForm } from "../../../protocol/default-protocol.ts";
import type { Protocol } from "../../../protocol/field.ts";
import { useProtocolVersion, useQuest } from "../../foundation/api/quests.ts";

/** The version of the protocol that a record was measured under; undefined while it loads or if it is missing. */
export function useRecordProtocol(questId: number, version: number): Protocol | undefined {
  const quest = useQuest(version === 0 ? questId : undefined);
  const written = useProtocolVersion(questId, version === 0 ? undefined : version);
  if (version === 0) return specificationForm(quest.data?.quest_type ?? "");
  return written.data;
}
