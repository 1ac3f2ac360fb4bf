/** Scrolls to a field and focuses its control: the selected one of several, otherwise the first. */
export function focusField(form: HTMLElement | null, key: string): void {
  const field = [...(form?.querySelectorAll<HTMLElement>("[data-field]") ?? [])].find(
    (each) => each.dataset.field === key,
  );
  const control =
    field?.querySelector<HTMLElement>("input:checked") ??
    field?.querySelector<HTMLElement>("input, textarea, select") ??
    field?.querySelector<HTMLElement>("button");
  if (!field || !control) return;
  control.focus({ preventScroll: true });
  field.scrollIntoView?.({ block: "center" });
}
