import * as z from "zod/mini";
import { validationSaying } from "../../texts/validation-sayings.ts";
import { say } from "./validation.ts";

// Messages in the reader's language. Forms that validate with zod import this.
z.config({ customError: (issue) => say(validationSaying(issue as Parameters<typeof validationSaying>[0])) });
