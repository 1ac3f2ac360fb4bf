import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { Outlet, useLocation, useNavigationType } from "react-router";
import { t } from "../../../../generated/web-texts/app.ts";
import { useClientConfiguration } from "../../foundation/api/configuration.ts";
import { useAuth } from "../../foundation/auth/auth-context.ts";
import { paths } from "../../foundation/paths.ts";
import { lazily } from "../../foundation/texts/lazily.ts";
import { LiveRegion } from "../../ui/live-region.tsx";
import { MapTilesContext } from "../../ui/map/map-tiles.ts";
import { FailedState } from "../../ui/message-state.tsx";
import { Part } from "../../ui/part.tsx";
import { Loading, Skeleton } from "../../ui/skeleton.tsx";
import { WhenFetched } from "../../ui/when-fetched.tsx";
import styles from "./app-shell.module.css";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";

/** The first page is shown by then. */
const laterMs = 3_000;
const LaterParts = lazily("LaterParts", () => import("./later-parts.tsx"));
const SessionProblem = lazily("SessionProblem", () => import("./later-parts.tsx"));

/** Skip link, header and footer of every page. Manages the focus after navigation. */
export function AppShell() {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const navigationType = useNavigationType();
  const lastPathname = useRef(pathname);
  const [isLater, setIsLater] = useState(false);
  const { problem } = useAuth();
  const { data: configuration } = useClientConfiguration();
  const { tile_url: url, tile_attribution: attribution } = configuration ?? {};
  const tiles = useMemo(() => ({ url, attribution }), [url, attribution]);

  useEffect(() => {
    if (!import.meta.env.PROD) return;
    const timer = setTimeout(setIsLater, laterMs, true);
    return () => clearTimeout(timer);
  }, []);

  useEffect(() => {
    if (lastPathname.current === pathname) return;
    lastPathname.current = pathname;
    document.documentElement.dataset.navigated = "true";
    main.current?.focus({ preventScroll: true });
    if (navigationType !== "POP") window.scrollTo(0, 0);
  }, [pathname, navigationType]);

  return (
    <MapTilesContext value={tiles}>
      <a className={styles.skip} href="#main">
        {t("app.skipToContent")}
      </a>
      <Header isLater={isLater} />
      <WhenFetched>{isLater ? <LaterParts /> : null}</WhenFetched>
      <WhenFetched>{problem && <SessionProblem key={problem} problem={problem} />}</WhenFetched>
      <main id="main" ref={main} tabIndex={-1} className={`shrinks ${styles.main}`}>
        {/* The review desk keeps its list and position while the sample changes. */}
        <PageBoundary key={pathname.startsWith(paths.samples) ? paths.samples : pathname}>
          <WhenFetched fallback={<PageLoading />}>
            <Outlet />
          </WhenFetched>
        </PageBoundary>
      </main>
      <Footer isLater={isLater} />
      <LiveRegion />
    </MapTilesContext>
  );
}

function PageLoading() {
  return (
    <div className={styles.loading}>
      <Loading>
        <Skeleton width="min(24rem, 80%)" height="2.25rem" />
        <Skeleton height="14rem" radius="10px" className={styles.block} />
      </Loading>
    </div>
  );
}

/** Keeps the rest of the app working if a page fails to render or load. Its code comes again only with the document. */
export function PageBoundary({ children }: { children: ReactNode }) {
  const failed = (
    <FailedState message={t("app.pageFailed")} onRetry={() => window.location.reload()}>
      {t("app.pageFailed.nothingLost")}
    </FailedState>
  );
  return <Part instead={failed}>{children}</Part>;
}
