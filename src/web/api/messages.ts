import type { Message } from "../../contract/data-points.ts";
import { changeAnswer } from "./answers-by-call.ts";
import { call } from "./client.ts";

/**
 * Adds a message to the thread of a data point, and to the sample that is in sight. `requestId` is made by the sender: sent
 * twice, it is one message. @throws ApiError
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
