import type { SampleDetail } from "../../../contract/samples.ts";
import type { Protocol } from "../../../protocol/field.ts";
import { measurementsOf } from "../../../protocol/measurements.ts";
import { formatMeasurement } from "../../components/measurements.tsx";
import { t as componentsText } from "../../texts/components.ts";
import { fieldText } from "../../texts/protocol.ts";
import { t } from "../../texts/review.ts";
import { inWords, parsePosition } from "./evidence-positions.ts";

export type State = Pick<SampleDetail, "coordinates" | "position_source" | "additional_data">;
export type Difference = { name: string; label: string; was: string; is: string };

/** The measurements that differ. */
export function valueDifferences(before: State, after: State, protocol: Protocol): Difference[] {
  const valuesOf = ({ additional_data }: State) => {
    const { plant_id_data: _, ...values } = additional_data ?? {};
    return new Map(measurementsOf(values, protocol).map((each) => [each.name, each]));
  };
  const [was, is] = [valuesOf(before), valuesOf(after)];
  const none = t("review.evidence.noValue");
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((name) => {
    const [one, other] = [was.get(name), is.get(name)];
    const [from, to] = [one ? formatMeasurement(one) : none, other ? formatMeasurement(other) : none];
    const label = (one ?? other)?.label;
    return from === to ? [] : [{ name, label: label === undefined ? name : fieldText(label), was: from, is: to }];
  });
}

/** The old and the new position; undefined if they are the same. */
export function positionDifference(before: State, after: State): Difference | undefined {
  const [was, is] = [positionWords(before), positionWords(after)] as const;
  return was === is ? undefined : { name: " ", label: t("review.evidence.position"), was, is };
}

const positionWords = ({ coordinates, position_source }: State) =>
  parsePosition(coordinates)
    ? `${inWords(coordinates)} (${componentsText(`components.positionSource.${position_source}`)})`
    : t("review.noPosition");
