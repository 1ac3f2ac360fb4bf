import { expect, it } from "vitest";
import { AskedWorker } from "./asked-worker.ts";

class FakeWorker extends EventTarget {
  asked: { id: number; question: unknown }[] = [];
  postMessage = (message: (typeof this.asked)[number]) => void this.asked.push(message);
  isEnded = false;
  terminate = () => {
    this.isEnded = true;
  };
  answer = (data: object) => this.dispatchEvent(new MessageEvent("message", { data }));
  idOf = (question: string) => this.asked.find((each) => each.question === question)?.id;
}

it("a worker starts with the first question, each gets its own answer, and a broken worker is replaced", async () => {
  const made: FakeWorker[] = [];
  const worker = new AskedWorker(() => {
    made.push(new FakeWorker());
    return made.at(-1) as unknown as Worker;
  });
  expect(made).toEqual([]);
  const answers = Promise.allSettled(["one", "other", "wrong"].map((question) => worker.ask(question)));
  const [first] = made;
  first?.answer({ id: first.idOf("other"), answer: 2 });
  first?.answer({ id: first.idOf("one"), answer: 1 });
  first?.answer({ id: first.idOf("wrong"), error: "Unreadable." });
  expect(await answers).toEqual([
    { status: "fulfilled", value: 1 },
    { status: "fulfilled", value: 2 },
    { status: "rejected", reason: new Error("Unreadable.") },
  ]);

  const lost = worker.ask("lost");
  first?.dispatchEvent(new Event("error"));
  await expect(lost).rejects.toThrow("The worker stopped.");
  const again = worker.ask("again");
  made[1]?.answer({ id: made[1].idOf("again"), answer: 3 });
  expect([await again, made.length]).toEqual([3, 2]);
});

it("[DATA-16] a worker ends while its page rests, with all that it holds, and is asked again when the page is back", async () => {
  const made: FakeWorker[] = [];
  const worker = new AskedWorker(() => {
    made.push(new FakeWorker());
    return made.at(-1) as unknown as Worker;
  });
  const before = worker.ask("before");
  window.dispatchEvent(Object.assign(new Event("pagehide"), { persisted: true }));
  expect(made[0]?.isEnded).toBe(true);
  const meanwhile = worker.ask("meanwhile");
  expect(made).toHaveLength(1);
  window.dispatchEvent(new Event("pageshow"));
  expect(made[1]?.asked.map(({ question }) => question)).toEqual(["before", "meanwhile"]);
  for (const { id, question } of made[1]?.asked ?? []) made[1]?.answer({ id, answer: question });
  expect(await Promise.all([before, meanwhile])).toEqual(["before", "meanwhile"]);
});
