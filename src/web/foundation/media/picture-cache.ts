/** Name of the cache with pictures and sounds of questions: screens fill it, and the service worker answers from it. */
export const pictureCache = "cairn-pictures";
