/** ODK's name for the answer of the last saved form; alone, or before another default. */
const lastSaved = /^(?:coalesce\(\s*)?\$\{\s*last-saved#(?<name>[^{}\s]+)\s*\}(?:\s*,(?<otherwise>.*)\))?$/s;

/** Takes a question's own last answer out of its default. */
export function readLastSaved(
  written: string | undefined,
  isOwn: (name: string) => boolean,
): { isSame: boolean; otherwise: string | undefined } {
  const { name, otherwise } = lastSaved.exec(written ?? "")?.groups ?? {};
  if (name === undefined || !isOwn(name)) return { isSame: false, otherwise: written };
  return { isSame: true, otherwise: otherwise?.trim() };
}
