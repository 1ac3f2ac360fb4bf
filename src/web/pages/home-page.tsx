import List from "lucide-react/icons/list";
import MapIcon from "lucide-react/icons/map";
import { type ComponentProps, useLayoutEffect, useMemo, useRef, useState } from "react";
import { t } from "../../../generated/web-texts/quests.ts";
import type { Quest } from "../../contract/quests.ts";
import { countOf, QuestList } from "../features/quests/quest-list.tsx";
import { QuestSearchBar } from "../features/quests/quest-search.tsx";
import { isNarrowed, useHomeView, useQuestSearch, useSearching } from "../features/quests/use-home-view.ts";
import { useNearMe } from "../features/quests/use-near-me.ts";
import { useClientConfiguration } from "../foundation/api/configuration.ts";
import { useAdventurerQuests, useQuests } from "../foundation/api/quests.ts";
import { mayBeSignedIn } from "../foundation/api/session.ts";
import { useAuth } from "../foundation/auth/auth-context.ts";
import { lazily } from "../foundation/texts/lazily.ts";
import { Button } from "../ui/button.tsx";
import { classNames } from "../ui/class-names.ts";
import { ContourHill } from "../ui/contour-cover.tsx";
import { PageTitle } from "../ui/live-region.tsx";
import { Part } from "../ui/part.tsx";
import { Loading } from "../ui/skeleton.tsx";
import { useMediaQuery, wideScreen } from "../ui/use-media-query.ts";
import { ViewSwitch } from "../ui/view-switch.tsx";
import { WhenFetched } from "../ui/when-fetched.tsx";
import styles from "./home-page.module.css";

/** Not for visitors. */
const OwnHome = lazily("OwnHome", () => import("./own-home.tsx"));
const QuestMap = lazily("QuestMap", () => import("../features/quests/quest-map.tsx"));

/** A few hundred kilometres around the user. */
const nearZoom = 7;

const redrawnMs = 2_000;

/** The user's quests, and all quests as a list and on a map. */
export function HomePage() {
  const auth = useAuth();
  const own = useAdventurerQuests(auth.username);
  const [search, changeSearch] = useQuestSearch();
  const [view, changeView] = useHomeView();
  const near = useNearMe((found) => {
    if (found) changeView({ map: { center: found.position, zoom: nearZoom } });
  });
  const list = useQuests(near.isWaiting ? undefined : { ...search, near: near.here?.blurred });
  const [pointedId, setPointedId] = useState<number>();
  const searchBar = useRef<HTMLDivElement>(null);
  const isWide = useMediaQuery(wideScreen);
  const { isSearching, enter, leave } = useSearching();
  const isAlone = isSearching && !isWide;
  const wasAlone = useRef(isAlone);
  const page = useRef<HTMLDivElement>(null);
  const left = useRef({ atPx: 0, heightPx: 0 });
  useLayoutEffect(() => {
    if (wasAlone.current === isAlone || !page.current) return;
    wasAlone.current = isAlone;
    const { style } = page.current;
    const root = document.documentElement.style;
    const rest = () => {
      style.minHeight = "";
      root.overflowAnchor = "";
    };
    if (isAlone) {
      rest();
      window.scrollTo(0, 0);
      return;
    }
    // Until its list is drawn again, the page is as high as it was, and the browser holds on to nothing below.
    style.minHeight = `${left.current.heightPx}px`;
    root.overflowAnchor = "none";
    searchBar.current?.focus({ preventScroll: true });
    window.scrollTo(0, left.current.atPx);
    setTimeout(rest, redrawnMs);
  }, [isAlone]);
  const statusOf = useMemo(() => new Map(own.data?.map(({ quest_id: id, status }) => [id, status])), [own.data]);

  const distanceOf = ({ locations: [place] }: Quest) => place && near.here?.distanceTo(place.coordinates);

  const arriving = (
    <div className={styles.arriving}>
      <Loading />
    </div>
  );
  return (
    <div className={styles.page} ref={page}>
      <PageTitle>{t("app.findQuest")}</PageTitle>
      <div hidden={isAlone}>
        {auth.isLoggedIn ? (
          <WhenFetched fallback={arriving}>
            <OwnHome username={auth.username} records={own.data} error={own.error} onRetry={() => void own.mutate()} />
          </WhenFetched>
        ) : auth.status === "unknown" && mayBeSignedIn() ? (
          arriving
        ) : (
          <Invitation onSignUp={() => void auth.signIn({ signUp: true })} />
        )}
      </div>
      <div className={`grid ${styles.finder}`}>
        <div className={isAlone ? "visually-hidden" : `cluster baseline between across-16 ${styles.title}`}>
          <h1>{t("app.findQuest")}</h1>
          <p className="muted figures nowrap">{list.items ? countOf(list.items, list.hasMore) : null}</p>
        </div>
        <div className={styles.search} ref={searchBar} tabIndex={-1}>
          <QuestSearchBar
            search={search}
            near={near}
            isAlone={isAlone}
            onEnter={() => {
              if (isWide || isAlone) return;
              left.current = { atPx: window.scrollY, heightPx: page.current?.offsetHeight ?? 0 };
              enter();
            }}
            onLeave={leave}
            onChange={changeSearch}
          >
            {isWide ? null : (
              <ViewSwitch
                label={t("quests.showAs")}
                value={view.shows}
                onChange={(shows) => {
                  changeView({ shows });
                  // Makes the whole map visible.
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
        {isWide || view.shows === "list" ? (
          <section className={`shrinks ${styles.list}`} aria-labelledby="all-quests">
            <h2 id="all-quests" className="visually-hidden">
              {t("quests.title")}
            </h2>
            <Part>
              <QuestList
                list={list}
                statusOf={statusOf}
                isNarrowed={isNarrowed(search)}
                onClear={() => changeSearch({ q: "", type: undefined, status: undefined })}
                distanceOf={distanceOf}
                onPoint={setPointedId}
              />
            </Part>
          </section>
        ) : null}
        {isWide || view.shows === "map" ? (
          <div className={styles.map}>
            <WhenFetched fallback={<MapSkeleton />}>
              <HomeMap
                search={search}
                liftedId={pointedId}
                view={view.map}
                onViewChange={(map) => changeView({ map })}
                openId={view.openId}
                onOpen={(openId) => changeView({ openId })}
                here={near.here?.position}
                distanceOf={distanceOf}
                statusOf={statusOf}
              />
            </WhenFetched>
          </div>
        ) : null}
      </div>
    </div>
  );
}

/** Mounted only with the map, so that a phone's list fetches nothing for it. */
function HomeMap(map: ComponentProps<typeof QuestMap>) {
  const { data: configuration, error } = useClientConfiguration();
  if (!configuration && !error) return <MapSkeleton />;
  return <QuestMap {...map} />;
}

function MapSkeleton() {
  return <Loading height="100%" className={styles.mapSkeleton} />;
}

const hillSeed = 28;

/** Home's panel for visitors. */
function Invitation({ onSignUp }: { onSignUp: () => void }) {
  return (
    <section className={styles.panel} aria-labelledby="invitation">
      <ContourHill
        seed={hillSeed}
        width={900}
        height={300}
        align="xMaxYMid"
        className={classNames(styles.hill, "flips")}
        indexLineClassName={styles.indexLine}
      />
      <div className={`stack start gap-8 ${styles.words}`}>
        <h2 id="invitation">{t("quests.invitation.title")}</h2>
        <p>{t("quests.invitation.text")}</p>
        <Button tone="next" onClick={onSignUp}>
          {t("quests.invitation.signUp")}
        </Button>
      </div>
    </section>
  );
}
