import { type ReactNode, Suspense, startTransition, useEffect, useState } from "react";
import { onFetched } from "../texts/lazily.ts";

/**
 * Shows a fallback until the components that its children show are fetched. Left to itself, React shows them no earlier than 300 ms
 * after the last fallback of the page: each part of a page that is fetched by itself came so much later. A state that changes once
 * they are there shows them at once.
 */
export function WhenFetched({ fallback, children }: { fallback?: ReactNode; children: ReactNode }) {
  const [, lookAgain] = useState({});
  useEffect(() => onFetched(() => startTransition(() => lookAgain({}))), []);
  return <Suspense fallback={fallback}>{children}</Suspense>;
}
