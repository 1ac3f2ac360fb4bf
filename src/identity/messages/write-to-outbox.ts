import { randomUUID } from "node:crypto";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * Writes a message as the JSON file `<time>-<recipient>-<random>.json`, for its owner alone. Names sort by time. The file
 * gets its name when it is complete, so that a reader never sees half of one.
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
