import { useMemo, useState } from "react";
import type { Place } from "../../../protocol/distance.ts";
import { useCall } from "../../foundation/api/use-call.ts";
import { useOutbox } from "../../outbox/use-outbox.ts";
import { type MeasuredBy, measuredHere, shownStations } from "./due-stations.ts";

/** A quest's stations as this phone knows them; `stations` is undefined until then, and for those who haven't joined. */
export function useStations(username: string | undefined, questId: number, here: Place | undefined) {
  const wanted = username === undefined ? undefined : { params: { username, id: questId } };
  const { data, error } = useCall("listOwnStations", wanted);
  const { records } = useOutbox(username);
  const [by, setBy] = useState<MeasuredBy>("all");
  const stations = useMemo(() => {
    const onPhone = measuredHere(records, questId);
    return data && shownStations(data, { by, here, onPhone, nowMs: Date.now() });
  }, [data, records, questId, by, here]);
  return { stations, repeatDays: data?.repeat_days ?? null, error, by, setBy };
}
