import type { TileComponent } from "pigeon-maps";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { type BaseMap, type BaseMapDetail, loadBaseMap } from "./base-map-geometry.ts";
import { type BaseMapColours, drawBaseMap, type TileAddress } from "./draw-base-map.ts";
import styles from "./map.module.css";

/** From here on the coarse coastline looks coarse. */
const fineFromZoom = 5;
/** Twice as sharp is enough for lines, and a third of the memory of three times. */
const maxPixelRatio = 2;

/** Which tiles could be had, over all maps: one that fails is a reason to draw the finer world. */
const tileServer = { failures: 0, listeners: new Set<() => void>() };

function reportFailure() {
  tileServer.failures++;
  for (const listener of tileServer.listeners) listener();
}

function subscribe(listener: () => void) {
  tileServer.listeners.add(listener);
  return () => tileServer.listeners.delete(listener);
}

/** One tile: the picture of the tile server; beneath it, until it is there and where it cannot be had, our own map. */
export const MapTile: TileComponent = ({ tile, tileLoaded }) => {
  const [state, setState] = useState<"loading" | "loaded" | "failed">("loading");
  const [x = 0, y = 0, zoom = 0] = tile.key.split("-").map(Number);
  return (
    <div className={styles.tile} style={{ left: tile.left, top: tile.top, width: tile.width, height: tile.height }}>
      {state === "loaded" ? null : <BaseMapTile x={x} y={y} zoom={zoom} />}
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

function BaseMapTile({ x, y, zoom }: TileAddress) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const anyFailed = useSyncExternalStore(subscribe, () => tileServer.failures > 0);
  const detail: BaseMapDetail = anyFailed && zoom >= fineFromZoom ? 50 : 110;

  useEffect(() => {
    let isCurrent = true;
    let map: BaseMap | undefined;
    const draw = () => {
      if (isCurrent && canvas.current) paint(canvas.current, { x, y, zoom }, map);
    };
    const scheme = window.matchMedia?.("(prefers-color-scheme: dark)");
    scheme?.addEventListener("change", draw);
    draw();
    loadBaseMap(110)
      .then((coarse) => {
        map ??= coarse;
        draw();
      })
      .catch(() => {
        // Water and graticule remain; the next tile tries again.
      });
    if (detail === 50) {
      loadBaseMap(50)
        .then((fine) => {
          map = fine;
          draw();
        })
        .catch(() => {
          // The coarse one remains.
        });
    }
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
