import cors from "@fastify/cors";
import type { FastifyInstance } from "fastify";

/** Response headers that the app reads. */
const readHeaders = ["Content-Disposition", "Date", "ETag", "Link", "Retry-After"];
/** Resumable uploads by tus 1.0.0 need these. */
const tusRequestHeaders = ["Tus-Resumable", "Upload-Length", "Upload-Metadata", "Upload-Offset"];
const tusAnswerHeaders = [
  "Location",
  "Tus-Extension",
  "Tus-Max-Size",
  "Tus-Resumable",
  "Tus-Version",
  "Upload-Expires",
  "Upload-Length",
  "Upload-Metadata",
  "Upload-Offset",
];
const preflightMaxAgeSeconds = 600;

/** Allows pages of these origins to call the API, with a token and without cookies. */
export async function allowOrigins(app: FastifyInstance, origins: readonly string[]): Promise<void> {
  if (origins.length === 0) return;
  await app.register(cors, {
    origin: [...origins],
    methods: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"],
    allowedHeaders: [
      "Accept",
      "Accept-Language",
      "Authorization",
      "Content-Type",
      "If-None-Match",
      ...tusRequestHeaders,
    ],
    exposedHeaders: [...readHeaders, ...tusAnswerHeaders],
    maxAge: preflightMaxAgeSeconds,
  });
}
