/** The package's small build, JPEG and HEIC, which comes without types. */
declare module "exifr/dist/lite.esm.mjs" {
  export { parse } from "exifr";
}
