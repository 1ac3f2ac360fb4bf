import type { Quest } from "../../../contract/quests.ts";
import { specificationForm } from "../../../protocol/default-protocol.ts";
import type { Protocol } from "../../../protocol/field.ts";
import { useProtocolVersion } from "./quests.ts";

/** The version of the protocol that a data point was measured under. */
export function usePointProtocol(
  quest: Quest,
  version: number | null,
): { protocol: Protocol | undefined; hasFailed: boolean; reload: () => void } {
  const isOther = version !== null && version !== quest.protocol?.version;
  const other = useProtocolVersion(quest.id, isOther ? version : undefined);
  const reload = () => void other.mutate();
  if (version === null) return { protocol: specificationForm(quest.quest_type), hasFailed: false, reload };
  const written = isOther ? other.data : quest.protocol;
  return { protocol: written ? written : undefined, hasFailed: other.error !== undefined, reload };
}
