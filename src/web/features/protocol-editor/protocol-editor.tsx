import Undo from "lucide-react/icons/undo-2";
import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import { t } from "../../../../generated/web-texts/editor.ts";
import type { QuestType } from "../../../contract/enums.ts";
import { listOf, type Protocol } from "../../../protocol/field.ts";
import { allFields } from "../../../protocol/places.ts";
import { isOpened, sourcesOf } from "../../../protocol/public-fields.ts";
import { useCall } from "../../foundation/api/use-call.ts";
import { Button } from "../../ui/button.tsx";
import type { DraftProblems } from "./draft-problems.ts";
import { duplicateField, type Edit, insertField, makeField, removeField } from "./edit-draft.ts";
import { EditorContext } from "./editor-context.ts";
import { FieldForm } from "./field-form.tsx";
import { FieldList } from "./field-list.tsx";
import { fieldName } from "./field-words.ts";
import { blockOf } from "./group-drafts.ts";
import { findMissingTexts, LanguageBar } from "./language-bar.tsx";
import { FormulaLists } from "./list-fields.tsx";
import { PhonePreview } from "./phone-preview.tsx";
import { draftOf, type FieldDraft, makeId, type ProtocolDraft } from "./protocol-draft.ts";
import styles from "./protocol-editor.module.css";
import { ProtocolSettings } from "./protocol-settings.tsx";
import { StartFrom } from "./start-from.tsx";

/** A replaced draft can only be restored until the new one (`onlyFor`) is changed. */
type Undoable = { text: string; undo: Edit; onlyFor?: ProtocolDraft };

const noLists: NonNullable<Protocol["lists"]> = [];

const isEmpty = ({ fields, lists, photoHint, target_count, spacing_meters }: ProtocolDraft) =>
  fields.length === 0 &&
  lists.length === 0 &&
  target_count === "" &&
  spacing_meters === "" &&
  Object.keys(photoHint.texts).length === 0;

/** Edits a protocol beside a preview. */
export function ProtocolEditor({
  draft,
  payload,
  problems,
  attempt,
  questType,
  questId,
  organizationId,
  hasPoints,
  edit,
}: {
  draft: ProtocolDraft;
  /** The draft as a protocol. */
  payload: Protocol;
  problems: DraftProblems;
  /** Number of failed attempts to save; each opens the first invalid field. */
  attempt: number;
  questType: QuestType;
  /** The edited quest, which isn't offered as a source; undefined for a new one. */
  questId: number | undefined;
  organizationId: number | undefined;
  hasPoints: boolean;
  edit: (edit: Edit) => void;
}) {
  const [openId, setOpenId] = useState<string>();
  const [isStarting, setIsStarting] = useState(() => isEmpty(draft));
  const [isPreviewShown, setIsPreviewShown] = useState(false);
  const [undoable, setUndoable] = useState<Undoable>();
  const [said, setSaid] = useState("");
  const root = useRef<HTMLDivElement>(null);
  const { languages } = draft;
  // In the draft's order.
  const asked = useMemo(() => allFields(payload.fields), [payload]);
  const { lists = noLists } = payload;
  const missing = useMemo(() => findMissingTexts(draft), [draft]);
  // Keeps typing fast.
  const previewed = useDeferredValue(useMemo(() => ({ draft, payload }), [draft, payload]));

  const usesLists = lists.length > 0 || asked.some(listOf);
  const { data: known } = useCall(
    "listLists",
    usesLists && organizationId ? { params: { id: organizationId } } : undefined,
  );
  const sources = useMemo(() => {
    const hasPlaces = ({ id }: { id: number }) => known?.find((list) => list.id === id)?.has_places === true;
    return sourcesOf(previewed.payload, { isOpen: isOpened, hasPlaces });
  }, [previewed, known]);

  const announce = useCallback(
    // A live region ignores a repeated text.
    (text: string) => setSaid((before) => (before === text ? `${text}\u00a0` : text)),
    [],
  );
  const context = useMemo(
    () => ({ edit, problems, languages, lists, organizationId, sources, hasPoints, announce }),
    [edit, problems, languages, lists, organizationId, sources, hasPoints, announce],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: only an attempt to save opens what is wrong.
  useEffect(() => {
    const first = draft.fields.find(({ id }) => [...problems.keys()].some((place) => place.startsWith(`${id}/`)));
    if (attempt > 0 && first) setOpenId(first.id);
  }, [attempt]);

  const focusRow = (id: string) =>
    requestAnimationFrame(() => {
      const row = root.current?.querySelector<HTMLElement>(`[data-draft="${id}"]`);
      row?.scrollIntoView?.({ block: "nearest" });
      row?.focus();
    });

  function open(id: string | undefined) {
    setOpenId(id);
    if (id === undefined) return;
    requestAnimationFrame(() => {
      const row = root.current?.querySelector<HTMLElement>(`[data-draft="${id}"]`);
      row?.scrollIntoView?.({ block: "nearest" });
      const isNew = draft.fields.every((field) => field.id !== id);
      if (isNew) row?.closest("li")?.querySelector<HTMLElement>("fieldset input, fieldset textarea")?.focus();
    });
  }
  // The rows are memoized, so this function must not change.
  const latestOpen = useRef(open);
  useEffect(() => {
    latestOpen.current = open;
  });
  const openRow = useCallback((id: string | undefined) => latestOpen.current(id), []);

  function remove(field: FieldDraft, index: number) {
    edit(removeField(field.id));
    setOpenId(undefined);
    offerUndo({
      text: t("editor.field.removed", { label: fieldName(field, languages) }),
      undo: insertField(field, index, blockOf(draft.fields, field.id).slice(1)),
    });
  }

  function offerUndo(next: Undoable) {
    setUndoable(next);
    announce(next.text);
    requestAnimationFrame(() => root.current?.querySelector<HTMLElement>("[data-undo]")?.focus());
  }

  function duplicate(field: FieldDraft, index: number) {
    const copyId = makeId();
    edit(duplicateField(field.id, copyId));
    setOpenId(copyId);
    announce(t("editor.field.duplicated", { number: index + 2 }));
    focusRow(copyId);
  }

  function take(protocol: Protocol) {
    const before = draft;
    const taken = draftOf(protocol, languages[0] ?? "en");
    edit(() => taken);
    setIsStarting(false);
    setOpenId(undefined);
    const text = t("editor.start.taken", { count: taken.fields.length });
    announce(text);
    setUndoable(isEmpty(before) ? undefined : { text, undo: () => before, onlyFor: taken });
    requestAnimationFrame(() => root.current?.focus());
  }

  const isOnlyStarting = isStarting && isEmpty(draft);
  const offered = undoable && (undoable.onlyFor === undefined || undoable.onlyFor === draft) ? undoable : undefined;
  const preview = <PhonePreview {...previewed} openId={openId} />;

  return (
    <EditorContext value={context}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the inputs inside. */}
      <div
        ref={root}
        tabIndex={-1}
        className={`grid start ${styles.editor}`}
        onKeyDown={(event) => {
          // Enter would save the half-edited quest.
          if (event.key === "Enter" && event.target instanceof HTMLInputElement) event.preventDefault();
        }}
      >
        {isStarting ? (
          <StartFrom questType={questType} questId={questId} replaces={!isEmpty(draft)} onTake={take} />
        ) : null}
        {isOnlyStarting ? null : (
          <div className="stack gap-16 shrinks">
            <div className={`cluster start gap-8 across-16 ${styles.tools}`}>
              <Button small aria-expanded={isStarting} onClick={() => setIsStarting(!isStarting)}>
                {t(isStarting ? "editor.start.close" : "editor.start.again")}
              </Button>
              <LanguageBar
                missing={missing}
                onShow={open}
                onRemoved={(text) => {
                  const before = draft;
                  setUndoable({ text, undo: () => before });
                  announce(text);
                }}
              />
            </div>
            {offered ? (
              <p className={`cluster center between gap-8 across-16 ${styles.undo}`}>
                <span>{offered.text}</span>
                <Button
                  small
                  data-undo
                  icon={<Undo aria-hidden="true" />}
                  onClick={() => {
                    edit(offered.undo);
                    setUndoable(undefined);
                    announce(t("editor.field.undone"));
                    root.current?.focus();
                  }}
                >
                  {t("editor.field.undo")}
                </Button>
              </p>
            ) : null}
            <FieldList draft={draft} openId={openId} asked={asked} onOpen={openRow}>
              {(field, index) => (
                <FieldForm
                  key={field.id}
                  draft={draft}
                  field={field}
                  index={index}
                  asked={asked}
                  onAddInside={(kind) => {
                    const added = makeField(kind, field.id);
                    edit(insertField(added, index + blockOf(draft.fields, field.id).length));
                    open(added.id);
                  }}
                  onDuplicate={() => duplicate(field, index)}
                  onRemove={() => remove(field, index)}
                  onDone={() => {
                    setOpenId(undefined);
                    focusRow(field.id);
                  }}
                />
              )}
            </FieldList>
            <FormulaLists lists={draft.lists} />
            <ProtocolSettings draft={draft} payload={payload} questType={questType} />
          </div>
        )}
        {isOnlyStarting ? null : (
          <div className={`stack gap-12 shrinks ${styles.beside}`}>
            <Button
              small
              wide
              className={styles.previewSwitch}
              aria-expanded={isPreviewShown}
              onClick={() => setIsPreviewShown(!isPreviewShown)}
            >
              {t(isPreviewShown ? "editor.preview.hide" : "editor.preview.show")}
            </Button>
            <div className={isPreviewShown ? undefined : styles.folded}>{preview}</div>
          </div>
        )}
        <p className="visually-hidden" aria-live="polite">
          {said}
        </p>
      </div>
    </EditorContext>
  );
}
