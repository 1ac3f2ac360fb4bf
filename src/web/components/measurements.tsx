import type { AdditionalData } from "../../contract/data-points.ts";
import { measurementsOf, type Protocol } from "../../protocol/protocol.ts";

/** The measurements of a data point; what was identified from its photo is none of them. */
export function Measurements({
  of: additionalData,
  protocol,
  className,
}: {
  of: AdditionalData | null;
  protocol: Protocol;
  className: string | undefined;
}) {
  const { plant_id_data: _, ...values } = additionalData ?? {};
  return (
    <dl className={className}>
      {measurementsOf(values, protocol).map(({ name, label = "Unknown", text }) => (
        <div key={name}>
          <dt>{label}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
