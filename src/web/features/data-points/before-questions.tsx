import type { Protocol } from "../../../protocol/field.ts";
import type { Measuring } from "../../capture/measuring/measurement.ts";
import { useMeasured } from "../../capture/measuring/use-measurement.ts";
import { lazily } from "../../foundation/texts/lazily.ts";
import type { PointRecord } from "../../outbox/record.ts";
import { WhenFetched } from "../../ui/when-fetched.tsx";
import { GalleryOffer } from "./gallery-offer.tsx";
import type { OwnPlace } from "./spacing.ts";

const SpacingCoach = lazily("SpacingCoach", () => import("./spacing-coach.tsx"));
const StationStep = lazily("StationStep", () => import("../stations/station-step.tsx"));

/** The next photo from the gallery, the data point's station, or how far it is from the volunteer's other data points. */
export function BeforeQuestions({
  measurement,
  protocol,
  protocolVersion,
  ownPlaces,
  hasStations,
}: {
  measurement: Measuring<PointRecord>;
  protocol: Protocol;
  protocolVersion: number;
  ownPlaces: readonly OwnPlace[];
  hasStations: boolean | undefined;
}) {
  const { localId, station } = useMeasured(measurement).point;
  const { spacing_meters: spacingMeters } = protocol;
  return (
    <>
      <GalleryOffer measurement={measurement} protocol={protocol} protocolVersion={protocolVersion} />
      <WhenFetched>
        {hasStations || station ? <StationStep measurement={measurement} /> : null}
        {spacingMeters === undefined || station ? null : (
          <SpacingCoach
            key={`spacing ${localId}`}
            measurement={measurement}
            own={ownPlaces}
            spacingMeters={spacingMeters}
          />
        )}
      </WhenFetched>
    </>
  );
}
