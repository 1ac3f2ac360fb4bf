import { once } from "node:events";
import { createServer } from "node:http";
import type { BaseLogger } from "pino";
import { metricsContentType } from "./metrics.ts";

type ServeMetricsOptions = {
  host: string;
  port: number;
  describe: () => Promise<string>;
  logger: Pick<BaseLogger, "warn">;
};

/** Serves `GET /metrics` on a private port. Resolves with a function that stops it. */
export async function serveMetrics({ host, port, describe, logger }: ServeMetricsOptions): Promise<() => void> {
  const server = createServer((request, response) => {
    if (request.method !== "GET" || request.url?.split("?", 1)[0] !== "/metrics") {
      response.writeHead(404).end();
      return;
    }
    describe().then(
      (text) => response.writeHead(200, { "content-type": metricsContentType }).end(text),
      (error: unknown) => {
        logger.warn({ err: error }, "the metrics could not be read");
        response.writeHead(503).end();
      },
    );
  });
  server.listen(port, host);
  await once(server, "listening");
  return () => {
    server.close();
    server.closeAllConnections();
  };
}
