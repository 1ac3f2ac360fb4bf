import type { Message } from "../../../contract/data-points.ts";
import { changeAnswer } from "./answers-by-call.ts";
import { call } from "./client.ts";

/**
 * Sends a message about a data point and adds it to the visible sample. The same `requestId` makes sending idempotent.
 * @throws ApiError
 */
export async function writeMessage(dataPointId: string, text: string, requestId: string): Promise<Message> {
  const ofPoint = { params: { id: dataPointId } };
  const message = await call("writeMessage", { ...ofPoint, body: { text, id: requestId } });
  await changeAnswer(
    "getSample",
    ofPoint,
    (sample) => sample && { ...sample, messages: [...sample.messages.filter(({ id }) => id !== message.id), message] },
  );
  return message;
}
