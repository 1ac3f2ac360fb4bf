/** Toolbars that come and go are lower. */
const keyboardPx = 150;

/**
 * Phones lay their keyboard over the page, which stays as high as it was. While it is there, bars at the lower edge lie where
 * they are written, or they would cover the field that Safari moves into sight, and dialogs stand above it.
 * @returns a function that stops
 */
export function startKeyboardRoom(): () => void {
  const { visualViewport: seen } = window;
  if (!seen) return () => {};
  const { style } = document.documentElement;
  const names = ["--bar", "--seen-top", "--seen-bottom"] as const;
  const measure = () => {
    const { clientHeight } = document.documentElement;
    // Two fingers that zoom in make what is seen lower, too.
    const isThere = clientHeight - seen.height * seen.scale > keyboardPx;
    const bottomPx = Math.max(0, clientHeight - seen.offsetTop - seen.height);
    const values = isThere ? ["static", `${seen.offsetTop}px`, `${bottomPx}px`] : ["", "", ""];
    const hasCome = isThere && style.getPropertyValue("--bar") === "";
    for (const [index, name] of names.entries()) style.setProperty(name, values[index] ?? "");
    const { activeElement } = document;
    if (hasCome && activeElement?.closest("dialog")) activeElement.scrollIntoView({ block: "nearest" });
  };
  seen.addEventListener("resize", measure);
  seen.addEventListener("scroll", measure);
  return () => {
    seen.removeEventListener("resize", measure);
    seen.removeEventListener("scroll", measure);
    for (const name of names) style.removeProperty(name);
  };
}
