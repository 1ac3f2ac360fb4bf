import { Fragment, type ReactNode, useSyncExternalStore } from "react";
import { currentLanguage, onLanguageChange } from "../../foundation/texts/area-texts.ts";

/** Remounts its children when the language changes. */
export function InLanguage({ children }: { children: ReactNode }) {
  const { code } = useSyncExternalStore(onLanguageChange, currentLanguage);
  return <Fragment key={code}>{children}</Fragment>;
}
