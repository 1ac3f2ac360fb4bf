import { randomBytes, randomUUID } from "node:crypto";
import { Agent, request } from "node:http";

export type Target = {
  name: string;
  pid: number;
  url: string;
  headers: Record<string, string>;
  isForm: boolean;
};

export type Load = {
  uploads: number;
  seconds: number;
  latenciesMs: number[];
};

const boundary = "----cairn-bench-7f3a9c2e";

/** Uploads unique photos from `clients` clients, each as soon as its previous one is answered. */
export async function runLoad(target: Target, photo: Buffer, clients: number, seconds: number): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const latenciesMs: number[] = [];
  const startedAt = performance.now();
  const endAt = startedAt + seconds * 1000;
  const client = async () => {
    while (performance.now() < endAt) {
      const sentAt = performance.now();
      await upload(target, agent, photo);
      latenciesMs.push(performance.now() - sentAt);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  agent.destroy();
  return { uploads: latenciesMs.length, seconds: (performance.now() - startedAt) / 1000, latenciesMs };
}

function upload(target: Target, agent: Agent, photo: Buffer): Promise<void> {
  const body = target.isForm ? formOf(photo) : uniquePhoto(photo);
  const type = target.isForm ? `multipart/form-data; boundary=${boundary}` : "application/octet-stream";
  const length = body.reduce((sum, part) => sum + part.length, 0);
  return new Promise((resolve, reject) => {
    const outgoing = request(
      target.url,
      { method: "POST", agent, headers: { ...target.headers, "content-type": type, "content-length": length } },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on("data", (chunk: Buffer) => chunks.push(chunk));
        answer.on("error", reject);
        answer.on("end", () => {
          if (answer.statusCode === 201) resolve();
          else reject(new Error(`${target.name} answered ${answer.statusCode}: ${Buffer.concat(chunks)}`));
        });
      },
    );
    outgoing.on("error", reject);
    for (const part of body) outgoing.write(part);
    outgoing.end();
  });
}

/** The same photo with a comment of 32 random bytes and so another hash, without copying the photo. */
function uniquePhoto(photo: Buffer): Buffer[] {
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, 34]), randomBytes(32)]);
  return [photo.subarray(0, 2), comment, photo.subarray(2)];
}

/** The app's upload of a data point. */
function formOf(photo: Buffer): Buffer[] {
  const fields = {
    id: randomUUID(),
    tree_width: "87.5",
    latitude: "21.970123",
    longitude: "-159.370456",
    accuracy: "5",
    fixed_at: new Date().toISOString(),
    position_source: "device",
  };
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const fileHeader = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="photo.jpg"\r\nContent-Type: image/jpeg\r\n\r\n`;
  return [Buffer.from(parts.join("") + fileHeader), ...uniquePhoto(photo), Buffer.from(`\r\n--${boundary}--\r\n`)];
}
