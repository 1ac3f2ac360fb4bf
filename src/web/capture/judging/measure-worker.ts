import { measurePhoto } from "../../../contract/photo-measures.ts";
import { answerQuestions } from "../../foundation/asked-worker.ts";
import { readPixels } from "./read-pixels.ts";

// Measures photos beside the page.
answerQuestions(async (photo: Blob) => measurePhoto(await readPixels(photo)));
