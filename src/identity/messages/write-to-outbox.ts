import { randomUUID } from "node:crypto";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * Writes a message to `<time>-<recipient>-<random>.json`, readable by its owner only. Names sort by time. The file is
 * renamed when complete, so readers never see half a message.
 */
export async function writeToOutbox(
  folder: string,
  message: { recipient: string; sentAt: Date; content: object },
): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const time = message.sentAt.toISOString().replaceAll(":", "-");
  const recipient = message.recipient.replaceAll(/[^A-Za-z0-9@.+_-]/g, "_").slice(0, 100);
  const name = `${time}-${recipient}-${randomUUID().slice(0, 8)}.json`;
  const unfinished = join(folder, `.${name}.part`);
  await writeFile(unfinished, `${JSON.stringify(message.content, null, 2)}\n`, { mode: 0o600 });
  await rename(unfinished, join(folder, name));
}
