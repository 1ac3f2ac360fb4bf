import type { TileComponent } from "pigeon-maps";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { makeSignal } from "../../foundation/events/emitter.ts";
import { type BaseMap, type BaseMapDetail, loadBaseMap } from "./base-map-geometry.ts";
import { type BaseMapColours, drawBaseMap, type TileAddress } from "./draw-base-map.ts";
import styles from "./map.module.css";

/** From this zoom on, the coarse coastline looks coarse. */
const fineFromZoom = 5;
/** Enough for lines, and uses less memory than 3. */
const maxPixelRatio = 2;

/** Shared by all maps: after one failure, they draw the detailed base map. */
let hasTileFailed = false;
const tileFailure = makeSignal();

function reportFailure() {
  hasTileFailed = true;
  tileFailure.emit();
}

/** A tile from the tile server, with the base map below it until it loads or if it fails. */
export const MapTile: TileComponent = ({ tile, tileLoaded }) => {
  const [state, setState] = useState<"loading" | "loaded" | "failed">("loading");
  const [x = 0, y = 0, zoom = 0] = tile.key.split("-").map(Number);
  return (
    <div className={styles.tile} style={{ left: tile.left, top: tile.top, width: tile.width, height: tile.height }}>
      {state === "loaded" ? null : <BaseMapTile x={x} y={y} zoom={zoom} isAlone={tile.url === ""} />}
      {state === "failed" || tile.url === "" ? null : (
        <img
          src={tile.url}
          alt=""
          width={256}
          height={256}
          draggable={false}
          className={styles.tileImage}
          data-loaded={state === "loaded"}
          onLoad={() => {
            setState("loaded");
            tileLoaded();
          }}
          onError={() => {
            setState("failed");
            reportFailure();
            tileLoaded();
          }}
        />
      )}
    </div>
  );
};

function BaseMapTile({ x, y, zoom, isAlone }: TileAddress & { isAlone: boolean }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const anyFailed = useSyncExternalStore(tileFailure.listen, () => hasTileFailed);
  const detail: BaseMapDetail = (isAlone || anyFailed) && zoom >= fineFromZoom ? 50 : 110;

  useEffect(() => {
    let isCurrent = true;
    let map: BaseMap | undefined;
    const draw = () => {
      if (isCurrent && canvas.current) paint(canvas.current, { x, y, zoom }, map);
    };
    const scheme = window.matchMedia?.("(prefers-color-scheme: dark)");
    scheme?.addEventListener("change", draw);
    draw();
    const load = async (wanted: BaseMapDetail) => {
      const loaded = await loadBaseMap(wanted);
      if (wanted === 50 || !map) map = loaded;
      draw();
    };
    // On failure, the tile stays as it is, and the next one tries again.
    void load(110).catch(() => {});
    if (detail === 50) void load(50).catch(() => {});
    return () => {
      isCurrent = false;
      scheme?.removeEventListener("change", draw);
    };
  }, [x, y, zoom, detail]);

  return <canvas ref={canvas} className={styles.baseMapTile} />;
}

function paint(canvas: HTMLCanvasElement, tile: TileAddress, map: BaseMap | undefined): void {
  const sizePx = 256 * Math.min(maxPixelRatio, Math.max(1, Math.ceil(window.devicePixelRatio || 1)));
  if (canvas.width !== sizePx) {
    canvas.width = sizePx;
    canvas.height = sizePx;
  }
  const context = canvas.getContext("2d");
  if (context) drawBaseMap(context, tile, sizePx, coloursOf(canvas), map);
}

function coloursOf(element: Element): BaseMapColours {
  const style = getComputedStyle(element);
  const colour = (name: string) => style.getPropertyValue(name).trim();
  return {
    water: colour("--water"),
    land: colour("--land"),
    coast: colour("--coast"),
    border: colour("--border"),
    graticule: colour("--graticule"),
  };
}
