import { t } from "../../../../generated/web-texts/results.ts";
import type { PublicPoint } from "../../../contract/results.ts";
import { formatDate } from "../../ui/dates.ts";

export const photosOf = ({ files }: Pick<PublicPoint, "files">) => files.filter(({ kind }) => kind === "photo");

/** Names a photo by its day, and by who took it if they want to be named. */
export function photoWords({ credit, day }: Pick<PublicPoint, "credit" | "day">): string {
  const written = formatDate(day);
  return credit === null ? t("results.photo.on", { day: written }) : t("results.photo.of", { credit, day: written });
}

/** When it was measured, and by whom if they want to be named. */
export function WhoAndWhen({ of: { credit, day } }: { of: Pick<PublicPoint, "credit" | "day"> }) {
  return (
    <>
      {credit === null ? null : (
        <>
          <strong>
            <bdi translate="no">{credit}</bdi>
          </strong>{" "}
        </>
      )}
      <time className="muted" dateTime={day}>
        {formatDate(day)}
      </time>
    </>
  );
}
