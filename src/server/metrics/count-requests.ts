import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Metrics } from "./metrics.ts";

/** Bodies with photos: forms, parts of uploads, bundles. */
const uploadTypes = /^(multipart\/form-data|application\/(offset\+octet-stream|zip|octet-stream))\b/;
const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

export function countRequests(app: FastifyInstance, metrics: Metrics): void {
  app.addHook("onResponse", async (request, reply) => {
    const labels = {
      method: methods.has(request.method) ? request.method : "other",
      route: request.routeOptions.url ?? "none",
      status: String(reply.statusCode),
    };
    metrics.requestSeconds.observe(labels, reply.elapsedTime / 1000);
    if (isUpload(request) && request.raw.complete) {
      metrics.uploadBytes.inc(Number(request.headers["content-length"]) || 0);
    }
  });
}

function isUpload({ headers }: FastifyRequest): boolean {
  return uploadTypes.test(headers["content-type"] ?? "");
}
