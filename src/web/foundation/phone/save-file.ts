import { isApplePhone, isInstalled } from "./browser.ts";

/**
 * Downloads a file of this page. An iPhone's app on the home screen would show it, without a way back: it gets the sheet to
 * share or save it, unless the press that asked for the file is too long ago.
 */
export function saveFile(file: Blob, name: string): void {
  const shared = { files: [new File([file], name, { type: file.type })] };
  if (isApplePhone() && isInstalled() && navigator.canShare?.(shared)) {
    navigator.share(shared).catch((error: unknown) => {
      if (!(error instanceof DOMException && error.name === "AbortError")) download(file, name);
    });
  } else download(file, name);
}

function download(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The browser has read it by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Downloads from a URL, whose response names the file. */
export function saveFrom(address: string): void {
  const link = document.createElement("a");
  link.href = address;
  link.download = "";
  link.click();
}
