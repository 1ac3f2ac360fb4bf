import { type ReactNode, useState } from "react";
import { t } from "../../../../generated/web-texts/results.ts";
import type { Quest } from "../../../contract/quests.ts";
import type { PublicPoint, QuestResults } from "../../../contract/results.ts";
import { usePointProtocol } from "../../foundation/api/point-protocol.ts";
import { useQuest } from "../../foundation/api/quests.ts";
import { asFigures } from "../../foundation/texts/area-texts.ts";
import { ShowMore } from "../../ui/fetched.tsx";
import measurements from "../../ui/measurements.module.css";
import { Measurements } from "../../ui/measurements.tsx";
import { formatNumber } from "../../ui/numbers.ts";
import { metersWords } from "../../ui/position-words.tsx";
import { Thumbnail } from "../../ui/thumbnail.tsx";
import { useMediaQuery, wideScreen } from "../../ui/use-media-query.ts";
import { photosOf, photoWords, WhoAndWhen } from "./public-point-words.tsx";
import styles from "./results.module.css";

/** Photos with what was measured, and who took them if they want to be named. */
export function PhotoWall({
  questId,
  points,
  licence,
}: {
  questId: number;
  points: readonly PublicPoint[];
  licence: QuestResults["photo_licence"];
}) {
  const { data: quest } = useQuest(questId);
  const isWide = useMediaQuery(wideScreen);
  const photos = points.flatMap((point) => photosOf(point).map((file) => ({ file, point })));
  if (photos.length === 0) return <p className="muted">{t("results.photos.none")}</p>;
  return (
    <FirstOnes of={photos} first={isWide ? 12 : 4} className={`grid gap-12 ${styles.photos}`}>
      {({ file, point }) => (
        <li key={`${point.id} ${file.key}`}>
          <figure>
            <a href={file.address} aria-label={photoWords(point)}>
              <Thumbnail src={file.thumbnail} className={`middle wide muted ${styles.photo}`} />
            </a>
            <figcaption className="small">
              {quest ? <Answers quest={quest} point={point} most={2} /> : null}
              <WhoAndWhen of={point} />{" "}
              {licence ? (
                <a
                  className="roomy"
                  href={licence.address}
                  rel="license"
                  aria-label={t("results.photo.licence", { licence: licence.name, photo: photoWords(point) })}
                >
                  {licence.name}
                </a>
              ) : null}
            </figcaption>
          </figure>
        </li>
      )}
    </FirstOnes>
  );
}

/** Data points with what was answered. */
export function NewestPoints({ questId, points }: { questId: number; points: readonly PublicPoint[] }) {
  const { data: quest } = useQuest(questId);
  const isWide = useMediaQuery(wideScreen);
  return (
    <FirstOnes of={points} first={isWide ? 10 : 2} className="stack card ruled">
      {(point) => (
        <li key={point.id} className={`stack gap-4 ${styles.point}`}>
          <p className="cluster across-12">
            <WhoAndWhen of={point} />
          </p>
          {quest ? <Answers quest={quest} point={point} /> : null}
          <Position of={point} />
        </li>
      )}
    </FirstOnes>
  );
}

/** @param most of the first answers */
function Answers({ quest, point, most }: { quest: Quest; point: PublicPoint; most?: number }) {
  const { protocol } = usePointProtocol(quest, point.protocol_version);
  if (!protocol) return null;
  return (
    <Measurements
      of={point.additional_data as Parameters<typeof Measurements>[0]["of"]}
      protocol={protocol}
      className={measurements.measurements}
      {...(most !== undefined && { most, isBrief: true })}
    />
  );
}

function Position({ of: { coordinates, uncertainty_meters: meters } }: { of: PublicPoint }) {
  if (!coordinates) return null;
  const position = asFigures(coordinates.map((degrees) => formatNumber(degrees, 5, { atMost: true })).join(" / "));
  return (
    <p className="muted">
      {meters === null
        ? t("results.newest.position", { position })
        : t("results.newest.positionWithin", { position, distance: metersWords(meters) })}
    </p>
  );
}

/** A list that grows by a press. */
export function FirstOnes<Item>({
  of: items,
  first,
  className,
  children,
}: {
  of: readonly Item[];
  first: number;
  className: string | undefined;
  children: (item: Item) => ReactNode;
}) {
  const [shownCount, setShownCount] = useState(first);
  return (
    <>
      <ul className={className}>{items.slice(0, shownCount).map(children)}</ul>
      <div className="if-any">
        <ShowMore
          of={{
            hasMore: shownCount < items.length,
            isLoadingMore: false,
            loadMore: () => setShownCount(shownCount + Math.max(10, 2 * first)),
          }}
        />
      </div>
    </>
  );
}
