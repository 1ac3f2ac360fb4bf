import * as z from "zod/mini";
import { validationSaying } from "../../texts/validation-sayings.ts";
import { say } from "./validation.ts";

// What is wrong with a field is said in the reader's language. Whoever checks a form imports this.
z.config({ customError: (issue) => say(validationSaying(issue as Parameters<typeof validationSaying>[0])) });
