import { createContext, useContext } from "react";
import type { DraftProblems } from "./draft-problems.ts";
import type { Edit } from "./edit-draft.ts";

/** What every part of the editor needs. */
export type EditorContextValue = {
  edit: (edit: Edit) => void;
  problems: DraftProblems;
  /** The first is the one that everything is written in. */
  languages: readonly string[];
  /** Whether points exist under the saved keys. */
  hasPoints: boolean;
  /** Tells a screen reader; what lies outside the dialog is silent. */
  announce: (text: string) => void;
};

export const EditorContext = createContext<EditorContextValue | undefined>(undefined);

export function useEditor(): EditorContextValue {
  const value = useContext(EditorContext);
  if (!value) throw new Error("This part stands outside of the editor.");
  return value;
}
