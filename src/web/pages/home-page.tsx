import List from "lucide-react/icons/list";
import MapIcon from "lucide-react/icons/map";
import { Suspense, useMemo, useRef, useState } from "react";
import { useClientConfiguration } from "../api/configuration.ts";
import { useAdventurerQuests, useQuestMarkers, useQuests } from "../api/quests.ts";
import { PageTitle } from "../components/live-region.tsx";
import { Loading, Skeleton } from "../components/skeleton.tsx";
import { useMediaQuery, wideScreen } from "../components/use-media-query.ts";
import { ViewSwitch } from "../components/view-switch.tsx";
import { useAuth } from "../features/auth/auth-context.ts";
import { Invitation } from "../features/quests/invitation.tsx";
import { OwnQuests } from "../features/quests/own-quests.tsx";
import { countOf, QuestList } from "../features/quests/quest-list.tsx";
import { QuestSearchBar } from "../features/quests/quest-search.tsx";
import { isNarrowed, type QuestSearch, useQuestSearch } from "../features/quests/use-quest-search.ts";
import { lazily } from "../texts/lazily.ts";
import { t } from "../texts/quests.ts";
import styles from "./home-page.module.css";

const QuestMap = lazily("QuestMap", () => import("../features/quests/quest-map.tsx"));

/** The front door: one's own quests, and all quests as a list and on a map. */
export function HomePage() {
  const auth = useAuth();
  const own = useAdventurerQuests(auth.username);
  const [search, changeSearch] = useQuestSearch();
  const list = useQuests(search);
  const [pointedId, setPointedId] = useState<number>();
  const [view, setView] = useState<"list" | "map">("list");
  const searchBar = useRef<HTMLDivElement>(null);
  const isWide = useMediaQuery(wideScreen);
  const statusOf = useMemo(() => new Map(own.data?.map(({ quest_id: id, status }) => [id, status])), [own.data]);

  return (
    <div className={styles.page}>
      <PageTitle>{t("app.findQuest")}</PageTitle>
      {auth.isLoggedIn ? (
        <OwnQuests records={own.data} error={own.error} onRetry={() => void own.mutate()} />
      ) : auth.status === "unknown" ? (
        <div className={styles.arriving}>
          <Loading label={t("app.loading")} />
        </div>
      ) : (
        <Invitation onSignUp={() => void auth.signIn({ signUp: true })} />
      )}
      <div className={styles.finder}>
        <div className={styles.title}>
          <h1>{t("app.findQuest")}</h1>
          <p className={styles.count}>{list.items ? countOf(list.items, list.hasMore) : null}</p>
        </div>
        <div className={styles.search} ref={searchBar}>
          <QuestSearchBar search={search} onChange={changeSearch}>
            {isWide ? null : (
              <ViewSwitch
                label={t("quests.showAs")}
                value={view}
                onChange={(next) => {
                  setView(next);
                  // The map is as high as the window: bring it into sight whole.
                  searchBar.current?.scrollIntoView?.({ block: "start" });
                }}
                options={[
                  { value: "list", label: t("quests.showAs.list"), icon: <List aria-hidden="true" /> },
                  { value: "map", label: t("quests.showAs.map"), icon: <MapIcon aria-hidden="true" /> },
                ]}
              />
            )}
          </QuestSearchBar>
        </div>
        {isWide || view === "list" ? (
          <section className={styles.list} aria-labelledby="all-quests">
            <h2 id="all-quests" className="visually-hidden">
              {t("quests.title")}
            </h2>
            <QuestList
              list={list}
              statusOf={statusOf}
              isNarrowed={isNarrowed(search)}
              onClear={() => changeSearch({ q: "", type: undefined, status: undefined })}
              onPoint={setPointedId}
            />
          </section>
        ) : null}
        {isWide || view === "map" ? (
          <div className={styles.map}>
            <Suspense fallback={<MapSkeleton />}>
              <HomeMap search={search} liftedId={pointedId} />
            </Suspense>
          </div>
        ) : null}
      </div>
    </div>
  );
}

/** Only mounted where the map is in sight, so that a phone's list fetches no markers. */
function HomeMap({ search, liftedId }: { search: QuestSearch; liftedId: number | undefined }) {
  const markers = useQuestMarkers(search);
  const { data: configuration, error } = useClientConfiguration();
  if (!configuration && !error) return <MapSkeleton />;
  return (
    <QuestMap
      markers={markers.data ?? []}
      liftedId={liftedId}
      tileUrl={configuration?.tile_url}
      tileAttribution={configuration?.tile_attribution}
    />
  );
}

function MapSkeleton() {
  return (
    <div className={styles.mapSkeleton}>
      <p role="status" className="visually-hidden">
        {t("app.loading")}
      </p>
      <Skeleton height="100%" radius="10px" />
    </div>
  );
}
