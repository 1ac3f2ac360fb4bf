import Minus from "lucide-react/icons/minus";
import Plus from "lucide-react/icons/plus";
import { Map as PigeonMap } from "pigeon-maps";
import {
  cloneElement,
  Fragment,
  type JSX,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
} from "react";
import { t } from "../../../../generated/web-texts/components.ts";
import { mercatorLatitudeMax, worldPxAt } from "../../../contract/mercator.ts";
import { IconButton } from "../button.tsx";
import { classNames } from "../class-names.ts";
import { reducedMotion, useMediaQuery } from "../use-media-query.ts";
import styles from "./map.module.css";
import { MapTile } from "./map-tile.tsx";
import { MapTilesContext } from "./map-tiles.ts";
import {
  isSameView,
  type LatLon,
  type MapBounds,
  type MapSize,
  type MapView,
  maxZoom,
  minZoom,
  nearestTurn,
  panned,
} from "./map-view.ts";

export type MapProps = {
  /** Accessible name. */
  label: string;
  /** Without it, the map manages its own view, from zoom 14 at 0, 0. */
  view?: MapView;
  /** Called for the first view too, with the one that was given. */
  onViewChange?: (view: MapView, bounds: MapBounds) => void;
  /** Called for taps and clicks, not for drags. */
  onPick?: (place: LatLon) => void;
  className?: string | undefined;
  /** It fills the window: one finger and the wheel move the map, as nothing else is there to be scrolled. */
  isWhole?: boolean;
  /** More buttons, above those that zoom. */
  controls?: ReactNode;
  /** Markers and popups, each with an `anchor`. */
  children?: ReactNode;
};

const defaultView: MapView = { center: [0, 0], zoom: 14 };
const turnOf = (longitude: number) => Math.floor((longitude + 180) / 360);
const keyStepPx = 96;

/**
 * pigeon-maps ends the world at 180°; here it goes on: centres may be beyond, tiles repeat, and what lies on the map is drawn
 * in the turn that is nearest to the centre. Quick clicks at two places are no double click, so that a line can be drawn
 * quickly. It also replaces META in warnings; the specification prescribes the text.
 */
class EndlessMap extends PigeonMap {
  #turn = 0;

  constructor(props: ConstructorParameters<typeof PigeonMap>[0]) {
    super(props);
    const { latLngToPixel, pixelToLatLng, handleMouseDown } = this;
    let pressedBefore = { x: 0, y: 0 };
    this.handleMouseDown = (event) => {
      const pressed = { x: event.clientX, y: event.clientY };
      if (distance(pressedBefore, pressed) > pairTolerancePx) this._lastClick = null;
      pressedBefore = pressed;
      handleMouseDown(event);
    };
    this.latLngToPixel = ([latitude, longitude], center = this.state.center, zoom) =>
      latLngToPixel([latitude, nearestTurn(longitude, center[1])], center, zoom);
    this.pixelToLatLng = (pixel, center = this.state.center, zoom = this.zoomPlusDelta()) => {
      const { width, pixelDelta } = this.state;
      const [latitude] = pixelToLatLng(pixel, center, zoom);
      const eastPx = pixel[0] - width / 2 - (pixelDelta?.[0] ?? 0);
      return [latitude, center[1] + (eastPx * 360) / worldPxAt(zoom)];
    };
    this.getBoundsMinMax = () => [-mercatorLatitudeMax, mercatorLatitudeMax, -Infinity, Infinity];
  }

  /** In another size it shows other places, of which pigeon-maps tells nothing. */
  override componentDidUpdate(before: ConstructorParameters<typeof PigeonMap>[0], beforeState?: Partial<MapSize>) {
    super.componentDidUpdate(before);
    const { width, height } = this.state;
    if (beforeState && (beforeState.width !== width || beforeState.height !== height)) this.syncToProps();
  }

  override tileValues({ center: [latitude, longitude], ...rest }: Parameters<PigeonMap["tileValues"]>[0]) {
    return super.tileValues({ ...rest, center: [latitude, longitude - 360 * this.#turn] });
  }

  /** The tiles of each turn of the world that is in sight. */
  override renderTiles(): JSX.Element {
    const { ne, sw } = this.getBounds();
    const [first, last] = [turnOf(sw[1]), turnOf(ne[1])];
    const turns = Array.from({ length: last - first + 1 }, (_, index) => first + index).map((turn) => {
      this.#turn = turn;
      return <Fragment key={turn}>{super.renderTiles()}</Fragment>;
    });
    this.#turn = 0;
    return <>{turns}</>;
  }

  override renderWarning() {
    const warning = super.renderWarning();
    if (!warning) return warning;
    const isTouch = this.state.warningType === "fingers";
    return cloneElement(
      warning,
      { "aria-hidden": !this.state.showWarning },
      <div>
        <p>{isTouch ? t("components.map.touchNeedsTwoFingers") : t("components.map.wheelNeedsMeta")}</p>
        {isTouch ? null : <p className={styles.warningHint}>{t("components.map.metaKey")}</p>}
      </div>,
    );
  }
}

/**
 * A map of 256 px tiles from zoom 1 to 18. Arrow keys move it; plus and minus zoom. Missing tiles show coastlines and
 * borders.
 */
export function MapCanvas({
  label,
  view: givenView,
  onViewChange,
  onPick,
  className,
  isWhole = false,
  controls,
  children,
}: MapProps) {
  const { url = "", attribution, Tile = MapTile } = useContext(MapTilesContext);
  const section = useRef<HTMLElement>(null);
  const [ownView, setOwnView] = useState(defaultView);
  const view = givenView ?? ownView;
  const changeView = (next: MapView, nextBounds: MapBounds) => {
    setOwnView(next);
    onViewChange?.(next, nextBounds);
  };
  const isStill = useMediaQuery(reducedMotion);
  const isMoving = useRef(false);
  const provider = useCallback(
    (x: number, y: number, z: number) =>
      url.replace("{s}", "a").replace("{z}", `${z}`).replace("{x}", `${x}`).replace("{y}", `${y}`),
    [url],
  );
  const [bounds, setBounds] = useState<MapBounds>({ west: -180, south: -85, east: 180, north: 85 });
  const zoomBy = (levels: number) => {
    const zoom = Math.max(minZoom, Math.min(maxZoom, Math.round(view.zoom) + levels));
    if (zoom !== view.zoom) changeView({ ...view, zoom }, bounds);
  };

  useDoubleTap(section, (x, y) => {
    const box = section.current?.getBoundingClientRect();
    const zoom = Math.min(maxZoom, Math.round(view.zoom) + 1);
    if (!box || zoom === view.zoom) return;
    // Zooms around the tapped place.
    const share = 1 - 2 ** (view.zoom - zoom);
    const [xPx, yPx] = [x - box.left - box.width / 2, y - box.top - box.height / 2];
    changeView({ ...panned(view, xPx * share, yPx * share), zoom }, bounds);
  });

  const handleKey = (event: KeyboardEvent<HTMLElement>) => {
    if (event.target !== event.currentTarget) return;
    const move = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }[event.key];
    if (move) {
      event.preventDefault();
      changeView(panned(view, (move[0] ?? 0) * keyStepPx, (move[1] ?? 0) * keyStepPx), bounds);
    } else if (event.key === "+" || event.key === "=") zoomBy(1);
    else if (event.key === "-") zoomBy(-1);
  };

  return (
    <section
      ref={section}
      className={classNames(styles.map, isWhole && styles.whole, className)}
      data-map=""
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keys move the map.
      tabIndex={0}
      onKeyDown={handleKey}
    >
      <EndlessMap
        center={[view.center[0], nearestTurn(view.center[1], ownView.center[1])]}
        zoom={view.zoom}
        provider={provider}
        tileComponent={Tile}
        animate={!isStill}
        onAnimationStart={() => {
          isMoving.current = true;
        }}
        onAnimationStop={() => {
          isMoving.current = false;
        }}
        metaWheelZoom={!isWhole}
        metaWheelZoomWarning={t("components.map.wheelNeedsMeta")}
        twoFingerDrag={!isWhole}
        twoFingerDragWarning={t("components.map.touchNeedsTwoFingers")}
        attributionPrefix={false}
        {...(onPick && {
          onClick: ({ event, latLng }) => {
            // pigeon-maps listens on the window.
            if (section.current?.contains(event.target as Node)) onPick(latLng);
          },
        })}
        attribution={<Attribution text={attribution} />}
        onBoundsChanged={({ center, zoom, bounds: { ne, sw } }) => {
          // pigeon-maps reports moves 60 ms late, even after unmounting.
          if (!section.current) return;
          const next = { west: sw[1], south: sw[0], east: ne[1], north: ne[0] };
          setBounds(next);
          // Whoever draws slowly hears of places on the way, and giving one back would end the way there.
          if (isMoving.current) return;
          changeView(isSameView(view, { center, zoom }) ? view : { center, zoom }, next);
        }}
      >
        {children}
      </EndlessMap>
      <div className={`stack card ${styles.controls}`}>
        {controls}
        <IconButton label={t("components.map.zoomIn")} onClick={() => zoomBy(1)} disabled={view.zoom >= maxZoom}>
          <Plus aria-hidden="true" />
        </IconButton>
        <IconButton label={t("components.map.zoomOut")} onClick={() => zoomBy(-1)} disabled={view.zoom <= minZoom}>
          <Minus aria-hidden="true" />
        </IconButton>
      </div>
    </section>
  );
}

function Attribution({ text }: { text: string | undefined }) {
  return (
    <span>
      {text?.includes("OpenStreetMap") ? (
        <a href="https://www.openstreetmap.org/copyright" target="_blank" rel="noreferrer">
          {text}
        </a>
      ) : (
        text
      )}
      {text ? " · " : ""}
      <a href="https://www.naturalearthdata.com" target="_blank" rel="noreferrer">
        Natural Earth
      </a>
    </span>
  );
}

const withinMs = 300;
/** Movement allowed within a tap and between two. */
const tapTolerancePx = 10;
const pairTolerancePx = 40;

type Touch = { atMs: number; x: number; y: number };

/** Detects double taps, which pigeon-maps misses in browsers that zoom the page by double tap. */
function useDoubleTap(element: RefObject<HTMLElement | null>, onDoubleTap: (x: number, y: number) => void): void {
  const latest = useRef(onDoubleTap);
  useEffect(() => {
    latest.current = onDoubleTap;
  });

  useEffect(() => {
    const target = element.current;
    let down: Touch | undefined;
    let lastTap: Touch | undefined;

    function start(event: TouchEvent): void {
      const [finger] = event.touches;
      const isControl = (event.target as Element).closest("button, a, .pigeon-click-block") !== null;
      const first = lastTap;
      lastTap = undefined;
      down = undefined;
      if (!finger || event.touches.length > 1 || isControl) return;
      const touch = { atMs: event.timeStamp, x: finger.clientX, y: finger.clientY };
      if (!first || touch.atMs - first.atMs >= withinMs || distance(first, touch) > pairTolerancePx) {
        down = touch;
        return;
      }
      // Prevents page zoom and a second click.
      event.preventDefault();
      latest.current(touch.x, touch.y);
    }

    function end(event: TouchEvent): void {
      const [finger] = event.changedTouches;
      const isTap = down && finger && distance(down, { x: finger.clientX, y: finger.clientY }) <= tapTolerancePx;
      lastTap = isTap ? down : undefined;
    }

    target?.addEventListener("touchstart", start, { passive: false });
    target?.addEventListener("touchend", end);
    return () => {
      target?.removeEventListener("touchstart", start);
      target?.removeEventListener("touchend", end);
    };
  }, [element]);
}

function distance(one: { x: number; y: number }, other: { x: number; y: number }): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}
