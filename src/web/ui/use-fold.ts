import { type RefObject, useEffect, useRef, useState } from "react";

/**
 * A list whose first rows show, and all of them once its button was pressed. The button is gone then, so the focus moves
 * to the first row that has come.
 */
export function useFold<Box extends HTMLElement>(
  shown: number,
): { isOpen: boolean; open: () => void; box: RefObject<Box | null> } {
  const [isOpen, setIsOpen] = useState(false);
  const box = useRef<Box>(null);
  useEffect(() => {
    if (isOpen) box.current?.querySelectorAll("li")[shown]?.querySelector<HTMLElement>("a, [aria-expanded]")?.focus();
  }, [isOpen, shown]);
  return { isOpen, open: () => setIsOpen(true), box };
}
