/** A photo in its frame. `scale` 1 fits the frame; `x` and `y` are pixels between their middles. */
export type PhotoView = { scale: number; x: number; y: number };
export type Size = { width: number; height: number };
/** In pixels from the middle of the frame. */
export type Point = { x: number; y: number };

export const wholePhoto: PhotoView = { scale: 1, x: 0, y: 0 };
export const scaleMax = 8;

/** Keeps the photo within limits: it covers the frame where it is larger, and is centred where it is smaller. */
export function bounded({ scale, x, y }: PhotoView, frame: Size, photo: Size): PhotoView {
  const kept = Math.max(1, Math.min(scaleMax, scale));
  const fit = Math.min(frame.width / photo.width, frame.height / photo.height);
  const slack = (whole: number, part: number) => Math.max(0, (part * fit * kept - whole) / 2);
  const within = (offset: number, most: number) => Math.max(-most, Math.min(most, offset)) + 0;
  return {
    scale: kept,
    x: within(x, slack(frame.width, photo.width)),
    y: within(y, slack(frame.height, photo.height)),
  };
}

/** Zooms around a point. */
export function zoomed(view: PhotoView, factor: number, at: Point = { x: 0, y: 0 }): PhotoView {
  const scale = Math.max(1, Math.min(scaleMax, view.scale * factor));
  const ratio = scale / view.scale;
  return { scale, x: at.x - (at.x - view.x) * ratio, y: at.y - (at.y - view.y) * ratio };
}

export const moved = (view: PhotoView, by: Point): PhotoView => ({ ...view, x: view.x + by.x, y: view.y + by.y });

/** Moves and zooms with two fingers. */
export function pinched(view: PhotoView, from: readonly [Point, Point], to: readonly [Point, Point]): PhotoView {
  const [before, after] = [middleOf(from), middleOf(to)];
  const carried = moved(view, { x: after.x - before.x, y: after.y - before.y });
  return zoomed(carried, distanceOf(to) / Math.max(1, distanceOf(from)), after);
}

const middleOf = ([one, other]: readonly [Point, Point]): Point => ({
  x: (one.x + other.x) / 2,
  y: (one.y + other.y) / 2,
});
const distanceOf = ([one, other]: readonly [Point, Point]) => Math.hypot(one.x - other.x, one.y - other.y);

const pixelsOfLine = 16;

/** The zoom of a wheel event. Mice and touchpads send steps of very different sizes. */
export function wheelFactor({
  deltaY,
  deltaMode,
  ctrlKey,
}: Pick<WheelEvent, "deltaY" | "deltaMode" | "ctrlKey">): number {
  const pixels = deltaMode === 0 ? deltaY : deltaY * pixelsOfLine;
  // Browsers send a touchpad pinch as a small step with the control key.
  const step = ctrlKey && Math.abs(pixels) < 50 ? 0.01 : 0.0025;
  return Math.exp(-Math.max(-200, Math.min(200, pixels)) * step);
}
