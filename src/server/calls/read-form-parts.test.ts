import multipart from "@fastify/multipart";
import { fastify } from "fastify";
import { expect, it } from "vitest";
import { installErrorHandler } from "./error-handler.ts";
import { readFormParts } from "./read-form-parts.ts";

it("a database that is lost while the rights are asked again is an outage, not a fault of the form", async () => {
  const app = fastify();
  installErrorHandler(app);
  await app.register(multipart, { throwFileSizeLimit: false });
  app.post("/", async (request) => {
    request.askAgain = async () => {
      throw new Error("Connection terminated unexpectedly");
    };
    for await (const part of readFormParts(request, { fileBytes: 1_000, fields: 1 })) void part;
    return "read";
  });
  const fields = new FormData();
  fields.set("comment", "fine");
  const form = new Response(fields);
  const { statusCode, body } = await app.inject({
    method: "POST",
    url: "/",
    headers: { "content-type": form.headers.get("content-type") ?? "" },
    payload: Buffer.from(await form.arrayBuffer()),
  });
  expect([statusCode, JSON.parse(body).code]).toEqual([503, "unavailable"]);
  await app.close();
});
