import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from "@dnd-kit/sortable";
import { CSS } from "@dnd-kit/utilities";
import GripVertical from "lucide-react/icons/grip-vertical";
import { createContext, type ReactNode, useContext, useRef, useState } from "react";
import { t } from "../../../../generated/web-texts/editor.ts";
import { classNames } from "../../ui/class-names.ts";
import styles from "./sortable-list.module.css";

type Handle = Pick<ReturnType<typeof useSortable>, "attributes" | "listeners" | "setActivatorNodeRef">;
const HandleContext = createContext<Handle | undefined>(undefined);

/** A list whose entries can be dragged by their handles, with a pointer or the keyboard. */
export function SortableList({
  ids,
  nameOf,
  onStart,
  onMove,
  children,
  className,
}: {
  ids: readonly string[];
  /** An entry's name for screen readers. */
  nameOf: (id: string) => string;
  onStart?: () => void;
  onMove: (id: string, to: number) => void;
  children: ReactNode;
  className?: string | undefined;
}) {
  // Live regions must be inside the dialog, because screen readers ignore the rest of the page.
  const [container, setContainer] = useState<HTMLElement | null>(null);
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const lastOver = useRef<UniqueIdentifier>(undefined);
  const placeOf = (id: UniqueIdentifier) => ({
    label: nameOf(String(id)),
    place: ids.indexOf(String(id)) + 1,
    count: ids.length,
  });
  const announcements: Announcements = {
    onDragStart: ({ active }) => {
      lastOver.current = active.id;
      return t("editor.drag.picked", placeOf(active.id));
    },
    onDragOver: ({ active, over }) => {
      // `onDragStart` has already announced it.
      if (!over || over.id === lastOver.current) return undefined;
      lastOver.current = over.id;
      return t("editor.drag.over", { ...placeOf(over.id), label: nameOf(String(active.id)) });
    },
    onDragEnd: ({ active, over }) =>
      t("editor.drag.dropped", { ...placeOf(over?.id ?? active.id), label: nameOf(String(active.id)) }),
    onDragCancel: ({ active }) => t("editor.drag.cancelled", { label: nameOf(String(active.id)) }),
  };

  function drop({ active, over }: DragEndEvent) {
    if (over && over.id !== active.id) onMove(String(active.id), ids.indexOf(String(over.id)));
  }

  return (
    <div className={className}>
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        {...(onStart ? { onDragStart: onStart } : {})}
        onDragEnd={drop}
        accessibility={{
          announcements,
          screenReaderInstructions: { draggable: t("editor.drag.instructions") },
          ...(container ? { container } : {}),
        }}
      >
        <SortableContext items={[...ids]} strategy={verticalListSortingStrategy}>
          {children}
        </SortableContext>
      </DndContext>
      <div ref={setContainer} />
    </div>
  );
}

/** An entry; must contain a `DragHandle`. */
export function SortableItem({
  id,
  className,
  children,
}: {
  id: string;
  className?: string | undefined;
  children: ReactNode;
}) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id,
  });
  return (
    <li
      ref={setNodeRef}
      className={classNames(className, isDragging && styles.dragged)}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      <HandleContext value={{ attributes, listeners, setActivatorNodeRef }}>{children}</HandleContext>
    </li>
  );
}

export function DragHandle({ label }: { label: string }) {
  const handle = useContext(HandleContext);
  return (
    <button
      ref={handle?.setActivatorNodeRef}
      type="button"
      className={`middle muted ${styles.handle}`}
      {...handle?.attributes}
      {...handle?.listeners}
      aria-label={label}
    >
      <GripVertical aria-hidden="true" />
    </button>
  );
}
