/** Photos that were picked from what the device had; all others come from its camera, now. */
const picked = new WeakSet<File>();

export const markAsPicked = (photo: File): void => void picked.add(photo);
export const isPicked = (photo: File): boolean => picked.has(photo);
