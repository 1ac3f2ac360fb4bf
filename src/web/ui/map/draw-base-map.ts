import { toLatitude, toWorld } from "../../../contract/mercator.ts";
import type { BaseMap, Outline } from "./base-map-geometry.ts";

export type TileAddress = { x: number; y: number; zoom: number };

export type BaseMapColours = { water: string; land: string; coast: string; border: string; graticule: string };

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
