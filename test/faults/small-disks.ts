import { execFileSync } from "node:child_process";
import { chmod, mkdir } from "node:fs/promises";

/** Disks of a few megabytes, each on a folder, that can be filled. */
export class SmallDisks {
  readonly #folders: string[] = [];

  /** Why there can be none; undefined where there can. */
  static whyNot(): string | undefined {
    if (process.platform !== "linux") return "only Linux mounts a small disk";
    return process.getuid?.() === 0 ? undefined : "only root mounts a small disk";
  }

  async mount(folder: string, bytes: number): Promise<void> {
    await mkdir(folder, { recursive: true });
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${bytes},mode=0711`, "tmpfs", folder]);
    this.#folders.push(folder);
    await chmod(folder, 0o711);
  }

  unmountAll(): void {
    for (const folder of this.#folders.splice(0)) execFileSync("umount", ["--lazy", folder]);
  }
}
