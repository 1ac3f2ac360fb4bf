import type { TileComponent } from "pigeon-maps";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { toLatitude, toWorld } from "../../../contract/mercator.ts";
import { makeEmitter } from "../../foundation/events/emitter.ts";
import { type BaseMap, type BaseMapDetail, loadBaseMap, type Outline } from "./base-map-geometry.ts";
import styles from "./map.module.css";

/** From this zoom on, the coarse coastline looks coarse. */
const fineFromZoom = 5;
/** Enough for lines, and uses less memory than 3. */
const maxPixelRatio = 2;

/** Shared by all maps: after one failure, they draw the detailed base map. */
let hasTileFailed = false;
const tileFailure = makeEmitter();

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
          className={`fills ${styles.tileImage}`}
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

  return <canvas ref={canvas} className={`fills ${styles.baseMapTile}`} />;
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

type TileAddress = { x: number; y: number; zoom: number };

type BaseMapColours = { water: string; land: string; coast: string; border: string; graticule: string };

const graticuleStepsDegrees = [30, 15, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001];
const linesPerTile = 1.6;
/** Shapes beyond one edge of the world also appear at the other. */
const turnsOfTheWorld = [-1, 0, 1];

/**
 * Draws one tile of `sizePx`: water, land, graticule and borders. Until the base map is loaded, water and graticule only.
 */
export function drawBaseMap(
  context: CanvasRenderingContext2D,
  tile: TileAddress,
  sizePx: number,
  colours: BaseMapColours,
  map: BaseMap | undefined,
): void {
  const tiles = 2 ** tile.zoom;
  const scale = tiles * sizePx;
  const offsetX = tile.x * sizePx;
  const offsetY = tile.y * sizePx;
  // Includes strokes at the edges.
  const margin = 4 / scale;
  const box = {
    west: tile.x / tiles - margin,
    east: (tile.x + 1) / tiles + margin,
    north: tile.y / tiles - margin,
    south: (tile.y + 1) / tiles + margin,
  };
  const isNear = (outline: Outline, turn: number) =>
    outline.east + turn >= box.west &&
    outline.west + turn <= box.east &&
    outline.south >= box.north &&
    outline.north <= box.south;
  const trace = (outline: Outline, turn: number) => {
    outline.points.forEach(([x, y], index) => {
      if (index === 0) context.moveTo((x + turn) * scale - offsetX, y * scale - offsetY);
      else context.lineTo((x + turn) * scale - offsetX, y * scale - offsetY);
    });
  };

  context.fillStyle = colours.water;
  context.fillRect(0, 0, sizePx, sizePx);
  context.lineJoin = "round";

  /** Traces the nearby shapes. The first outline of a shape surrounds the others. */
  const tracePath = (shapes: readonly (readonly Outline[])[]) => {
    context.beginPath();
    for (const turn of turnsOfTheWorld) {
      for (const outlines of shapes) {
        if (outlines[0] && isNear(outlines[0], turn)) for (const outline of outlines) trace(outline, turn);
      }
    }
  };

  if (map) {
    tracePath(map.land);
    context.fillStyle = colours.land;
    context.fill("evenodd");
    context.strokeStyle = colours.coast;
    context.lineWidth = sizePx / 256;
    context.stroke();
  }

  drawGraticule(context, tile, sizePx, colours.graticule);

  if (map) {
    tracePath(map.borders.map((border) => [border]));
    context.strokeStyle = colours.border;
    context.lineWidth = sizePx / 256;
    context.setLineDash([3 * (sizePx / 256), 3 * (sizePx / 256)]);
    context.stroke();
    context.setLineDash([]);
  }
}

function drawGraticule(context: CanvasRenderingContext2D, tile: TileAddress, sizePx: number, colour: string): void {
  const tiles = 2 ** tile.zoom;
  const widthDegrees = 360 / tiles;
  const step = graticuleStepsDegrees.find((degrees) => widthDegrees / degrees >= linesPerTile) ?? 0.001;
  const west = (tile.x / tiles) * 360 - 180;
  const north = toLatitude(tile.y / tiles);
  const south = toLatitude((tile.y + 1) / tiles);

  context.beginPath();
  for (let line = Math.ceil(west / step); line * step <= west + widthDegrees; line++) {
    const x = ((line * step - west) / widthDegrees) * sizePx;
    context.moveTo(x, 0);
    context.lineTo(x, sizePx);
  }
  for (let line = Math.ceil(south / step); line * step <= north; line++) {
    const y = (toWorld(0, line * step)[1] * tiles - tile.y) * sizePx;
    context.moveTo(0, y);
    context.lineTo(sizePx, y);
  }
  context.strokeStyle = colour;
  context.lineWidth = sizePx / 512;
  context.stroke();
}
