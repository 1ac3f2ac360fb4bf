/** Has the texts of the chosen language; the service worker answers from it. */
export const textCache = "cairn-texts";
