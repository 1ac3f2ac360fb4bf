import { useCallback, useMemo, useRef, useState } from "react";

const none: ReadonlySet<string> = new Set();

/** What is selected of a list, by id; another list begins without. */
export function useSelection(listKey: string) {
  const [selection, setSelection] = useState<{ key: string; ids: ReadonlySet<string> }>({ key: listKey, ids: none });
  const anchor = useRef<string>(undefined);
  const ids = selection.key === listKey ? selection.ids : none;

  const change = useCallback(
    (changed: (before: ReadonlySet<string>) => ReadonlySet<string>) =>
      setSelection((before) => ({ key: listKey, ids: changed(before.key === listKey ? before.ids : none) })),
    [listKey],
  );
  /** Turns one over; with `isRange`, everything from the one before to it becomes as it is. */
  const toggle = useCallback(
    (id: string, rows: readonly { id: string }[], isRange: boolean) => {
      const from = rows.findIndex((row) => row.id === anchor.current);
      const to = rows.findIndex((row) => row.id === id);
      const range =
        isRange && from >= 0 && to >= 0
          ? rows.slice(Math.min(from, to), Math.max(from, to) + 1).map((row) => row.id)
          : [id];
      anchor.current = id;
      change((before) => {
        const after = new Set(before);
        const isOn = !before.has(id);
        for (const each of range) {
          if (isOn) after.add(each);
          else after.delete(each);
        }
        return after;
      });
    },
    [change],
  );
  const add = useCallback((more: readonly string[]) => change((before) => new Set([...before, ...more])), [change]);
  const remove = useCallback(
    (less: readonly string[]) => change((before) => new Set([...before].filter((id) => !less.includes(id)))),
    [change],
  );
  const clear = useCallback(() => change(() => none), [change]);
  return useMemo(() => ({ ids, toggle, add, remove, clear }), [ids, toggle, add, remove, clear]);
}
