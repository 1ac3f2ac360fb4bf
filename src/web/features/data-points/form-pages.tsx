import ArrowLeft from "lucide-react/icons/arrow-left";
import {
  type MouseEvent,
  type ReactNode,
  type Ref,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from "react";
import { useLocation, useNavigate } from "react-router";
import { t } from "../../../../generated/web-texts/field.ts";
import { type Field, takesAnswer } from "../../../protocol/field.ts";
import { focusField } from "../../capture/fields/focus-field.ts";
import { ProtocolSteps } from "../../capture/fields/protocol-steps.tsx";
import type { StepsProps } from "../../capture/fields/steps-props.ts";
import type { Measuring } from "../../capture/measuring/measurement.ts";
import { useMeasured } from "../../capture/measuring/use-measurement.ts";
import { ownPhotoKey, type PointRecord } from "../../outbox/record.ts";
import { Button } from "../../ui/button.tsx";
import { announce } from "../../ui/live-region.tsx";
import styles from "./form-pages.module.css";
import { type OverviewEntry, positionKey, type UploadReading } from "./read-upload.ts";
import formStyles from "./upload-form.module.css";

export type Pages = {
  /** Moves on if the page has no faults, and shows them otherwise. False on the last page. */
  next: () => boolean;
  /** Shows the page of an answer and focuses its control. */
  show: (path: string) => void;
};

/** In the browser's history: the page, and how many entries of the same form are before it. */
type Place = { draft?: string; page?: string; from?: string | undefined; depth?: number };

/** One question a screen: the photo first and the position last. Each page is an entry of the browser's history. */
export function FormPages({
  ref,
  form,
  measurement,
  steps,
  entries,
  photo,
  position,
  failures,
  discard,
  finish,
}: {
  ref: Ref<Pages>;
  form: RefObject<HTMLFormElement | null>;
  measurement: Measuring<PointRecord>;
  steps: StepsProps & { read: UploadReading; errors: ReadonlyMap<string, string> };
  entries: readonly OverviewEntry[];
  photo: ((errors: ReadonlyMap<string, string>) => ReactNode) | undefined;
  position: ReactNode;
  failures: ReactNode;
  discard: ReactNode;
  /** Saves the data point. */
  finish: ReactNode;
}) {
  const { point } = useMeasured(measurement);
  const { protocol, read, errors } = steps;
  const { localId } = point;
  const heading = useRef<HTMLHeadingElement>(null);
  /** The page whose faults are shown. */
  const [tried, setTried] = useState<string>();
  const navigate = useNavigate();
  const place = (useLocation().state ?? {}) as Place;
  const isOwn = place.draft === localId;

  const hasPhoto = photo !== undefined;
  const all = useMemo(() => withOthers(pagesOf(protocol.fields), hasPhoto), [protocol, hasPhoto]);
  const shown = withOthers(shownPages(all, read.shown), hasPhoto);
  const pageOf = (path: string): Page => {
    const [key = ""] = path.split(".", 1);
    const isOn = ({ id, fields }: Page) => id === key || fields.some((field) => field.key === key);
    return shown.find(isOn) ?? shown.at(-1) ?? lastPage;
  };
  const [firstWrong] = errors.keys();
  const start = point.page ?? (firstWrong === undefined ? shown[0]?.id : pageOf(firstWrong).id);
  const index = nearestIndex(all, shown, (isOwn ? place.page : undefined) ?? start);
  const page = shown[index] ?? lastPage;
  const isLast = index === shown.length - 1;

  const go = (to: string) =>
    void navigate(".", {
      state: { draft: localId, page: to, from: page.id, depth: (place.depth ?? 0) + 1 } satisfies Place,
    });

  // The entries of a saved form are left behind, and the first one is used again.
  useEffect(() => {
    if (isOwn) return;
    if (place.depth) void navigate(-place.depth);
    else void navigate(".", { replace: true, state: { draft: localId, page: page.id, depth: 0 } satisfies Place });
  }, [isOwn, place.depth, localId, page.id, navigate]);
  useEffect(() => {
    if (isOwn && point.page !== page.id) measurement.change((draft) => ({ ...draft, page: page.id }));
  }, [isOwn, point.page, page.id, measurement]);

  /** The answer to focus on the next page. */
  const wanted = useRef<string>(undefined);
  const lastId = useRef(page.id);
  useEffect(() => {
    if (lastId.current === page.id) return;
    lastId.current = page.id;
    const path = wanted.current;
    wanted.current = undefined;
    if (path !== undefined) setTimeout(() => focusField(form.current, path));
    else {
      heading.current?.focus({ preventScroll: true });
      heading.current?.scrollIntoView?.({ block: "start" });
    }
  }, [page.id, form]);

  function next(): boolean {
    const following = shown[index + 1];
    if (!following) return false;
    const wrong = read.wrong.filter((path) => pageOf(path).id === page.id);
    if (wrong[0] === undefined) go(following.id);
    else {
      setTried(page.id);
      announce(t("field.form.wrong", { count: wrong.length }));
      setTimeout(() => focusField(form.current, wrong[0] ?? ""));
    }
    return true;
  }
  function show(path: string): void {
    const { id } = pageOf(path);
    if (id === page.id) focusField(form.current, path);
    else {
      wanted.current = path;
      go(id);
    }
  }
  function back(): void {
    const before = shown[index - 1];
    if (!before) return;
    if (place.from === before.id) void navigate(-1);
    else void navigate(".", { replace: true, state: { ...place, page: before.id, from: undefined } satisfies Place });
  }
  const pages = useRef<Pages>({ next, show });
  pages.current = { next, show };
  useImperativeHandle(ref, () => ({ next: () => pages.current.next(), show: (path) => pages.current.show(path) }), []);

  function moveOn({ detail, target }: MouseEvent): void {
    const [asked, another] = page.fields.filter(takesAnswer);
    // Arrow keys choose as well, without a tap.
    const isTap = detail > 0 && target instanceof HTMLInputElement && target.type === "radio";
    if (isTap && asked && !another && "quick" in asked && asked.quick) setTimeout(() => pages.current.next(), quickMs);
  }

  const isTried = tried === page.id;
  const shownErrors = useMemo(
    () => (isTried ? new Map([...errors, ...read.faults]) : errors),
    [isTried, errors, read.faults],
  );
  const keys = page.fields.map(({ key }) => key).join(" ");
  const only = useMemo(() => new Set(keys.split(" ")), [keys]);
  const label = entries.find(({ key }) => key === page.id || only.has(key))?.label ?? "";
  const at = { number: String(index + 1), count: String(shown.length) };

  return (
    <>
      <h3 ref={heading} tabIndex={-1} className={`muted text-16 strong figures ${styles.progress}`}>
        <span aria-hidden="true">{t("field.pages.progress", at)}</span>
        <span className="visually-hidden">{t("field.pages.named", { ...at, label })}</span>
      </h3>
      <div className={`stack gap-24 ${styles.content}`}>
        {page.id === ownPhotoKey ? photo?.(shownErrors) : null}
        {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: it only follows taps on options. */}
        <div className="if-any stack gap-24" onClick={moveOn}>
          <ProtocolSteps key={localId} {...steps} errors={shownErrors} isAsked={steps.isAsked || isTried} only={only} />
        </div>
        {isLast ? position : null}
        {failures}
        {isLast ? discard : null}
      </div>
      <div className={`cluster gap-8 ${formStyles.sticky}`}>
        {index > 0 ? (
          <Button icon={<ArrowLeft aria-hidden="true" />} className={styles.back} onClick={back}>
            {t("field.pages.back")}
          </Button>
        ) : null}
        {isLast ? (
          finish
        ) : (
          <Button type="submit" tone="next" className={styles.next}>
            {t("field.pages.next")}
          </Button>
        )}
      </div>
    </>
  );
}

/** Shows that the option is chosen. */
const quickMs = 200;

const photoPage: Page = { id: ownPhotoKey, fields: [] };
const lastPage: Page = { id: positionKey, fields: [] };

const withOthers = (pages: readonly Page[], hasPhoto: boolean): readonly Page[] => [
  ...(hasPhoto ? [photoPage] : []),
  ...pages,
  lastPage,
];

/** A page that is hidden now is replaced by the one before it. */
function nearestIndex(all: readonly Page[], shown: readonly Page[], id: string | undefined): number {
  const orderOf = (each: string | undefined) => all.findIndex((page) => page.id === each);
  const wanted = orderOf(id);
  return Math.max(
    0,
    shown.findLastIndex((page) => orderOf(page.id) <= wanted),
  );
}

/** Questions that are asked at once. Its id is the key of its first field, shown or not. */
type Page = { id: string; fields: readonly Field[] };

/** The pages of a form; calculated results are on the page of the question before them. */
export function pagesOf(fields: readonly Field[]): readonly Page[] {
  const pages: { id: string; fields: Field[] }[] = [];
  for (const field of fields) {
    const last = pages.at(-1);
    const isSame = field.kind === "calculated" || field.same_page;
    if (last && isSame && field.heading === undefined) last.fields.push(field);
    else pages.push({ id: field.key, fields: [field] });
  }
  return pages;
}

/** Pages with their shown questions, without those that have none. */
export function shownPages(pages: readonly Page[], shown: readonly Field[]): readonly Page[] {
  const keys = new Set(shown.map(({ key }) => key));
  return pages.flatMap(({ id, fields }) => {
    const left = fields.filter(({ key }) => keys.has(key));
    return left.length > 0 ? [{ id, fields: left }] : [];
  });
}
