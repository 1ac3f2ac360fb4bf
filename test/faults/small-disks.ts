import { execFileSync } from "node:child_process";
import { chmod, mkdir } from "node:fs/promises";

/** Small disks of a few megabytes, mounted on folders, that tests can fill. */
export class SmallDisks {
  readonly #folders: string[] = [];

  /** Why they can't be mounted; undefined if they can. */
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
