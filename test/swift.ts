import { execFile, spawn } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { S3 } from "@aws-sdk/client-s3";
import getPort from "get-port";

const run = promisify(execFile);

export type Swift = {
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** The test's own client. */
  s3: S3;
  close(): Promise<void>;
};

const account = { region: "us-east-1", accessKeyId: "test:tester", secretAccessKey: "testing" };
const bucket = "photos";
const kinds = ["object", "container", "account"] as const;

/** Debian's OpenStack Swift with its S3 interface: four servers on this machine, with data in a temporary folder. */
export async function startSwift(): Promise<Swift> {
  const folder = await mkdtemp(join(tmpdir(), "cairn-swift-"));
  await mkdir(join(folder, "devices", "d1"), { recursive: true });
  const ports = Object.fromEntries(await Promise.all(kinds.map(async (kind) => [kind, await getPort()] as const)));
  await run("/usr/bin/python3", ["-c", makeRings, folder, ...kinds.map((kind) => `${kind}=${ports[kind]}`)]);
  await Promise.all(
    kinds.map((kind) => writeFile(join(folder, `${kind}.conf`), storageSettings(folder, kind, ports[kind] ?? 0))),
  );
  const port = await getPort();
  await writeFile(join(folder, "proxy.conf"), proxySettings(folder, port));
  const servers = [...kinds, "proxy" as const].map((kind) =>
    spawn(`/usr/bin/swift-${kind}-server`, [join(folder, `${kind}.conf`)], { stdio: "ignore" }),
  );
  const endpoint = `http://127.0.0.1:${port}`;
  const { accessKeyId, secretAccessKey, region } = account;
  const s3 = new S3({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: true,
    maxAttempts: 1,
  });
  const close = async () => {
    s3.destroy();
    await Promise.all(
      servers.map(async (server) => {
        if (server.exitCode !== null || server.signalCode !== null) return;
        const ended = new Promise((resolve) => server.once("exit", resolve));
        server.kill("SIGKILL");
        await ended;
      }),
    );
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await makeBucket(s3);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    ...account,
    endpoint,
    bucket,
    s3,
    close,
  };
}

/** In one process: swift-ring-builder would need nine, of half a second each. */
const makeRings = `
import sys
from swift.common.ring import RingBuilder
folder, *servers = sys.argv[1:]
for server in servers:
    kind, port = server.split("=")
    builder = RingBuilder(part_power=2, replicas=1, min_part_hours=0)
    address = {"ip": "127.0.0.1", "port": int(port), "replication_ip": "127.0.0.1", "replication_port": int(port)}
    builder.add_dev({"region": 1, "zone": 1, "device": "d1", "weight": 1, "meta": "", **address})
    builder.rebalance()
    builder.get_ring().save(f"{folder}/{kind}.ring.gz")
`;

const common = (folder: string, port: number) => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
user = ${userInfo().username}
swift_dir = ${folder}
devices = ${join(folder, "devices")}
mount_check = false
`;

const storageSettings = (folder: string, kind: string, port: number) => `${common(folder, port)}
[pipeline:main]
pipeline = ${kind}-server
[app:${kind}-server]
use = egg:swift#${kind}
`;

const proxySettings = (folder: string, port: number) => `${common(folder, port)}
[pipeline:main]
pipeline = catch_errors healthcheck cache listing_formats s3api tempauth bulk slo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
# on a busy machine a storage server may be slow, and is no worse for it
error_suppression_limit = 1000
error_suppression_interval = 1
conn_timeout = 10
node_timeout = 60
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:healthcheck]
use = egg:swift#healthcheck
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:9
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:s3api]
use = egg:swift#s3api
location = ${account.region}
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = ${account.secretAccessKey} .admin
[filter:bulk]
use = egg:swift#bulk
[filter:slo]
use = egg:swift#slo
`;

/** Succeeds once all four listen. */
async function makeBucket(s3: S3): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      await s3.createBucket({ Bucket: bucket });
      return;
    } catch (error) {
      if (tries > 400) throw error;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}
