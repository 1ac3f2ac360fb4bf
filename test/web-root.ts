import { copyFile, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

const shells = ["index", "quest", "quest-data", "contributions", "contribution"];

/** A folder like the built web app: its pages, without their code, and its manifest. */
export async function makeWebRoot(folder: string): Promise<string> {
  await mkdir(join(folder, "assets"), { recursive: true });
  for (const name of shells) await writeFile(join(folder, `${name}.html`), `<!doctype html><title>${name}</title>`);
  await copyFile(join("src", "web", "public", "manifest.webmanifest"), join(folder, "manifest.webmanifest"));
  return folder;
}
