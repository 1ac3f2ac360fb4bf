import { paths } from "../../foundation/paths.ts";
import { keepShared } from "../../foundation/phone/kept-photos.ts";

/** The manifest names it. */
const photosField = "photos";

/** Keeps what the phone's gallery shares, and leads to the page that says what for. */
export async function answerShare(request: Request): Promise<Response> {
  const page = new URL(paths.share, request.url);
  try {
    const shared = (await request.formData()).getAll(photosField);
    const leftCount = await keepShared(shared.filter((each) => each instanceof File));
    if (leftCount > 0) page.searchParams.set("left", String(leftCount));
  } catch (error) {
    console.warn("Shared photos were not kept.", error);
    page.search = "unkept";
  }
  return Response.redirect(page, 303);
}
