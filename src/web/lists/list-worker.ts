import { answerQuestion, type ListQuestion } from "./list-desk.ts";

/** Searches lists of up to 50,000 rows beside the page, so that typing never waits. */
addEventListener(
  "message",
  async ({ data: { id, question } }: MessageEvent<{ id: number; question: ListQuestion }>) => {
    try {
      postMessage({ id, answer: await answerQuestion(question) });
    } catch (error) {
      postMessage({ id, error: String(error) });
    }
  },
);
