import { useCallback, useEffect, useRef, useState } from "react";
import { holdDraft, letDraftGo } from "../outbox/draft-locks.ts";
import { keepLastWords, withLastWords } from "../outbox/last-words.ts";
import { discard, findPhoto, keepDraft } from "../outbox/outbox.ts";
import { isBegun, type MeasuredRecord } from "../outbox/record.ts";

/** What is typed goes to the database at once, fixes that keep coming so often at the most. */
const seenEveryMs = 5_000;

export type Draft<Kind extends MeasuredRecord> = {
  point: Kind;
  /** By key; those that the database would not take too. */
  photos: Readonly<Record<string, File>>;
};

/** Where drafts come from. It stays the same object as long as the draft is to stay. */
export type DraftSource<Kind extends MeasuredRecord> = {
  begin: () => Kind;
  /** The one to go on with, whose lock this tab has then. */
  find: () => Promise<Kind | undefined>;
};

export type DraftInHand<Kind extends MeasuredRecord> = {
  /** Undefined while it is looked for. */
  draft: Draft<Kind> | undefined;
  /** As it is now, also between two drawings. Once there is one. */
  current: () => Draft<Kind>;
  /** `soon`: typed, or otherwise lost with the tab. */
  change: (change: (point: Kind) => Kind, when: "soon" | "some-time") => void;
  /** Durable before it settles. @throws OutboxFullError, OutboxUnavailableError; the photo then stays in this tab. */
  keepPhoto: (key: string, photo: File, change: (point: Kind) => Kind) => Promise<void>;
  /** Shows a photo that is not to be kept as it is. */
  showPhoto: (key: string, photo: File) => void;
  /** Waits for what is being written. */
  settled: () => Promise<void>;
  /** Photos that are not in the database. */
  unkeptPhotos: () => Readonly<Record<string, File>>;
  /** The draft has been saved or discarded: begins the next one. */
  next: () => void;
  discard: () => Promise<void>;
};

/**
 * The draft that this tab writes: the one that the source finds, or a new one. What is in it is in the outbox's database, as it is
 * typed.
 */
export function useDraft<Kind extends MeasuredRecord>(source: DraftSource<Kind>): DraftInHand<Kind> {
  const [draft, setDraft] = useState<Draft<Kind>>();
  const now = useRef<Draft<Kind>>(undefined);
  const last = useRef<Draft<Kind>>(undefined);
  const unkept = useRef<Record<string, File>>({});
  const writing = useRef<Promise<void>>(Promise.resolve());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** As the database has it. */
  const kept = useRef<Kind>(undefined);
  /** The database has something of it, or will. */
  const isStored = useRef(false);

  const show = useCallback((next: Draft<Kind>) => {
    now.current = next;
    last.current = next;
    setDraft(next);
  }, []);

  const begin = useCallback((): Draft<Kind> => {
    const point = source.begin();
    void holdDraft(point.localId);
    return { point, photos: {} };
  }, [source]);

  /** One after the other, each with what is there when its turn comes. */
  const write = useCallback((photos?: Readonly<Record<string, File>>) => {
    clearTimeout(timer.current);
    timer.current = undefined;
    const localId = last.current?.point.localId;
    const turn = writing.current.then(async () => {
      // It may have been saved or discarded meanwhile; a page that was left writes its last words all the same.
      if (!last.current || last.current.point.localId !== localId) return;
      const { point } = last.current;
      if (point === kept.current && !photos) return;
      isStored.current = true;
      await keepDraft(point, photos);
      kept.current = point;
    });
    writing.current = turn.catch((error: unknown) => console.warn("The draft was not kept.", error));
    return turn;
  }, []);

  const flush = useCallback(() => {
    const point = last.current?.point;
    if (!point || point === kept.current || !(isStored.current || isBegun(point))) return;
    keepLastWords(point);
    void write().catch(() => {});
  }, [write]);

  useEffect(() => {
    let isCurrent = true;
    void (async () => {
      const found = await findWhole(source).catch(() => undefined);
      if (!isCurrent) {
        if (found) letDraftGo(found.point.localId);
        return;
      }
      isStored.current = found !== undefined;
      show(found ?? begin());
      // The last words of the page before are not in the database yet.
      flush();
    })();
    const hide = () => {
      if (document.visibilityState === "hidden") flush();
    };
    window.addEventListener("pagehide", flush);
    document.addEventListener("visibilitychange", hide);
    return () => {
      isCurrent = false;
      flush();
      window.removeEventListener("pagehide", flush);
      document.removeEventListener("visibilitychange", hide);
      if (now.current) letDraftGo(now.current.point.localId);
      now.current = undefined;
    };
  }, [source, begin, flush, show]);

  const current = useCallback((): Draft<Kind> => {
    if (!last.current) throw new Error("There is no draft yet.");
    return last.current;
  }, []);

  const change = useCallback<DraftInHand<Kind>["change"]>(
    (changing, when) => {
      const before = now.current;
      if (!before) return;
      const point = changing(before.point);
      if (point === before.point) return;
      show({ ...before, point });
      if (when === "soon") flush();
      else timer.current ??= setTimeout(flush, seenEveryMs);
    },
    [flush, show],
  );

  const keepPhoto = useCallback<DraftInHand<Kind>["keepPhoto"]>(
    async (key, photo, changing) => {
      const before = now.current;
      if (!before) return;
      unkept.current = { ...unkept.current, [key]: photo };
      show({ point: changing(before.point), photos: { ...before.photos, [key]: photo } });
      await write({ [key]: photo });
      if (unkept.current[key] === photo) {
        const { [key]: _, ...others } = unkept.current;
        unkept.current = others;
      }
    },
    [show, write],
  );

  const next = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
    if (now.current) letDraftGo(now.current.point.localId);
    unkept.current = {};
    isStored.current = false;
    show(begin());
  }, [begin, show]);

  return {
    draft,
    current,
    change,
    keepPhoto,
    showPhoto: useCallback(
      (key, photo) => {
        if (now.current) show({ ...now.current, photos: { ...now.current.photos, [key]: photo } });
      },
      [show],
    ),
    settled: useCallback(() => writing.current, []),
    unkeptPhotos: useCallback(() => unkept.current, []),
    next,
    discard: useCallback(async () => {
      clearTimeout(timer.current);
      timer.current = undefined;
      await writing.current;
      if (now.current) await discard(now.current.point.localId).catch(() => {});
      next();
    }, [next]),
  };
}

async function findWhole<Kind extends MeasuredRecord>({ find }: DraftSource<Kind>): Promise<Draft<Kind> | undefined> {
  const found = await find();
  if (!found) return undefined;
  const point = withLastWords(found);
  const photos: Record<string, File> = {};
  for (const { key } of point.photos) {
    const photo = await findPhoto(point.localId, key);
    if (photo) photos[key] = photo;
  }
  return { point: { ...point, photos: point.photos.filter(({ key }) => photos[key] !== undefined) }, photos };
}
