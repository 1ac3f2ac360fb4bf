import ImageOff from "lucide-react/icons/image-off";
import { useState } from "react";
import { Link } from "react-router";
import { type SampleState, sampleStates } from "../../../contract/enums.ts";
import type { SampleRow } from "../../../contract/samples.ts";
import { Button } from "../../components/button.tsx";
import { formatDayOf } from "../../components/dates.ts";
import { EmptyState, FailedState } from "../../components/message-state.tsx";
import { Loading, Skeleton } from "../../components/skeleton.tsx";
import { Table } from "../../components/table.tsx";
import { t as componentsText } from "../../texts/components.ts";
import { t } from "../../texts/review.ts";
import styles from "./sample-list.module.css";

/** The samples in one review state; each leads to its detail. */
export function SampleList({
  state,
  samples,
  hasFailed,
  chosenId,
  addressOf,
  onReload,
  hasMore,
  isLoadingMore,
  onMore,
}: {
  state: SampleState;
  /** Undefined while they are on their way. */
  samples: readonly SampleRow[] | undefined;
  hasFailed: boolean;
  chosenId: string | undefined;
  /** Where a sample, or another state of the list, is shown. */
  addressOf: (to: { id?: string; state?: SampleState }) => string;
  onReload: () => void;
  hasMore: boolean;
  isLoadingMore: boolean;
  onMore: () => void;
}) {
  const title = t(`review.listTitle.${state}`);
  return (
    <div className={styles.list}>
      <nav aria-label={t("review.list.states")}>
        <ul className={styles.states}>
          {sampleStates.map((value) => (
            <li key={value}>
              <Link to={addressOf({ state: value })} aria-current={value === state ? "page" : undefined}>
                {t(`review.state.${value}`)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <h2>{title}</h2>
      {samples === undefined && hasFailed ? (
        <FailedState message={t("review.failed")} onRetry={onReload} />
      ) : samples === undefined ? (
        <Loading label={t("app.loading")}>
          <Skeleton height="24rem" radius="10px" />
        </Loading>
      ) : samples.length === 0 ? (
        <EmptyState>{t(`review.empty.${state}`)}</EmptyState>
      ) : (
        <Table label={title}>
          <thead>
            <tr>
              <th scope="col">{t("review.list.quest")}</th>
              <th scope="col">{t("review.list.coordinates")}</th>
              <th scope="col">
                <span className="visually-hidden">{t("review.list.info")}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {samples.map((sample) => (
              <SampleListRow
                key={sample.id}
                sample={sample}
                isChosen={sample.id === chosenId}
                address={addressOf({ id: sample.id })}
              />
            ))}
          </tbody>
        </Table>
      )}
      {hasMore ? (
        <Button busy={isLoadingMore} onClick={onMore}>
          {componentsText("components.showMore")}
        </Button>
      ) : null}
    </div>
  );
}

function SampleListRow({ sample, isChosen, address }: { sample: SampleRow; isChosen: boolean; address: string }) {
  return (
    <tr aria-current={isChosen ? "true" : undefined}>
      <td>
        <span className={styles.quest}>
          <Thumbnail src={sample.thumbnail_presigned_url} />
          <span>
            {sample.quest_name}
            <span className={styles.by}>
              {sample.adventurer_id ?? t("review.list.unknownAdventurer")},{" "}
              <time dateTime={sample.created_at}>{formatDayOf(sample.created_at)}</time>
            </span>
          </span>
        </span>
      </td>
      <td className={styles.coordinates}>{sample.coordinates?.split(",").join(", ") ?? t("review.noPosition")}</td>
      <td>
        <Link to={address} className={styles.info}>
          {t("review.list.open")}
        </Link>
      </td>
    </tr>
  );
}

function Thumbnail({ src }: { src: string | null }) {
  const [failedAddress, setFailedAddress] = useState<string>();
  if (src === null || src === failedAddress) {
    return (
      <span className={styles.thumbnail}>
        <ImageOff aria-hidden="true" />
      </span>
    );
  }
  return <img src={src} alt="" className={styles.thumbnail} loading="lazy" onError={() => setFailedAddress(src)} />;
}
