/**
 * What journeys ask of a browser, whatever drives it. No library drives both: Debian has WebKit's driver, which speaks
 * WebDriver, but none for Firefox, which speaks WebDriver BiDi by itself.
 */
export type Tab = {
  /** Loads a page, and returns at once. */
  goTo(url: string): Promise<void>;
  /** Runs the text of a function in the page, which takes one argument and returns what JSON has. */
  run<Result>(code: string, argument: unknown): Promise<Result>;
  /** Gives files to the first element that a CSS selector finds. */
  setFiles(selector: string, files: readonly string[]): Promise<void>;
  /** Pointer and key actions as https://www.w3.org/TR/webdriver2/#actions has them. */
  act(actions: readonly object[]): Promise<void>;
  /** What the window shows, as PNG. */
  takeScreenshot(): Promise<Buffer>;
  close(): Promise<void>;
};

/** Begins with one tab. */
export type Driver = Tab & {
  openTab(): Promise<Tab>;
  /** Errors of pages since the launch: in the console, and those that nothing caught. */
  readErrors(): Promise<string[]>;
  /** As an empty battery would. */
  kill(): Promise<void>;
};

export type Launch = {
  /** A folder that stays when the browser is killed. Its folder `downloads` has what was downloaded. */
  profile: string;
  isPrivate: boolean;
  isDark?: boolean;
  /** Whether it has a microphone, which gives a tone. WebKitGTK isn't given one. */
  hasMicrophone?: boolean;
  size: { width: number; height: number };
  /** Where it is, or that its person refuses to tell. */
  place: { latitude: number; longitude: number; accuracy: number } | "refused";
};

export type Engine = {
  name: string;
  /** Why it can't run here; undefined if it can. */
  whyNot(): string | undefined;
  launch(how: Launch): Promise<Driver>;
};

/** Waits until a program has written what matches. */
export function untilWritten(stream: NodeJS.ReadableStream, pattern: RegExp, seconds = 30): Promise<RegExpExecArray> {
  return new Promise((resolve, reject) => {
    let text = "";
    const timer = setTimeout(() => reject(new Error(`Nothing like ${pattern} in: ${text}`)), seconds * 1000);
    stream.on("data", (part: Buffer) => {
      text += part;
      const found = pattern.exec(text);
      if (!found) return;
      clearTimeout(timer);
      resolve(found);
    });
  });
}

/** Of what `run` sends back from the page. */
export function resultOf<Result>(answer: string): Result {
  const { value, error } = JSON.parse(answer) as { value: Result; error?: string };
  if (error !== undefined) throw new Error(error);
  return value;
}
