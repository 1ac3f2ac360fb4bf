import type { FastifyInstance } from "fastify";
import { countJsonValues, jsonDepthMax, jsonValuesMax } from "../../contract/bounded-json.ts";
import { DomainError } from "../refusals/domain-error.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Limit of the values in a JSON body, if not the default. */
    bodyValuesMax?: number;
  }
  interface FastifyRequest {
    bodyValues?: number;
    /** Characters. */
    bodyLength?: number;
  }
}

/**
 * Accepts only JSON bodies, and checks their limits before parsing. An empty body may be declared as JSON.
 * @param bodyMsMax for the whole body: 1 MB needs no more than a minute on a line of 17 kB a second. Forms and uploads
 * have rules of their own.
 */
export function acceptJson(app: FastifyInstance, { bodyMsMax = 60_000 } = {}): void {
  const parseJson = app.getDefaultJsonParser("error", "error");
  app.removeAllContentTypeParsers();
  app.addHook("preParsing", async ({ headers, raw }, _reply, payload) => {
    if (!/^application\/json\b/i.test(headers["content-type"] ?? "") || raw.complete) return;
    const timer = setTimeout(() => payload.emit("error", new DomainError("invalid_request.cutOff")), bodyMsMax);
    for (const event of ["end", "close", "error"]) payload.once(event, () => clearTimeout(timer));
  });
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    const text = body as string;
    if (text === "") return done(null, undefined);
    const { bodyLimit, config } = request.routeOptions;
    try {
      const values = config.bodyValuesMax ?? jsonValuesMax;
      request.bodyLength = text.length;
      request.bodyValues = countJsonValues(text, { length: bodyLimit, depth: jsonDepthMax, values });
    } catch (error) {
      return done(error as Error);
    }
    void parseJson(request, text, done);
  });
}
