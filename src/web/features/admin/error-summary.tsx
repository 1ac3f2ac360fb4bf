import { useEffect, useLayoutEffect, useRef, useState } from "react";
import type { FieldErrors } from "react-hook-form";
import { t } from "../../../../generated/web-texts/admin.ts";
import { Banner } from "../../ui/banner.tsx";
import styles from "./quest-form-dialog.module.css";
import type { QuestFormValues } from "./quest-form-values.ts";

type Wrong = { element: HTMLElement; name: string };

/** Counts the invalid fields of a form and links to each. Takes the focus after each failed attempt to save. */
export function ErrorSummary({
  formId,
  errors,
  furtherCount,
  attempt,
}: {
  formId: string;
  errors: FieldErrors<QuestFormValues>;
  /** Errors in parts of the form with their own validation. */
  furtherCount: number;
  /** How often saving has failed. */
  attempt: number;
}) {
  const [wrong, setWrong] = useState<Wrong[]>([]);
  const summary = useRef<HTMLDivElement>(null);
  const answeredAttempt = useRef(attempt);
  const hasErrors = Object.keys(errors).length > 0 || furtherCount > 0;

  // Reads the page, which has the invalid fields in order.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the marks follow the errors.
  useLayoutEffect(
    () => setWrong(hasErrors ? findWrong(formId) : []),
    [formId, errors, furtherCount, attempt, hasErrors],
  );

  useEffect(() => {
    if (attempt === answeredAttempt.current || wrong.length === 0) return;
    answeredAttempt.current = attempt;
    summary.current?.focus();
    summary.current?.scrollIntoView?.({ block: "nearest" });
  }, [attempt, wrong]);

  if (!hasErrors) return null;
  return (
    <div ref={summary} tabIndex={-1} className={`stack gap-12 ${styles.outcomes}`}>
      <Banner tone="danger">
        <p>{t("admin.questForm.needAttention", { count: Math.max(wrong.length, 1) })}</p>
        <ul className={`cluster across-16 ${styles.wrong}`}>
          {wrong.map(({ element, name }) => (
            <li key={name}>
              <button type="button" onClick={() => element.focus()}>
                {name}
              </button>
            </li>
          ))}
        </ul>
      </Banner>
    </div>
  );
}

function findWrong(formId: string): Wrong[] {
  const form = document.getElementById(formId);
  const marked = form?.querySelectorAll<HTMLElement>('[aria-invalid="true"], [data-wrong]') ?? [];
  return [...marked]
    .filter((element) => !element.closest("[data-preview]"))
    .map((element) => ({ element, name: nameOf(element) }));
}

/** `Quest Name`, `Location 2: Locality`. */
function nameOf(element: HTMLElement): string {
  const label =
    element instanceof HTMLInputElement ||
    element instanceof HTMLSelectElement ||
    element instanceof HTMLTextAreaElement
      ? element.labels?.[0]
      : null;
  let name = element.dataset.wrong ?? label?.firstChild?.textContent ?? element.textContent ?? "";
  for (let group = element.closest("fieldset"); group; group = group.parentElement?.closest("fieldset") ?? null) {
    const legend = group.querySelector("legend")?.firstChild?.textContent;
    if (legend) name = t("admin.questForm.needAttention.inLocation", { location: legend, field: name });
  }
  return name;
}
