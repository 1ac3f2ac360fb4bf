import { createContext, type ReactNode, type RefObject } from "react";

/** What is shown below a photo; `camera` takes another one. */
export type RemarkOnPhoto = (photo: File, camera: RefObject<HTMLInputElement | null>) => ReactNode;

export const PhotoRemarks = createContext<RemarkOnPhoto>(() => null);
