import { Fragment, type ReactNode, useSyncExternalStore } from "react";
import { currentLanguage, onLanguageChange } from "../texts/area-texts.ts";

/** Everything inside starts anew when another language is chosen. */
export function InLanguage({ children }: { children: ReactNode }) {
  const { code } = useSyncExternalStore(onLanguageChange, currentLanguage);
  return <Fragment key={code}>{children}</Fragment>;
}
