import type { FastifyInstance } from "fastify";
import { countJsonValues, jsonDepthMax, jsonValuesMax } from "../../contract/bounded-json.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** How many values a JSON body may hold, where the default is too few. */
    bodyValuesMax?: number;
  }
  interface FastifyRequest {
    /** How many values its JSON body holds. */
    bodyValues?: number;
  }
}

/** JSON bodies and no others, each within its bounds before anything is made of it. A call without a body may still say that its body is JSON. */
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
    parseJson(request, text, done);
  });
}
