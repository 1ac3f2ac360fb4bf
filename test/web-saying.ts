/** Finds the element that says this, with names in it that have elements of their own: `findByText(saying("…"))`. */
export function saying(text: string | RegExp) {
  const says = ({ textContent }: Element) =>
    typeof text === "string" ? textContent === text : text.test(textContent ?? "");
  return (_own: string, element: Element | null): boolean =>
    element !== null && says(element) && ![...element.children].some(says);
}
