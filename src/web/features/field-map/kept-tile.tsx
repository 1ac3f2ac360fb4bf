import type { TileComponent } from "pigeon-maps";
import { useContext, useEffect, useRef, useState } from "react";
import { currentLanguage } from "../../foundation/texts/area-texts.ts";
import mapStyles from "../../ui/map/map.module.css";
import { MapTile } from "../../ui/map/map-tile.tsx";
import { drawVectorTile, type Piece } from "./draw-vector-tile.ts";
import { darkColours, lightColours } from "./map-style.ts";
import { type DrawableTile, KeptMapContext, nearestKept } from "./use-kept-map.ts";

const maxPixelRatio = 2;

/** A tile of the map on this phone, or a part of the one above it; where there is none, the usual tile. */
export const KeptTile: TileComponent = (props) => {
  const map = useContext(KeptMapContext);
  const { tile } = props;
  const [x = 0, y = 0, zoom = 0] = tile.key.split("-").map(Number);
  const kept = map && nearestKept(map.tiles, { x, y, zoom });
  const [failed, setFailed] = useState<string>();
  const canvas = useRef<HTMLCanvasElement>(null);
  const address = kept?.address;
  const piece = kept?.piece;
  const pieceKey = piece && `${address} ${piece.column} ${piece.row}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key names the piece.
  useEffect(() => {
    if (!map || address === undefined || !piece) return;
    let isCurrent = true;
    const scheme = window.matchMedia?.("(prefers-color-scheme: dark)");
    const draw = async () => {
      try {
        const drawable = await map.read(address);
        if (isCurrent && canvas.current) paint(canvas.current, drawable, piece, scheme?.matches ?? false);
      } catch (error) {
        console.warn("A tile of the map on this phone can't be drawn.", error);
        if (isCurrent) setFailed(pieceKey);
      }
    };
    const redraw = () => void draw();
    scheme?.addEventListener("change", redraw);
    void draw().then(props.tileLoaded);
    return () => {
      isCurrent = false;
      scheme?.removeEventListener("change", redraw);
    };
  }, [map, pieceKey]);
  if (!kept || failed === pieceKey) return <MapTile {...props} />;
  return (
    <div className={mapStyles.tile} style={{ left: tile.left, top: tile.top, width: tile.width, height: tile.height }}>
      <canvas ref={canvas} className={mapStyles.baseMapTile} data-kept-tile="" />
    </div>
  );
};

function paint(canvas: HTMLCanvasElement, drawable: DrawableTile, piece: Piece, isDark: boolean): void {
  const sizePx = 256 * Math.min(maxPixelRatio, Math.max(1, Math.ceil(window.devicePixelRatio || 1)));
  canvas.width = sizePx;
  canvas.height = sizePx;
  const context = canvas.getContext("2d");
  if (!context) return;
  if (drawable.kind === "vector") {
    const colours = isDark ? darkColours : lightColours;
    drawVectorTile(drawable.tile, { context, sizePx, colours, piece, language: currentLanguage().code });
    return;
  }
  const { width, height } = drawable.picture;
  const [partWidth, partHeight] = [width * piece.share, height * piece.share];
  const [left, top] = [piece.column * partWidth, piece.row * partHeight];
  context.drawImage(drawable.picture, left, top, partWidth, partHeight, 0, 0, sizePx, sizePx);
}
