import { createContext, useContext } from "react";
import type { NamedList } from "../../../protocol/field.ts";
import type { Source } from "../../../protocol/public-fields.ts";
import type { DraftProblems } from "./draft-problems.ts";
import type { Edit } from "./edit-draft.ts";

export type EditorContextValue = {
  edit: (edit: Edit) => void;
  problems: DraftProblems;
  /** The first is the main language. */
  languages: readonly string[];
  /** That formulas look things up in. */
  lists: readonly NamedList[];
  /** Whose lists can be chosen; undefined until the quest has one. */
  organizationId: number | undefined;
  /** What each answer is made of, by key. */
  sources: ReadonlyMap<string, ReadonlySet<Source>>;
  /** Whether data points use the saved keys. */
  hasPoints: boolean;
  /** Tells screen readers, which ignore live regions outside the dialog. */
  announce: (text: string) => void;
};

export const EditorContext = createContext<EditorContextValue | undefined>(undefined);

export function useEditor(): EditorContextValue {
  const value = useContext(EditorContext);
  if (!value) throw new Error("This part stands outside of the editor.");
  return value;
}
