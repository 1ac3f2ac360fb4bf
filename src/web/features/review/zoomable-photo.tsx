import Expand from "lucide-react/icons/expand";
import Maximize from "lucide-react/icons/maximize";
import ZoomIn from "lucide-react/icons/zoom-in";
import ZoomOut from "lucide-react/icons/zoom-out";
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { t } from "../../../../generated/web-texts/review.ts";
import { t as sampleText } from "../../../../generated/web-texts/sample.ts";
import { IconButton } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import {
  bounded,
  moved,
  type PhotoView,
  type Point,
  pinched,
  type Size,
  scaleMax,
  wheelFactor,
  wholePhoto,
  zoomed,
} from "./photo-view.ts";
import styles from "./zoomable-photo.module.css";

const step = 1.5;
const keyStepPx = 60;

type PhotoSize = "large" | "small";

/** A photo that can be zoomed, in place or in the full window. */
export function ZoomablePhoto({
  src,
  alt,
  label = t("review.image.zoomable"),
  size = "large",
}: {
  src: string;
  alt: string;
  label?: string;
  size?: PhotoSize;
}) {
  const [isFull, setIsFull] = useState(false);
  return (
    <>
      <PhotoFrame src={src} alt={alt} label={label} size={size}>
        <IconButton label={sampleText("sample.photo.fullWindow")} onClick={() => setIsFull(true)}>
          <Expand aria-hidden="true" />
        </IconButton>
      </PhotoFrame>
      <Dialog open={isFull} title={alt} widthPx={4000} className={styles.full} onClose={() => setIsFull(false)}>
        <PhotoFrame src={src} alt={alt} label={label} size="window" />
      </Dialog>
    </>
  );
}

/** Zooms by wheel, pinch, drag, double tap, buttons, and the keys + - 0 and arrows. */
function PhotoFrame({
  src,
  alt,
  label,
  size,
  children,
}: {
  src: string;
  alt: string;
  label: string;
  size: PhotoSize | "window";
  children?: ReactNode;
}) {
  const [failedAddress, setFailedAddress] = useState<string>();
  const frame = useRef<HTMLElement>(null);
  const photo = useRef<HTMLImageElement>(null);
  const { view, change, handlers } = usePhotoView(frame, photo, { ownsWheel: size === "window" });
  const hintId = useId();
  const isWhole = view.scale === 1;
  const zoomIn = () => change((now) => zoomed(now, step));
  const zoomOut = () => change((now) => zoomed(now, 1 / step));
  const showWhole = () => change(() => wholePhoto);

  const handleKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const move = { ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [1, 0], ArrowRight: [-1, 0] }[event.key];
    if (event.key === "+" || event.key === "=") zoomIn();
    else if (event.key === "-") zoomOut();
    else if (event.key === "0") showWhole();
    else if (move && !isWhole) {
      const [x = 0, y = 0] = move;
      change((now) => ({ ...now, x: now.x + x * keyStepPx, y: now.y + y * keyStepPx }));
    } else return;
    event.preventDefault();
  };

  if (failedAddress === src) {
    return <NoPhoto>{t("review.image.failed")}</NoPhoto>;
  }
  return (
    <div className={styles.photo}>
      <section
        ref={frame}
        className={styles.frame}
        data-size={size}
        data-zoomed={!isWhole}
        aria-label={label}
        aria-describedby={hintId}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys need a focusable element.
        tabIndex={0}
        onKeyDown={handleKey}
        {...handlers}
      >
        <img
          ref={photo}
          src={src}
          alt={alt}
          className={`wide ${styles.image}`}
          draggable={false}
          style={{ transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})` }}
          onError={() => setFailedAddress(src)}
        />
      </section>
      <p id={hintId} className="visually-hidden">
        {sampleText("sample.photo.hint")}
      </p>
      <div className={`row ${styles.controls}`}>
        {size === "small" ? null : (
          <>
            <IconButton label={t("review.image.zoomIn")} disabled={view.scale >= scaleMax} onClick={zoomIn}>
              <ZoomIn aria-hidden="true" />
            </IconButton>
            <IconButton label={t("review.image.zoomOut")} disabled={isWhole} onClick={zoomOut}>
              <ZoomOut aria-hidden="true" />
            </IconButton>
            <IconButton label={t("review.image.whole")} disabled={isWhole} onClick={showWhole}>
              <Maximize aria-hidden="true" />
            </IconButton>
          </>
        )}
        {children}
      </div>
    </div>
  );
}

const doubleTap = { withinMs: 350, withinPx: 30, factor: 2.5 };
/** A press that moves less than this is a tap. */
const tapPx = 8;
/** Wheel events with shorter pauses belong together. */
const wheelPauseMs = 250;

type PhotoGestures = {
  view: PhotoView;
  change: (changing: (view: PhotoView) => PhotoView) => void;
  handlers: {
    onPointerDown: (event: PointerEvent<HTMLElement>) => void;
    onPointerMove: (event: PointerEvent<HTMLElement>) => void;
    onPointerUp: (event: PointerEvent<HTMLElement>) => void;
    onPointerCancel: (event: PointerEvent<HTMLElement>) => void;
  };
};

/**
 * Zooms and moves a photo with wheel, mouse and fingers. The wheel scrolls the page, unless the pointer has moved on the
 * photo or it got the focus since the page last scrolled, or the control key is pressed. Zooming out of a whole photo
 * scrolls the page too.
 */
function usePhotoView(
  frame: RefObject<HTMLElement | null>,
  photo: RefObject<HTMLImageElement | null>,
  { ownsWheel = false }: { ownsWheel?: boolean } = {},
): PhotoGestures {
  const [view, setView] = useState(wholePhoto);
  const latest = useRef(view);
  const fingers = useRef(new Map<number, Point>());
  const pressed = useRef<{ at: Point; isTap: boolean }>(undefined);
  const lastTap = useRef<{ at: Point; atMs: number }>(undefined);
  const isMeant = useRef(false);
  const scrolledAtMs = useRef(Number.NEGATIVE_INFINITY);

  const change = (changing: (view: PhotoView) => PhotoView) => {
    const size = sizeOf(frame.current);
    latest.current = bounded(changing(latest.current), size, naturalSizeOf(photo.current, size));
    setView(latest.current);
  };
  const changeNow = useRef(change);
  changeNow.current = change;

  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    let ownedUntilMs = 0;
    // React's listeners are passive and cannot stop the page from scrolling.
    const turn = (event: WheelEvent) => {
      const isInTurn = event.timeStamp < ownedUntilMs;
      const wants = ownsWheel || isMeant.current || isInTurn || event.ctrlKey;
      const hasNoUse = latest.current.scale === 1 && event.deltaY >= 0 && !isInTurn && !event.ctrlKey;
      if (!wants || hasNoUse || event.shiftKey) return;
      event.preventDefault();
      ownedUntilMs = event.timeStamp + wheelPauseMs;
      const at = pointIn(element, event);
      changeNow.current((before) => zoomed(before, wheelFactor(event), at));
    };
    const pageScrolled = (event: Event) => {
      // Ignores other scrolling elements.
      if (!(event.target as Node).contains(element)) return;
      isMeant.current = false;
      scrolledAtMs.current = event.timeStamp;
    };
    const resized = () => changeNow.current((before) => before);
    const focused = () => {
      isMeant.current = true;
    };
    element.addEventListener("focus", focused);
    element.addEventListener("wheel", turn, { passive: false });
    window.addEventListener("scroll", pageScrolled, { capture: true, passive: true });
    window.addEventListener("resize", resized);
    return () => {
      element.removeEventListener("focus", focused);
      element.removeEventListener("wheel", turn);
      window.removeEventListener("scroll", pageScrolled, { capture: true });
      window.removeEventListener("resize", resized);
    };
  }, [frame, ownsWheel]);

  const lift = (event: PointerEvent<HTMLElement>) => {
    const wasOnly = fingers.current.size === 1;
    fingers.current.delete(event.pointerId);
    const press = pressed.current;
    if (!wasOnly || !press?.isTap) return;
    const before = lastTap.current;
    const atMs = event.timeStamp;
    lastTap.current = { at: press.at, atMs };
    if (!before || atMs - before.atMs > doubleTap.withinMs || distance(before.at, press.at) > doubleTap.withinPx)
      return;
    lastTap.current = undefined;
    change((now) => (now.scale > 1 ? wholePhoto : zoomed(now, doubleTap.factor, press.at)));
  };

  return {
    view,
    change,
    handlers: {
      onPointerDown: (event) => {
        if (event.button !== 0) return;
        const at = pointIn(event.currentTarget, event);
        fingers.current.set(event.pointerId, at);
        pressed.current = { at, isTap: fingers.current.size === 1 };
        event.currentTarget.setPointerCapture?.(event.pointerId);
      },
      onPointerMove: (event) => {
        // Small movements while turning the wheel do not count.
        const isStill = event.timeStamp - scrolledAtMs.current > wheelPauseMs;
        if (isStill && (event.movementX !== 0 || event.movementY !== 0)) isMeant.current = true;
        const from = fingers.current.get(event.pointerId);
        if (!from) return;
        const to = pointIn(event.currentTarget, event);
        if (pressed.current && distance(pressed.current.at, to) > tapPx) pressed.current.isTap = false;
        const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1];
        fingers.current.set(event.pointerId, to);
        if (other) change((before) => pinched(before, [from, other], [to, other]));
        else change((before) => moved(before, { x: to.x - from.x, y: to.y - from.y }));
      },
      onPointerUp: lift,
      onPointerCancel: (event) => {
        if (pressed.current) pressed.current.isTap = false;
        lift(event);
      },
    },
  };
}

const distance = (one: Point, other: Point) => Math.hypot(one.x - other.x, one.y - other.y);

function sizeOf(element: Element | null): Size {
  const { width, height } = element?.getBoundingClientRect() ?? { width: 0, height: 0 };
  return { width: Math.max(1, width), height: Math.max(1, height) };
}

/** The size of the frame until the photo is loaded. */
const naturalSizeOf = (photo: HTMLImageElement | null, frame: Size): Size =>
  photo?.naturalWidth ? { width: photo.naturalWidth, height: photo.naturalHeight } : frame;

/** Relative to the middle of the element. */
function pointIn(element: Element, { clientX, clientY }: { clientX: number; clientY: number }): Point {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: clientX - left - width / 2, y: clientY - top - height / 2 };
}

/** Says, in the place of a photo, why there is none. */
export const NoPhoto = ({ children }: { children: string }) => <p className={`muted ${styles.failed}`}>{children}</p>;
