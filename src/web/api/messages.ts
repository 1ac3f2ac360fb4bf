import { mutate } from "swr";
import type { Message } from "../../contract/data-points.ts";
import type { SampleDetail } from "../../contract/samples.ts";
import { callApi } from "./client.ts";

/**
 * Adds a message to the thread of a data point, and to the sample that is in sight. `requestId` is made by the sender: sent
 * twice, it is one message. @throws ApiError
 */
export async function writeMessage(dataPointId: string, text: string, requestId: string): Promise<Message> {
  const message = await callApi("writeMessage", { params: { id: dataPointId }, body: { text, id: requestId } });
  await mutate<SampleDetail>(
    ["getSample", dataPointId],
    (sample) => sample && { ...sample, messages: [...sample.messages.filter(({ id }) => id !== message.id), message] },
    { revalidate: false },
  );
  return message;
}
