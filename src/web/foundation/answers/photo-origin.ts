/** Photos from the gallery; others were just taken. */
const picked = new WeakSet<File>();

export const markAsPicked = (photo: File): void => void picked.add(photo);
export const isPicked = (photo: File): boolean => picked.has(photo);
