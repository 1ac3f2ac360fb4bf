import { t as componentsText } from "../../../../generated/web-texts/components.ts";
import { t } from "../../../../generated/web-texts/review.ts";
import type { SampleDetail } from "../../../contract/samples.ts";
import type { Protocol } from "../../../protocol/field.ts";
import { plainText } from "../../foundation/texts/protocol.ts";
import { filledMeasurements } from "../../ui/format-measurement.ts";
import { changed } from "./changed.ts";
import type { Difference } from "./difference.ts";
import { distanceBetween, inWords, parsePosition } from "./evidence-positions.ts";
import { rowDifferences } from "./row-differences.ts";

export type State = Pick<SampleDetail, "coordinates" | "position_source" | "additional_data">;

/** The measurements that differ, and the position if it does. */
export function differencesBetween(before: State, after: State, protocol: Protocol): Difference[] {
  const none = t("review.evidence.noValue");
  const valuesOf = ({ additional_data }: State) => {
    const { plant_id_data: _, ...values } = additional_data ?? {};
    return new Map(filledMeasurements(values, protocol).map((each) => [each.name, each]));
  };
  const [was, is] = [valuesOf(before), valuesOf(after)];
  const values = [...new Set([...was.keys(), ...is.keys()])].flatMap((name): Difference[] => {
    const [one, other] = [was.get(name), is.get(name)];
    const { label, field } = one ?? other ?? {};
    if (field?.kind === "group") return rowDifferences(field, one?.value, other?.value, none);
    const said = label === undefined ? name : plainText(label, protocol.fields);
    return changed({ name, label: said }, one, other, none);
  });
  const [from, to] = [parsePosition(before.coordinates), parsePosition(after.coordinates)];
  const position: Difference = {
    name: " ",
    label: t("review.evidence.position"),
    was: positionWords(before),
    is: positionWords(after),
    meters: from && to && distanceBetween(from, to),
  };
  return [...values, ...(position.was === position.is ? [] : [position])];
}

const positionWords = ({ coordinates, position_source }: State) =>
  parsePosition(coordinates)
    ? `${inWords(coordinates)} (${componentsText(`components.positionSource.${position_source}`)})`
    : t("review.noPosition");
