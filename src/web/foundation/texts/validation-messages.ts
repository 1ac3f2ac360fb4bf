import * as z from "zod/mini";
import { say } from "../../../../generated/web-texts/validation.ts";
import ofExpressions from "../../../texts/en/validation.expression.json";
import ofProtocols from "../../../texts/en/validation.protocol.json";
import ofRequests from "../../../texts/en/validation.request.json";
import { validationSaying } from "../../../texts/validation-sayings.ts";
import { areaTexts } from "./area-texts.ts";

// Phones in the field check answers only.
areaTexts("validation.expression", ofExpressions);
areaTexts("validation.protocol", ofProtocols);
areaTexts("validation.request", ofRequests);

// Messages in the reader's language. Forms that validate with zod import this.
z.config({ customError: (issue) => say(validationSaying(issue as Parameters<typeof validationSaying>[0])) });
