/** The text of a code in the current picture; undefined if there is none. */
export type Decode = (video: HTMLVideoElement) => Promise<string | undefined>;

type Detector = { detect: (source: HTMLVideoElement) => Promise<readonly { rawValue: string }[]> };
type DetectorClass = { new (): Detector; getSupportedFormats: () => Promise<readonly string[]> };

/** The browser's own decoder where there is one. Otherwise one is fetched: in JavaScript, because WebAssembly would need a weaker content security policy. */
export async function makeDecoder(): Promise<Decode> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass };
  if (BarcodeDetector && (await BarcodeDetector.getSupportedFormats()).length > 0) {
    const detector = new BarcodeDetector();
    return async (video) => (video.videoWidth === 0 ? undefined : (await detector.detect(video))[0]?.rawValue);
  }
  const { decodePixels } = await import("./decode-pixels.ts");
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d", { willReadFrequently: true });
  return async (video) => {
    if (!context || video.videoWidth === 0) return undefined;
    const scale = Math.min(1, widthMax / video.videoWidth);
    canvas.width = Math.round(video.videoWidth * scale);
    canvas.height = Math.round(video.videoHeight * scale);
    context.drawImage(video, 0, 0, canvas.width, canvas.height);
    return decodePixels(context.getImageData(0, 0, canvas.width, canvas.height));
  };
}

/** In pixels; more only slows it down. */
const widthMax = 800;
