import { type CompiledMessage, compileMessageOrThrow } from "@lingui/message-utils/compileMessage";

/** Parsed texts by key, so that the runtime needs no parser. */
export type CompiledTexts = Record<string, CompiledMessage>;

/**
 * Parses the messages of a file in `src/texts/<language>/`.
 * @param changeWords applied to everything except placeholders
 * @throws Error with the key of a message that is not valid ICU MessageFormat
 */
export function compileTexts(
  messages: Readonly<Record<string, string>>,
  changeWords?: (words: string) => string,
): CompiledTexts {
  return Object.fromEntries(
    Object.entries(messages).map(([key, message]) => {
      try {
        return [key, compileMessageOrThrow(message, changeWords)];
      } catch (error) {
        throw new Error(`The text ${key} is not ICU MessageFormat.`, { cause: error });
      }
    }),
  );
}
