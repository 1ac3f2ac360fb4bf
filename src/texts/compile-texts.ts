import { type CompiledMessage, compileMessageOrThrow } from "@lingui/message-utils/compileMessage";

/** Texts by key, parsed: what the runtime needs to fill in values, without a parser. */
export type CompiledTexts = Record<string, CompiledMessage>;

/**
 * Parses the messages of a file in `src/texts/<language>/`.
 * @param changeWords applied to all that is not a placeholder
 * @throws Error naming the key whose message is not ICU MessageFormat
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
