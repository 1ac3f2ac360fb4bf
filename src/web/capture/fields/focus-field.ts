/** Asks a group of rows to open the one that has the answer at the event's path, and then to focus that answer. */
export const openRowEvent = "cairn-open-row";

const triesMax = 20;
const againAfterMs = 100;

/** Scrolls to a field and focuses its control: the selected one of several, otherwise the first. */
export function focusField(form: HTMLElement | null, path: string, tries = 1): void {
  const fields = [...(form?.querySelectorAll<HTMLElement>("[data-field]") ?? [])];
  const field = fields.find((each) => each.dataset.field === path);
  if (!field) {
    // It is in a closed row: the innermost group around it that is drawn opens the row.
    const groups = fields.filter(({ dataset }) => path.startsWith(`${dataset.field}.`));
    const event = new CustomEvent(openRowEvent, { detail: path, cancelable: true });
    const isOpening = groups.at(-1)?.dispatchEvent(event) === false;
    // The rows may not be fetched yet.
    if (!isOpening && tries < triesMax) setTimeout(() => focusField(form, path, tries + 1), againAfterMs);
    return;
  }
  const folded = field.closest("details");
  if (folded) folded.open = true;
  const control =
    field.querySelector<HTMLElement>("input:checked") ??
    field.querySelector<HTMLElement>("input, textarea, select") ??
    field.querySelector<HTMLElement>("button");
  if (!control) return;
  control.focus({ preventScroll: true });
  field.scrollIntoView?.({ block: "center" });
}
