/** What a line of the log may say of an error: nothing that a person has sent. */
export type DescribedError = {
  type: string;
  message: string;
  stack?: string | undefined;
  cause?: DescribedError;
} & Record<string, unknown>;

/** Names and numbers of the program and the system. PostgreSQL's `detail` and `where`, a query's parameters and the like hold people's data. */
const allowedFields = ["code", "syscall", "severity", "schema", "table", "column", "constraint", "routine", "status"];
const depthMax = 4;

/** Only fields that are known to hold nothing of a person are taken. */
export function describeError(error: unknown, depth = 0): DescribedError {
  if (!(error instanceof Error)) return { type: typeof error, message: "something other than an Error was thrown" };
  const read = (field: string): unknown => Reflect.get(error, field);
  const described: DescribedError = { type: error.name, message: error.message };
  for (const field of allowedFields) {
    const value = read(field);
    if (typeof value === "string" || typeof value === "number") described[field] = value;
  }
  if (isOfPostgres(read("severity"), read("code"))) described.message = withoutValues(error.message);
  described.stack = withoutMessage(error);
  if (error.cause instanceof Error && depth < depthMax) described.cause = describeError(error.cause, depth + 1);
  return described;
}

function isOfPostgres(severity: unknown, code: unknown): boolean {
  return typeof severity === "string" && typeof code === "string" && /^[0-9A-Z]{5}$/.test(code);
}

/** PostgreSQL quotes the value that it does not like: `invalid input syntax for type uuid: "…"`. */
function withoutValues(message: string): string {
  const start = message.indexOf(': "');
  return start === -1 ? message : `${message.slice(0, start)}: …`;
}

/** Where it happened: the message, which the stack repeats, is said once. */
function withoutMessage({ stack }: Error): string | undefined {
  const firstFrame = stack?.search(/\n {4}at /) ?? -1;
  return stack === undefined || firstFrame === -1 ? undefined : stack.slice(firstFrame + 1);
}
