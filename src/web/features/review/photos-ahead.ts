/** Fetches and decodes the next photos in advance. */
export class PhotosAhead {
  #held = new Map<string, HTMLImageElement>();

  hold(addresses: readonly (string | null | undefined)[]): void {
    const before = this.#held;
    this.#held = new Map();
    for (const address of addresses) {
      if (address) this.#held.set(address, before.get(address) ?? fetchPhoto(address));
    }
  }
}

function fetchPhoto(address: string): HTMLImageElement {
  const image = new Image();
  image.src = address;
  // Errors are reported where the photo is shown.
  image.decode?.().catch(() => undefined);
  return image;
}
