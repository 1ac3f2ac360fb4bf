import type { ReviewDecision } from "../../../contract/enums.ts";
import type { ReviewPayload } from "../../../contract/reviews.ts";
import type { SampleDetail, SampleRow } from "../../../contract/samples.ts";
import { DeskClaims } from "./desk-claims.ts";
import { type DecisionsState, DeskDecisions, type Outcome } from "./desk-decisions.ts";
import { type DeskRow, isOwn, keepInPlace, withLearned } from "./desk-rows.ts";
import type { SampleFilter } from "./sample-filter.ts";

export type DeskView = "list" | "grid";

/** The input from the address and the server. */
export type DeskInput = {
  /** The open sample. */
  id: string | undefined;
  filter: SampleFilter;
  /** A new key resets the selection and the rows. */
  listKey: string;
  items: readonly SampleRow[] | undefined;
  isWide: boolean;
};

export type DeskState = DecisionsState & {
  /** The server's list without decided rows, plus rows in use that have left it. */
  rows: readonly DeskRow[] | undefined;
  /** The index of the open sample in `rows`, or -1. */
  index: number;
  nextId: string | undefined;
  previousId: string | undefined;
  /** Samples to fetch in advance. */
  ahead: readonly string[];
  selected: ReadonlySet<string>;
  selectedRows: readonly DeskRow[];
  /** Other reviewers by the sample they have open, newer than in the rows. */
  claims: ReadonlyMap<string, string>;
  /** The last decision on many samples, if not all were decided. */
  outcome: Outcome | undefined;
  view: DeskView;
  mayUndo: boolean;
};

export type DeskPage = {
  open: (id: string | undefined) => void;
  refresh: () => void;
};

const viewStorageKey = "samples-view";
/** The list is refreshed after a pause in decisions, at the latest after three such pauses. */
const settleMs = 1_500;
const refreshEveryMs = 15_000;
const samplesAhead = 2;
const photosAhead = { narrow: 2, wide: 4 };

/** The state and the actions of the review desk. Read by `useSyncExternalStore`. */
export class ReviewDesk {
  readonly decisions: DeskDecisions;
  readonly #claims: DeskClaims;
  readonly #photos = new PhotosAhead();
  readonly #listeners = new Set<() => void>();
  readonly #deciding = new Set<string>();
  #page: DeskPage = { open: () => {}, refresh: () => {} };
  #input: DeskInput;
  #known: readonly DeskRow[] | undefined;
  #selected: ReadonlySet<string> = new Set();
  #anchor: string | undefined;
  #outcome: Outcome | undefined;
  #view: DeskView = localStorage.getItem(viewStorageKey) === "grid" ? "grid" : "list";
  #settling: { timer: ReturnType<typeof setTimeout>; sinceMs: number } | undefined;
  #state: DeskState | undefined;

  constructor(input: DeskInput) {
    this.#input = input;
    this.#known = input.items;
    this.#claims = new DeskClaims(() => this.#changed());
    this.decisions = new DeskDecisions({
      onState: () => this.#changed(),
      onChanged: () => this.#refreshSoon(),
      onUndone: (ids) => {
        this.#page.refresh();
        if (ids.length === 1) this.#page.open(ids[0]);
      },
    });
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  readonly getState = (): DeskState => {
    this.#state ??= this.#look();
    return this.#state;
  };

  /** Refreshes the list regularly and when the page becomes visible, because others work on it too. */
  start(): () => void {
    const refresh = () => {
      if (document.visibilityState !== "hidden") this.#page.refresh();
    };
    const timer = setInterval(refresh, refreshEveryMs);
    document.addEventListener("visibilitychange", refresh);
    const stopClaiming = this.#claims.start();
    return () => {
      clearInterval(timer);
      clearTimeout(this.#settling?.timer);
      document.removeEventListener("visibilitychange", refresh);
      stopClaiming();
      this.decisions.stop();
    };
  }

  /** Called on every render. */
  show(input: DeskInput, page: DeskPage): void {
    const before = this.#input;
    this.#page = page;
    this.#input = input;
    const isOtherList = input.listKey !== before.listKey;
    if (isOtherList) {
      this.#known = input.items;
      this.#selected = new Set();
    } else if (input.items !== before.items) {
      this.#known = input.items && (this.#known ? keepInPlace(this.#known, input.items, this.#isInUse) : input.items);
    }
    const isSame =
      !isOtherList && input.items === before.items && input.id === before.id && input.isWide === before.isWide;
    if (!isSame) this.#changed();
    this.#prepare();
  }

  readonly setView = (view: DeskView): void => {
    localStorage.setItem(viewStorageKey, view);
    this.#view = view;
    this.#changed();
  };

  /** Selects or deselects a row; with `isRange`, all rows from the last one to it. */
  readonly toggle = (id: string, isRange: boolean): void => {
    const rows = this.getState().rows?.filter((row) => !isOwn(row)) ?? [];
    const from = rows.findIndex((row) => row.id === this.#anchor);
    const to = rows.findIndex((row) => row.id === id);
    const isWhole = isRange && from >= 0 && to >= 0;
    const range = isWhole ? rows.slice(Math.min(from, to), Math.max(from, to) + 1).map((row) => row.id) : [id];
    this.#anchor = id;
    if (this.#selected.has(id)) this.#select([...this.#selected].filter((each) => !range.includes(each)));
    else this.#select([...this.#selected, ...range]);
  };

  readonly selectAll = (): void => {
    const free = this.getState().rows?.filter(this.#isFree) ?? [];
    this.#select([...this.#selected, ...free.map(({ id }) => id)]);
  };

  readonly clearSelection = (): void => this.#select([]);

  readonly dismissOutcome = (): void => {
    this.#outcome = undefined;
    this.#changed();
  };

  /** Decides on the open sample. Opens the next one at once if this one leaves the list. @throws ApiError */
  async decide(shown: SampleDetail, review: ReviewPayload): Promise<void> {
    const { id } = shown;
    const { filter } = this.#input;
    if (id !== this.#input.id || this.#deciding.has(id)) return;
    this.#deciding.add(id);
    const seen = {
      edited_at: shown.edited_at,
      revision: shown.revision,
      seen_review: shown.review?.reviewed_at ?? null,
    };
    const isLeft = filter.isRecheck || filter.state !== review.decision;
    // An error can arrive before the next sample.
    const isShown = () => !isLeft && this.#input.id === id;
    const { nextId, previousId } = this.getState();
    const kept = this.decisions.decide(shown, { ...seen, ...review }, { isRecheck: filter.isRecheck, isShown });
    this.#unselect([id]);
    if (isLeft) this.#page.open(nextId ?? previousId);
    try {
      await kept;
    } finally {
      this.#deciding.delete(id);
    }
  }

  /** Decides on the selection. @throws ApiError if nothing was decided */
  readonly decideMany = async (decision: ReviewDecision, comment: string | null): Promise<void> => {
    const { id, filter } = this.#input;
    const outcome = await this.decisions.decideMany(this.getState().selectedRows, decision, comment);
    this.#known = this.#known && withLearned(this.#known, outcome.conflicts);
    this.#outcome = outcome.left.length > 0 ? outcome : undefined;
    this.#unselect(outcome.decided);
    if (id !== undefined && outcome.decided.includes(id) && filter.state !== decision) this.#page.open(undefined);
  };

  #look(): DeskState {
    const { id, filter } = this.#input;
    const rows = this.#known?.filter(
      (row) => (!row.isGone || this.#isInUse(row.id)) && !this.decisions.isDecided(row, filter),
    );
    const index = rows?.findIndex((row) => row.id === id) ?? -1;
    const following = rows?.slice(index + 1).filter(this.#isFree) ?? [];
    const earlier = rows?.slice(0, Math.max(0, index)).filter((row) => !this.decisions.isSending(row.id)) ?? [];
    return {
      ...this.decisions.state,
      rows,
      index,
      nextId: following[0]?.id,
      previousId: earlier.at(-1)?.id,
      ahead: id === undefined ? [] : following.slice(0, samplesAhead).map((row) => row.id),
      selected: this.#selected,
      selectedRows: rows?.filter((row) => this.#selected.has(row.id)) ?? [],
      claims: this.#claims.others,
      outcome: this.#outcome,
      view: this.#view,
      mayUndo: this.decisions.mayUndo,
    };
  }

  /** Claims the open sample and the next one, and fetches the next photos. */
  #prepare(): void {
    const { id, isWide } = this.#input;
    const { rows = [], index, ahead } = this.getState();
    this.#claims.hold(id === undefined ? [] : [id, ...ahead.slice(0, 1)]);
    const following = id === undefined ? [] : rows.slice(index + 1).filter(this.#isFree);
    const shown = following.slice(0, isWide ? photosAhead.wide : photosAhead.narrow);
    this.#photos.hold(shown.map((row) => row.image_data_presigned_url));
  }

  readonly #isInUse = (id: string): boolean => id === this.#input.id || this.#selected.has(id);

  readonly #isFree = (row: DeskRow): boolean =>
    row.claim === null && !row.isGone && !isOwn(row) && !this.decisions.isSending(row.id);

  #select(ids: readonly string[]): void {
    this.#selected = new Set(ids);
    this.#changed();
  }

  #unselect(ids: readonly string[]): void {
    this.#select([...this.#selected].filter((each) => !ids.includes(each)));
  }

  #refreshSoon(): void {
    clearTimeout(this.#settling?.timer);
    const sinceMs = this.#settling?.sinceMs ?? Date.now();
    const refresh = () => {
      this.#settling = undefined;
      this.#page.refresh();
    };
    const latestMs = sinceMs + 3 * settleMs - Date.now();
    this.#settling = { sinceMs, timer: setTimeout(refresh, Math.max(0, Math.min(settleMs, latestMs))) };
  }

  #changed(): void {
    this.#state = undefined;
    for (const listener of this.#listeners) listener();
  }
}

/** Fetches and decodes the next photos in advance. */
class PhotosAhead {
  #held = new Map<string, HTMLImageElement>();

  hold(addresses: readonly (string | null | undefined)[]): void {
    const before = this.#held;
    this.#held = new Map();
    for (const address of addresses) {
      if (address) this.#held.set(address, before.get(address) ?? fetchPhoto(address));
    }
  }
}

function fetchPhoto(address: string): HTMLImageElement {
  const image = new Image();
  image.src = address;
  // Errors are reported where the photo is shown.
  image.decode?.().catch(() => undefined);
  return image;
}
