import { type ReactNode, Suspense, startTransition, useEffect, useState } from "react";
import { onFetched } from "../foundation/texts/lazily.ts";
import { countIfLate } from "./late-parts.ts";
import { Part } from "./part.tsx";

/**
 * Shows a fallback until its children's components are fetched. React alone delays them until 300 ms after the last
 * fallback of the page; a state change shows them at once.
 */
export function WhenFetched({ fallback, children }: { fallback?: ReactNode; children: ReactNode }) {
  const [, lookAgain] = useState({});
  useEffect(() => onFetched(() => startTransition(() => lookAgain({}))), []);
  return (
    <Suspense fallback={<Missing>{fallback}</Missing>}>
      <Part>{children}</Part>
    </Suspense>
  );
}

function Missing({ children }: { children: ReactNode }) {
  useEffect(countIfLate, []);
  return <>{children}</>;
}
