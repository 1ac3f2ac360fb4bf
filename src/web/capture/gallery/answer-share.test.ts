import "../../../../test/web-database.ts";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { IDBFactory, IDBObjectStore } from "fake-indexeddb";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { keepFilesInDatabase } from "../../../../test/files-in-database.ts";
import { photoBytesMax } from "../../../contract/limits.ts";
import { paths } from "../../foundation/paths.ts";
import {
  dropShared,
  forgetGallery,
  type GalleryPhoto,
  galleryPhotosMax,
  readGallery,
} from "../../foundation/phone/kept-photos.ts";
import { answerShare } from "./answer-share.ts";

const page = `https://cairn.example${paths.share}`;
const photo = (name: string, type = "image/jpeg") => new File([`bytes of ${name}`], name, { type });
const many = (count: number, prefix: string) =>
  Array.from({ length: count }, (_, index) => photo(`${prefix}${index + 1}`));

async function share(files: readonly (File | string)[], field = "photos") {
  const form = { getAll: (name: string) => (name === field ? files : []) };
  const { status, headers } = await answerShare({ url: page, formData: async () => form } as unknown as Request);
  return [status, headers.get("location")];
}
const namesKept = async () => (await readGallery()).photos.map(({ photo }) => photo.name);
const placesOf = (photos: readonly GalleryPhoto[]) =>
  photos.map(({ photo, number, count }) => [photo.name, number, count]);

beforeEach(() => {
  vi.stubGlobal("indexedDB", new IDBFactory());
  keepFilesInDatabase();
});
afterEach(() => vi.unstubAllGlobals());

it("[ROUTE-17] the manifest shares photos with the path and the field that the worker answers", async () => {
  const manifest = JSON.parse(readFileSync(join("src", "web", "public", "manifest.webmanifest"), "utf8"));
  const { action, method, enctype, params } = manifest.share_target;
  expect([action, method, enctype]).toEqual([paths.share, "POST", "multipart/form-data"]);
  const [{ name, accept }] = params.files;
  expect(accept).toEqual(["image/jpeg", "image/png", "image/webp", "image/heic", "image/heif"]);
  await share([photo("a.jpg")], name);
  expect(await namesKept()).toEqual(["a.jpg"]);
});

it("[ROUTE-17] keeps shared photos in their order, with their bytes and their place among them", async () => {
  expect(await share([photo("a.jpg"), photo("b.heic", ""), photo("c.png", "image/png")])).toEqual([303, page]);
  const { photos, leftOut } = await readGallery();
  expect(placesOf(photos)).toEqual([
    ["a.jpg", 1, 3],
    ["b.heic", 2, 3],
    ["c.png", 3, 3],
  ]);
  expect(await photos[1]?.photo.text()).toBe("bytes of b.heic");
  expect(leftOut).toEqual([]);
});

it("[ROUTE-17] names what is no photo, empty or too large until the next share, without its bytes", async () => {
  const large = photo("large.jpg");
  Object.defineProperty(large, "size", { value: photoBytesMax + 1 });
  const empty = new File([], "empty.jpg", { type: "image/jpeg" });
  await share([photo("film.mp4", "video/mp4"), photo("a.jpg"), large, empty, "words"]);
  const { photos, leftOut } = await readGallery();
  expect(placesOf(photos)).toEqual([["a.jpg", 1, 1]]);
  expect(leftOut).toMatchObject([
    { name: "film.mp4", type: "video/mp4", bytes: null },
    { name: "large.jpg", sizeBytes: photoBytesMax + 1, bytes: null },
    { name: "empty.jpg", sizeBytes: 0, bytes: null },
  ]);
  await share([photo("b.jpg")]);
  expect((await readGallery()).leftOut).toEqual([]);
});

it("[ROUTE-17] keeps at most 20, and says how many had no room", async () => {
  expect(await share(many(18, "a"))).toEqual([303, page]);
  expect(await share(many(5, "b"))).toEqual([303, `${page}?left=3`]);
  const { photos } = await readGallery();
  expect(photos).toHaveLength(galleryPhotosMax);
  expect(placesOf(photos.slice(-2))).toEqual([
    ["b1", 1, 2],
    ["b2", 2, 2],
  ]);
  if (photos[0]) await dropShared(photos[0]);
  expect(await share(many(1, "c"))).toEqual([303, page]);
});

it("[ROUTE-17] what can't be kept is kept in no part, and the page says so", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  await share([photo("a.jpg")]);
  const put = IDBObjectStore.prototype.put;
  vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(function fails(this: IDBObjectStore, value, key) {
    if (value.name === "c.jpg") throw new DOMException("Full.", "QuotaExceededError");
    return put.call(this, value, key);
  });
  expect(await share([photo("b.jpg"), photo("c.jpg")])).toEqual([303, `${page}?unkept`]);
  vi.restoreAllMocks();
  expect(await namesKept()).toEqual(["a.jpg"]);

  vi.spyOn(console, "warn").mockImplementation(() => {});
  const broken = { url: page, formData: () => Promise.reject(new TypeError("Failed to fetch")) } as unknown as Request;
  expect((await answerShare(broken)).headers.get("location")).toBe(`${page}?unkept`);
});

it("forgets them all", async () => {
  await share(many(2, "a"));
  await forgetGallery();
  expect(await namesKept()).toEqual([]);
});
