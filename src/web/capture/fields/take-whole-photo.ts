/** TypeScript has no types of it. */
type Capture = {
  getPhotoCapabilities(): Promise<{ imageWidth?: { max?: number }; imageHeight?: { max?: number } }>;
  takePhoto(size?: { imageWidth: number; imageHeight: number }): Promise<Blob>;
};
type CaptureClass = new (track: MediaStreamTrack) => Capture;

const captureClass = () => (globalThis as { ImageCapture?: CaptureClass }).ImageCapture;

/** Other browsers only have the frames of a video, which are smaller than a photo. */
export const canTakeWholePhotos = (): boolean =>
  captureClass() !== undefined && navigator.mediaDevices?.getUserMedia !== undefined;

/** The back camera, as large as it shows. @throws DOMException without a camera or the permission */
export const openCamera = (): Promise<MediaStream> =>
  navigator.mediaDevices.getUserMedia({
    video: { facingMode: "environment", width: { ideal: 4096 }, aspectRatio: { ideal: 4 / 3 } },
  });

/** Takes a photo in the camera's full size. @throws DOMException */
export async function takeWholePhoto(stream: MediaStream): Promise<File> {
  const [track] = stream.getVideoTracks();
  const Capture = captureClass();
  if (!track || !Capture) throw new DOMException("There is no camera.", "NotFoundError");
  const capture = new Capture(track);
  const { imageWidth, imageHeight } = await capture.getPhotoCapabilities();
  const [width, height] = [imageWidth?.max, imageHeight?.max];
  const blob = await capture.takePhoto(width && height ? { imageWidth: width, imageHeight: height } : undefined);
  const nowMs = Date.now();
  const ending = blob.type === "image/png" ? "png" : "jpg";
  return new File([blob], `${nowMs}.${ending}`, { type: blob.type || "image/jpeg", lastModified: nowMs });
}
