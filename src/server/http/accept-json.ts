import type { FastifyInstance } from "fastify";
import { countJsonValues, jsonDepthMax, jsonValuesMax } from "../../contract/bounded-json.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Limit of the values in a JSON body, if not the default. */
    bodyValuesMax?: number;
  }
  interface FastifyRequest {
    bodyValues?: number;
  }
}

/** Accepts only JSON bodies, and checks their limits before parsing. An empty body may be declared as JSON. */
export function acceptJson(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser("error", "error");
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    const text = body as string;
    if (text === "") return done(null, undefined);
    const { bodyLimit, config } = request.routeOptions;
    try {
      const values = config.bodyValuesMax ?? jsonValuesMax;
      request.bodyValues = countJsonValues(text, { length: bodyLimit, depth: jsonDepthMax, values });
    } catch (error) {
      return done(error as Error);
    }
    void parseJson(request, text, done);
  });
}
