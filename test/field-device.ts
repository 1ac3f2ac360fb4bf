import { vi } from "vitest";

type Place = { latitude: number; longitude: number; accuracy: number };

/**
 * Fakes the device's position, fixed now; without a place it denies access. While `silent`, watchers get nothing, so
 * that sending must request a position; otherwise they get `watchedPlace`, fixed `watchedAgeMs` earlier.
 */
export function standInGeolocation(
  place: Place | undefined,
  { silent = place !== undefined, watchedPlace = place, watchedAgeMs = 0 } = {},
) {
  const answer = (
    at: Place | undefined,
    ageMs: number,
    succeed: (position: GeolocationPosition) => void,
    fail?: ((error: GeolocationPositionError) => void) | null,
  ) => {
    if (at) succeed({ coords: at, timestamp: Date.now() - ageMs } as GeolocationPosition);
    else fail?.({ code: 1, message: "User denied Geolocation" } as GeolocationPositionError);
  };
  const geolocation = {
    getCurrentPosition: vi.fn<Geolocation["getCurrentPosition"]>((succeed, fail) => answer(place, 0, succeed, fail)),
    watchPosition: vi.fn<Geolocation["watchPosition"]>((succeed, fail) => {
      if (!silent) queueMicrotask(() => answer(watchedPlace, watchedAgeMs, succeed, fail));
      return 1;
    }),
    clearWatch: vi.fn<Geolocation["clearWatch"]>(),
  };
  Object.defineProperty(navigator, "geolocation", { configurable: true, value: geolocation });
  return geolocation;
}

/** Fakes what the browser tells of itself, until `vi.unstubAllGlobals()`. */
export function standInNavigator(told: Readonly<Record<string, unknown>>): void {
  // The browser's own properties only work on the navigator itself.
  const get = (real: Navigator, key: string) => (key in told ? told[key] : Reflect.get(real, key));
  const has = (real: Navigator, key: string) => key in told || key in real;
  vi.stubGlobal("navigator", new Proxy(navigator, { get, has } as ProxyHandler<Navigator>));
}

/** Fakes XMLHttpRequest: tests decide when it answers or disconnects. */
export class FakeUpload {
  static sent: FakeUpload[] = [];

  readonly upload = new EventTarget();
  readonly headers = new Headers();
  method = "";
  address = "";
  status = 0;
  responseText = "";
  form = new FormData();
  private readonly events = new EventTarget();
  private answerHeaders = new Headers();

  open(method: string, address: string) {
    this.method = method;
    this.address = address;
  }
  setRequestHeader(name: string, value: string) {
    this.headers.set(name, value);
  }
  addEventListener(name: string, listener: EventListener) {
    this.events.addEventListener(name, listener);
  }
  getResponseHeader(name: string) {
    return this.answerHeaders.get(name);
  }
  send(form: FormData) {
    this.form = form;
    FakeUpload.sent.push(this);
  }
  progress(share: number) {
    this.upload.dispatchEvent(
      Object.assign(new Event("progress"), { lengthComputable: true, loaded: share, total: 1 }),
    );
  }
  answer(status: number, body: unknown, headers: Record<string, string> = {}) {
    this.status = status;
    this.answerHeaders = new Headers(headers);
    this.responseText = JSON.stringify(body);
    this.events.dispatchEvent(new Event("load"));
  }
  breakOff() {
    this.events.dispatchEvent(new Event("error"));
  }
  isAborted = false;
  abort() {
    this.isAborted = true;
    this.events.dispatchEvent(new Event("abort"));
  }
}
