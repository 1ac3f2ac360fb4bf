import ArrowLeft from "lucide-react/icons/arrow-left";
import { useEffect, useRef, useState } from "react";
import { Link, useNavigate, useParams, useSearchParams } from "react-router";
import { type SampleState, sampleStates } from "../../contract/enums.ts";
import type { ReviewPayload } from "../../contract/reviews.ts";
import { specificationForm } from "../../protocol/default-protocol.ts";
import { asProtocol } from "../../protocol/written-protocol.ts";
import { isMissing } from "../api/api-error.ts";
import { useClientConfiguration } from "../api/configuration.ts";
import { parseId } from "../api/quests.ts";
import { reviewSample, useSample, useSamples } from "../api/samples.ts";
import { Banner } from "../components/banner.tsx";
import { classNames } from "../components/class-names.ts";
import { EmptyState, FailedState } from "../components/message-state.tsx";
import { Loading, Skeleton } from "../components/skeleton.tsx";
import { SampleOverview } from "../features/review/sample-detail.tsx";
import { SampleList } from "../features/review/sample-list.tsx";
import { useShortcuts } from "../features/review/use-shortcuts.ts";
import { paths } from "../paths.ts";
import { AdminOnly } from "../shell/admin-only.tsx";
import { rich, t } from "../texts/review.ts";
import styles from "./admin-samples-page.module.css";

export function AdminSamplesPage() {
  return (
    <AdminOnly title={t("review.title")}>
      <Samples />
    </AdminOnly>
  );
}

function Samples() {
  const { id } = useParams();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const state = stateOf(search.get("state"));
  const questId = parseId(search.get("quest") ?? undefined);
  const list = useSamples(state, questId);
  const sample = useSample(id);
  const { data: configuration } = useClientConfiguration();
  const [notice, setNotice] = useState<string>();
  const detail = useRef<HTMLDivElement>(null);

  const addressOf = (to: { id?: string | undefined; state?: SampleState }) => {
    const query = new URLSearchParams();
    if ((to.state ?? state) !== "pending") query.set("state", to.state ?? state);
    if (questId !== undefined) query.set("quest", String(questId));
    const path = to.id === undefined ? paths.adminSamples : paths.adminSample(to.id);
    return query.size === 0 ? path : `${path}?${query}`;
  };

  const index = list.items?.findIndex((row) => row.id === id) ?? -1;
  const nextId = list.items?.[index + 1]?.id;
  const previousId = index > 0 ? list.items?.[index - 1]?.id : undefined;
  // Fetched ahead, so that the next one is there at once.
  useSample(id === undefined ? undefined : nextId);

  useShortcuts({
    j: nextId === undefined ? undefined : () => void navigate(addressOf({ id: nextId })),
    k: previousId === undefined ? undefined : () => void navigate(addressOf({ id: previousId })),
  });

  useEffect(() => {
    // On a phone the detail is a screen of its own.
    if (id !== undefined) detail.current?.scrollIntoView?.({ block: "nearest" });
  }, [id]);

  async function decide(review: ReviewPayload) {
    if (id === undefined) return;
    await reviewSample(id, { ...review, edited_at: sample.data?.edited_at });
    setNotice(t(`review.decided.${review.decision}`, { questName: sample.data?.quest.quest_name ?? "" }));
    if (state !== review.decision) {
      // Gone from this list: on to its neighbour.
      await navigate(addressOf({ id: nextId ?? previousId }));
    }
    await list.reload();
  }

  return (
    <>
      <header className={styles.head}>
        <h1>{t("review.title")}</h1>
        {questId === undefined ? null : (
          <p>{rich("review.ofOneQuest", { link: (words) => <Link to={paths.adminSamples}>{words}</Link> })}</p>
        )}
      </header>
      {notice ? (
        <Banner tone="ok" onClose={() => setNotice(undefined)}>
          {notice}
        </Banner>
      ) : null}
      <div className={classNames(styles.review, id !== undefined && styles.chosen)}>
        <div className={styles.list}>
          <SampleList
            state={state}
            samples={list.items}
            hasFailed={list.error !== undefined}
            chosenId={id}
            addressOf={addressOf}
            onReload={() => void list.reload()}
            hasMore={list.hasMore}
            isLoadingMore={list.isLoadingMore}
            onMore={list.loadMore}
          />
        </div>
        <div ref={detail} className={styles.detail}>
          {id === undefined ? (
            <section className={styles.none}>
              <h2>{t("review.none")}</h2>
              <EmptyState>
                {rich("review.none.hint", { keys: (words) => <span className={styles.keys}>{words}</span> })}
              </EmptyState>
            </section>
          ) : (
            <>
              <Link to={addressOf({})} className={styles.back}>
                <ArrowLeft className="flips" aria-hidden="true" />
                {t("review.all")}
              </Link>
              {sample.data ? (
                <SampleOverview
                  sample={sample.data}
                  protocol={
                    sample.data.protocol
                      ? asProtocol(sample.data.protocol)
                      : specificationForm(sample.data.quest.quest_type)
                  }
                  tiles={{ url: configuration?.tile_url, attribution: configuration?.tile_attribution }}
                  onDecide={decide}
                />
              ) : isMissing(sample.error) ? (
                <EmptyState>{t("review.missing")}</EmptyState>
              ) : sample.error ? (
                <FailedState message={t("review.failed")} onRetry={() => void sample.mutate()} />
              ) : (
                <Loading label={t("app.loading")}>
                  <Skeleton height="36rem" radius="10px" />
                </Loading>
              )}
            </>
          )}
        </div>
      </div>
    </>
  );
}

function stateOf(text: string | null): SampleState {
  return sampleStates.find((state) => state === text) ?? "pending";
}
